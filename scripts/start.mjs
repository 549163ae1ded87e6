// `npm start`: from a fresh clone to an edge that answers on this machine, with data in it and a key to ask with.
// Imports nothing but Node.js's own modules until setup has installed the packages.
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildCli, buildPackage, buildSite, buildWorker } from "./build.mjs";
import { cliBinary, inRoot } from "./project.mjs";
import { setup, setupSteps, underProjectNode } from "./setup.mjs";
import { Failure, expectSteps, main, skip, step, work } from "./step.mjs";

const HELP = `Usage: npm start -- [options]

Builds Overheard, starts its edge on this machine, imports a dataset, and prints a request that works and a link to the dashboard.

  --data DIR   serve the dataset files of DIR instead of the demo dataset, or of whatever is served already
               (default: the demo dataset, unless a dataset is served already)
  --port N     listen on 127.0.0.1:N (default: 8787)
  --help       print this

Stop it with Ctrl-C. Data stays in .wrangler, secrets in .dev.vars and .demo-key, which account is the demo in
.demo-account; delete them to begin anew. While it runs, a second start prints address, key and a new link.
`;

const DEMO_DATA = "demo-data";
const DEMO_KEY = inRoot(".demo-key");
const QUESTION = { index: "siv_business_ideas", group_by: "brand_name", size: 5 };

/**
 * Compiling both Workers, binding one, optimising each, compiling the command, the package's three modules and its description, the
 * documents with theirs, starting the edge, dataset, import, key, account.
 */
const STEPS = 19;

await main(import.meta.url, async () => {
  const { values } = parseArgs({ options: { data: { type: "string" }, port: { type: "string" }, help: { type: "boolean" } } });
  if (values.help) return process.stdout.write(HELP);
  const folder = dataFolder(values.data);
  expectSteps(setupSteps() + STEPS);
  await setup();
  await underProjectNode();
  const { checkPort, openEdge, portNumber, runningEdge } = await import("./edge.mjs");
  const port = portNumber(values.port);
  const running = await runningEdge();
  if (running) return useRunning(running, { folder, port: values.port && port });
  await checkPort(port);
  expectSteps(STEPS);
  await buildWorker();
  await buildCli();
  await buildPackage();
  await buildSite();

  const edge = await work("Starting the edge", () => openEdge(port));
  const end = async (code) => {
    await edge.close();
    process.exit(code);
  };
  let stopping = false;
  edge.stopAsked.then(() => {
    stopping = true;
    return end(0);
  });
  try {
    await provideData(edge, folder);
    await greet(edge, "Stop it with Ctrl-C.");
  } catch (error) {
    // Ctrl-C reaches the operator's command as well, and ends it.
    if (stopping) return;
    if (error instanceof Failure) process.stderr.write(`overheard: ${error.message}\n`);
    else console.error(error);
    await end(1);
  }
});

/** Two edges must not open the same data: the one that runs gets what was asked for, and its address is told again. */
async function useRunning(edge, { folder, port }) {
  const where = `the edge of this project runs already at ${edge.url} (process ${edge.pid})`;
  if (port && new URL(edge.url).port !== String(port)) throw new Failure(`${where}: stop it first to have it listen on port ${port}`);
  expectSteps(folder ? 3 : 2);
  if (folder) await importFolder(edge, folder);
  await greet(edge, `It runs already, as process ${edge.pid}, with the code that it was started with.`);
}

/** The folder named by --data, as npm's caller sees it. */
function dataFolder(named) {
  if (named === undefined) return undefined;
  const folder = resolve(process.env.INIT_CWD ?? ".", named);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Failure(`--data ${named} is no folder`);
  return folder;
}

/** Runs the operator's command against the edge and returns what it printed. */
function operate(edge, title, args) {
  return step(title, cliBinary(), args, { env: { OVERHEARD_ADMIN_SECRET: edge.adminSecret } });
}

async function provideData(edge, folder) {
  const served = await servedDataset(edge);
  const making = "Making the demo dataset";
  if (served && !folder) {
    const counts = `${served.videos} videos, ${served.snapshots} creator snapshots and ${served.mentions} mentions`;
    skip(making, "not needed");
    return skip(importing(DEMO_DATA), `${counts} are served already (published ${served.published_at})`);
  }
  if (folder) skip(making, "not needed");
  else await operate(edge, making, ["demo", DEMO_DATA]);
  return importFolder(edge, folder ?? DEMO_DATA);
}

function importing(folder) {
  return `Importing ${folder}`;
}

async function importFolder(edge, folder) {
  process.stderr.write(await operate(edge, importing(folder), ["import", folder, "--replace", "--to", edge.url]));
}

async function servedDataset(edge) {
  const answer = await fetch(`${edge.url}/admin/v1/dataset`, { headers: { Authorization: `Bearer ${edge.adminSecret}` } });
  if (!answer.ok) throw new Failure(`GET /admin/v1/dataset answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
  return (await answer.json()).served;
}

/** A key for trying things out: made on the first start, and used again until the edge does not know it any more. */
async function demoKey(edge) {
  const key = existsSync(DEMO_KEY) ? readFileSync(DEMO_KEY, "utf8").trim() : "";
  const making = "Making the demo key";
  if (key && !(await isUnknown(edge, key))) {
    skip(making, "there is one in .demo-key");
    return key;
  }
  const options = ["--name", "demo", "--plan", "professional", "--face", "data", "--access", "raw", "--test"];
  const printed = await operate(edge, making, ["keys", "create", ...options, "--to", edge.url, "--json"]);
  const { secret } = JSON.parse(printed);
  writeFileSync(DEMO_KEY, `${secret}\n`, { mode: 0o600 });
  return secret;
}

/** Whether an edge does not know a key. One that is used up, or of which it cannot say anything now, is not unknown. */
async function isUnknown(edge, key) {
  if (!/^\w+$/.test(key)) return true;
  const answer = await fetch(`${edge.url}/v1/schema`, { headers: { "X-API-Key": key } });
  if (answer.status !== 401 && answer.status !== 403) return false;
  const { code } = await answer.json().catch(() => ({}));
  return code === "invalid_credentials";
}

async function greet(edge, ending) {
  const key = await demoKey(edge);
  const { demoLink } = await import("./demo-account.mjs");
  const link = await work("Inviting you to the demo account", () => demoLink(edge, key));
  process.stdout.write(`
Overheard answers at ${edge.url}
Demo key: ${key}

Ask it which brands are mentioned most:

curl ${edge.url}/v1/aggregate -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' -d '${JSON.stringify(QUESTION)}'

${ending}

Open the dashboard, signed in as the demo account (the link works once):

${link}

`);
}
