// Implements `npm start`: from a fresh clone to a running local edge with data and a key. It only imports Node.js's own
// modules until packages are installed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { datasetSetting } from "./build/dataset.mjs";
import { checkPort, openEdge, portNumber, runningEdge } from "./edge.mjs";
import { inRoot } from "./project.mjs";
import { checkTools } from "./setup.mjs";
import { buildBefore, buildCommandQuickly, buildRest, checkDiskSpace, missingParts } from "./start/building.mjs";
import { dataFolder, importFolder, provideDemo } from "./start/dataset.mjs";
import { printGreeting } from "./start/greeting.mjs";
import { setupClickHouse } from "./clickhouse/install.mjs";
import { Failure, expectSteps, main, work } from "./step.mjs";

const HELP = `Usage: npm start -- [options]

Builds Overheard, starts its edge on this machine, imports a dataset, and prints a request that works and a link to the dashboard.

  --data DIR   serve the dataset files of DIR instead of the demo dataset, or of whatever is served already
               (default: the demo dataset, unless a dataset is served already)
  --port N     listen on 127.0.0.1:N (default: 8787)
  --clickhouse URL
               keep the dataset in the ClickHouse server at URL. With DATASET=clickhouse in the environment and without
               this option, ClickHouse runs on this machine: its engine, which is installed for that
  --help       print this

The first start takes some minutes; later ones take only what changed. Its steps, with seconds on two cores:

  packages and Worker   what runs the edge from npm, and the Worker as WebAssembly, compiled quickly    75 s
  dashboard             the core as a module for pages, what binds modules to JavaScript, the pages    35 s
  edge                  the Worker in workerd, the demo dataset, a key, an account, the link            3 s
  command               the operator's command: bin/overheard                                          85 s
  reports and docs      what sets reports as PDF, and the pages at /docs/                              90 s

The link is printed before the last two, which are built while the edge answers; with --data the command comes first.

Stop it with Ctrl-C. Data stays in .wrangler, secrets in .dev.vars and .demo-key, which account is the demo in
.demo-account; delete them to begin anew. While it runs, a second start prints address, key and a new link.
`;

/** The file with the seconds that the steps before the link took last time. */
const TIMES = inRoot(".wrangler", "start.json");
/** Seconds on two cores from a fresh clone, and the part that the edge takes. */
const USUAL_SECONDS = 115;
const EDGE_SECONDS = 3;

/**
 * Number of steps. Before the link: compiling, binding, describing and the pages; starting, importing, a key and an
 * invitation. After it: the rest.
 */
const STEPS = { build: 7, edge: 4, rest: 4 };

await main(import.meta.url, async () => {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      port: { type: "string" },
      clickhouse: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return process.stdout.write(HELP);
  const clickhouse = clickhouseAddress(values.clickhouse);
  if (clickhouse) process.env.DATASET = "clickhouse";
  const folder = dataFolder(values.data);
  const port = portNumber(values.port);
  checkTools();
  const running = await runningEdge();
  if (running) return useRunning(running, { folder, port: values.port && port });
  await checkPort(port);
  const missing = missingParts();
  await buildFirst(missing, folder);

  if (datasetSetting() === "clickhouse") await setupClickHouse();
  const edge = await work("Starting the edge", () => openEdge(port, clickhouse));
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
    if (folder) await importFolder(edge, folder);
    else await provideDemo(edge);
    await printGreeting(edge, "Stop it with Ctrl-C.");
  } catch (error) {
    // Ctrl-C also ends the child processes.
    if (stopping) return;
    tell(error);
    return end(1);
  }
  // The edge keeps running if the rest fails.
  await buildLater(missing.after, edge).catch((error) => {
    if (stopping) return;
    tell(error);
    process.stderr.write("The edge goes on without what is missing. The next start builds it.\n");
  });
});

/** Parses the value of a `--clickhouse` option. */
function clickhouseAddress(text) {
  if (text === undefined) return undefined;
  if (!/^https?:/.test(text) || !URL.canParse(text) || new URL(text).username)
    throw new Failure(`--clickhouse ${text} is no address such as https://clickhouse.example.com:8443`);
  return text.replace(/\/$/, "");
}

function tell(error) {
  if (error instanceof Failure) process.stderr.write(`overheard: ${error.message}\n`);
  else console.error(error);
}

/** Builds the parts that the link needs, and the command if it imports a folder, or anything into ClickHouse. */
async function buildFirst({ before, after }, folder) {
  const builds = before.length > 0;
  const imports = folder !== undefined || datasetSetting() === "clickhouse";
  const needsCommand = imports && after.includes("cli");
  const usual = existsSync(TIMES) ? JSON.parse(readFileSync(TIMES, "utf8")).seconds : USUAL_SECONDS;
  expectSteps((builds ? STEPS.build : 0) + (needsCommand ? 1 : 0) + STEPS.edge, builds ? usual : undefined);
  if (!builds && !needsCommand) return;
  checkDiskSpace();
  if (builds) {
    const began = Date.now();
    process.stderr.write(`The link takes about ${usual} s; \`npm start -- --help\` says what for.\n`);
    await buildBefore();
    mkdirSync(dirname(TIMES), { recursive: true });
    writeFileSync(TIMES, JSON.stringify({ seconds: Math.round((Date.now() - began) / 1000) + EDGE_SECONDS }));
  }
  if (needsCommand) await buildCommandQuickly();
}

/** Builds the other parts while the edge runs, and then renews the edge. */
async function buildLater(parts, edge) {
  if (parts.length === 0) return;
  process.stderr.write(
    "The edge answers. The operator's command, reports as PDF and the pages at /docs/ are built meanwhile:\n",
  );
  const [needsCommand, needsRest] = [missingParts().after.includes("cli"), parts.some((part) => part !== "cli")];
  expectSteps((needsCommand ? 1 : 0) + (needsRest ? STEPS.rest : 0));
  if (needsCommand) await buildCommandQuickly();
  if (needsRest) {
    await buildRest();
    await work("Having the edge set reports and serve /docs/", edge.renew);
  }
  process.stderr.write("All of it is built, quickly: not for measuring or deploying. `npm run build` optimises it.\n");
}

/**
 * Uses the running edge, because two edges must not open the same data: imports the folder and prints its address
 * again.
 */
async function useRunning(edge, { folder, port }) {
  const where = `the edge of this project runs already at ${edge.url} (process ${edge.pid})`;
  if (port && new URL(edge.url).port !== String(port))
    throw new Failure(`${where}: stop it first to have it listen on port ${port}`);
  expectSteps(folder ? 3 : 2);
  if (folder) await importFolder(edge, folder);
  await printGreeting(edge, `It runs already, as process ${edge.pid}, with the code that it was started with.`);
}
