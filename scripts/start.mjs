// `npm start`: from a fresh clone to an edge that answers on this machine, with data in it and a key to ask with.
// Imports nothing but Node.js's own modules until setup has installed the packages.
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildCli, buildWorker } from "./build.mjs";
import { cliBinary, inRoot } from "./project.mjs";
import { setup, underProjectNode } from "./setup.mjs";
import { Failure, main, step } from "./step.mjs";

const HELP = `Usage: npm start -- [options]

Builds Overheard, starts its edge on this machine, imports a dataset and prints a request that works.

  --data DIR   serve the dataset files of DIR instead of the demo dataset, or of whatever is served already
               (default: the demo dataset, unless a dataset is served already)
  --port N     listen on 127.0.0.1:N (default: 8787)
  --help       print this

Stop it with Ctrl-C. Data stays in .wrangler, secrets in .dev.vars and .demo-key; delete them to begin anew.
`;

const DEMO_DATA = "demo-data";
const DEMO_KEY = inRoot(".demo-key");
const QUESTION = { index: "siv_business_ideas", group_by: "brand_name", size: 5 };

await main(import.meta.url, async () => {
  const { values } = parseArgs({ options: { data: { type: "string" }, port: { type: "string" }, help: { type: "boolean" } } });
  if (values.help) return process.stdout.write(HELP);
  const folder = dataFolder(values.data);
  await setup();
  await underProjectNode();
  const { checkPort, openEdge, portNumber, runningEdge } = await import("./edge.mjs");
  const port = portNumber(values.port);
  const running = await runningEdge();
  if (running) throw new Failure(`the edge of this project runs already at ${running.url} (process ${running.pid}): stop it first`);
  await checkPort(port);
  await buildWorker();
  await buildCli();

  const edge = await openEdge(port);
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
    greet(edge, await demoKey(edge));
  } catch (error) {
    // Ctrl-C reaches the operator's command as well, and ends it.
    if (stopping) return;
    if (error instanceof Failure) process.stderr.write(`overheard: ${error.message}\n`);
    else console.error(error);
    await end(1);
  }
});

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
  if (served) {
    const counts = `${served.videos} videos, ${served.snapshots} creator snapshots and ${served.mentions} mentions`;
    process.stderr.write(`Dataset: ${counts} are served already (published ${served.published_at})\n`);
  }
  if (served && !folder) return;
  if (!folder) await operate(edge, "Making the demo dataset", ["demo", DEMO_DATA]);
  const from = folder ?? DEMO_DATA;
  process.stderr.write(await operate(edge, `Importing ${from}`, ["import", from, "--replace", "--to", edge.url]));
}

async function servedDataset(edge) {
  const answer = await fetch(`${edge.url}/admin/v1/dataset`, { headers: { Authorization: `Bearer ${edge.adminSecret}` } });
  if (!answer.ok) throw new Failure(`GET /admin/v1/dataset answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
  return (await answer.json()).served;
}

/** A key for trying things out: made on the first start, used again as long as it works. */
async function demoKey(edge) {
  if (existsSync(DEMO_KEY)) {
    const key = readFileSync(DEMO_KEY, "utf8").trim();
    const answer = await fetch(`${edge.url}/v1/schema`, { headers: { "X-API-Key": key } });
    if (answer.status === 200) return key;
  }
  const options = ["--name", "demo", "--plan", "professional", "--face", "data", "--access", "raw", "--test"];
  const printed = await operate(edge, "Making the demo key", ["keys", "create", ...options, "--to", edge.url, "--json"]);
  const { secret } = JSON.parse(printed);
  writeFileSync(DEMO_KEY, `${secret}\n`, { mode: 0o600 });
  return secret;
}

function greet(edge, key) {
  process.stdout.write(`
Overheard answers at ${edge.url}
Demo key: ${key}

Ask it which brands are mentioned most:

curl ${edge.url}/v1/aggregate -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' -d '${JSON.stringify(QUESTION)}'

Stop it with Ctrl-C.
`);
}
