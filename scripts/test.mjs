// Everything that must hold, stage by stage; the first stage that fails ends it.
// `node scripts/test.mjs [check] [core] [build] [edge] [package] [page] [python] [agents] [documents]`, or names of files
// such as `smoke` or `tests/edge/smoke.test.mjs`, which are run alone, before what was built last.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { buildPackage, buildSite, buildWorker } from "./build.mjs";
import { check } from "./check.mjs";
import { browserDriver, cliBinary, inRoot, packagesIn, projectNode, targetDirectory, testPrograms, testRunner, wasmTarget } from "./project.mjs";
import { setupBrowser, setupPackages, setupPython, setupTestRunner, setupTests, underProjectNode } from "./setup.mjs";
import { Failure, chosen, main, seconds, show } from "./step.mjs";
import { forgetDurations, reporters, slowestTests } from "./test-durations.mjs";

/** A test that hangs fails, and says which it is; the longest one takes about two minutes. */
const TEST_TIMEOUT = "--test-timeout=600000";

const setupFrameworks = () => setupPackages("frameworks");

/** Files of tests that run at the same time: more than processors, because many of them wait for a clock. */
const AT_ONCE = "--test-concurrency=3";

const nodeTests = (title, folder, args = [], files = `${folder}/*.test.mjs`) =>
  show(title, projectNode, ["--test", ...reporters(folder), TEST_TIMEOUT, ...args, files]);

/**
 * Everything of this machine, in one build with one set of features: `cargo test` finds it compiled, and so does whatever
 * runs the operator's command, the oracle or the description of the core.
 */
async function compilePrograms() {
  await show("Compiling the host's crates", "cargo", ["build", "--all-targets"]);
  process.env.OVERHEARD_TEST_PROGRAMS = join(targetDirectory(), "debug");
}

/** The demo dataset and an edge's state that serves it, which tests begin with instead of importing it each. */
async function serveDemo() {
  if (!testPrograms()) await compilePrograms();
  await show("The demo dataset", cliBinary(), ["demo", "demo-data"]);
  await show("The demo dataset, served", projectNode, [inRoot("tests", "edge", "support", "served.mjs")]);
}

const STAGES = {
  check: { title: "Format, lints and documentation", run: check },
  core: {
    title: "Tests of the host's crates",
    run: async () => {
      await compilePrograms();
      await show("cargo test", "cargo", ["test"]);
    },
  },
  build: {
    title: "Build of the Worker, its documents and the package",
    run: async () => {
      await compilePrograms();
      await buildWorker();
      await buildPackage();
      await buildSite();
    },
  },
  edge: {
    title: "Tests of the Worker in workerd",
    run: async () => {
      await serveDemo();
      await nodeTests("The tests of the Worker", "tests/edge", [AT_ONCE]);
    },
  },
  package: {
    title: "Tests of the package, in every runtime",
    run: async () => {
      await setupBrowser();
      await setupTestRunner();
      const corpus = ["test", "--package", "overheard-browser", "--target", wasmTarget, "--target-dir", `${targetDirectory()}/browser`];
      const runner = { CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: testRunner };
      await show("The corpus in Node.js", "cargo", corpus, runner);
      await show("The corpus in a browser", "cargo", corpus, { ...runner, WASM_BINDGEN_USE_BROWSER: "1", CHROMEDRIVER: browserDriver() });
      await serveDemo();
      await nodeTests("The tests of the package", "tests/library", [AT_ONCE]);
      await setupFrameworks();
      // Each of them starts browsers, bundlers and runtimes: one at a time.
      await nodeTests("The tests of its installation", "tests/packaging", ["--test-concurrency=1"]);
    },
  },
  page: {
    title: "Tests of the dashboard, the playground and the examples in a browser",
    run: async () => {
      await setupBrowser();
      await serveDemo();
      await show("Types of the dashboard", packagesIn("tests", ".bin", "tsc"), ["-p", "www"]);
      await nodeTests("The tests of the dashboard", "tests/dashboard", ["--test-concurrency=1"]);
      await nodeTests("The tests of the playground", "tests/www", ["--test-concurrency=1"]);
      await nodeTests("The tests of the examples", "tests/examples", ["--test-concurrency=1"]);
    },
  },
  python: {
    title: "Tests of the Python client",
    run: async () => {
      const python = await setupPython();
      await serveDemo();
      const [client, tests] = [inRoot("clients", "python"), inRoot("tests", "python")];
      await show("The format of Python", python, ["-m", "ruff", "format", "--check", client, tests]);
      await show("The lints of Python", python, ["-m", "ruff", "check", client, tests]);
      await nodeTests("What is generated for Python", "tests/python");
      await show("The tests of the Python client", python, ["-m", "pytest", tests]);
    },
  },
  agents: {
    title: "Tests of what agents are given",
    run: async () => {
      await setupPython(inRoot("tests", "agents", "requirements.txt"));
      await serveDemo();
      await nodeTests("The tests of agents", "tests/agents", [AT_ONCE]);
    },
  },
  documents: {
    title: "Tests of the OpenAPI document, the request collections and the pages at /docs/",
    run: async () => {
      await setupBrowser();
      await setupPython(inRoot("tests", "openapi", "requirements.txt"));
      await serveDemo();
      await nodeTests("The tests of the document and the collections", "tests/openapi", [AT_ONCE]);
      await nodeTests("The tests of the pages", "tests/site", ["--test-concurrency=2"]);
    },
  },
};

/** Folders whose tests Node.js runs, and what they need that not everybody has. */
const FOLDERS = {
  edge: [],
  library: [setupBrowser],
  packaging: [setupBrowser, setupFrameworks],
  dashboard: [setupBrowser],
  www: [setupBrowser],
  examples: [setupBrowser],
  python: [setupPython],
  agents: [() => setupPython(inRoot("tests", "agents", "requirements.txt"))],
  openapi: [() => setupPython(inRoot("tests", "openapi", "requirements.txt"))],
  site: [setupBrowser],
};

/** The files of tests that a name means: a path, or a file's name without its ending. */
function filesNamed(name) {
  const path = name.replace(/^\.\//, "");
  const isThere = (folder) => existsSync(inRoot("tests", folder, `${name}.test.mjs`));
  const found = Object.keys(FOLDERS).flatMap((folder) => {
    if (path.startsWith(`tests/${folder}/`) && existsSync(inRoot(path))) return [{ folder, file: path }];
    return isThere(folder) ? [{ folder, file: `tests/${folder}/${name}.test.mjs` }] : [];
  });
  if (found.length > 0) return found;
  const all = Object.keys(FOLDERS).flatMap((folder) => readdirSync(inRoot("tests", folder))).filter((file) => file.endsWith(".test.mjs"));
  const names = [...new Set(all.map((file) => file.replace(".test.mjs", "")))].sort();
  throw new Failure(`there is no stage and no file of tests ${name}. Stages: ${Object.keys(STAGES).join(", ")}. Files: ${names.join(", ")}`);
}

async function runFiles(files) {
  for (const prepare of new Set(files.flatMap(({ folder }) => FOLDERS[folder]))) await prepare();
  await serveDemo();
  for (const { folder, file } of files) await nodeTests(file, `tests/${folder}`, [], file);
}

async function runStages(stages) {
  for (const { title, run } of stages) {
    process.stdout.write(`\n=== ${title}\n`);
    const began = Date.now();
    await run();
    process.stdout.write(`=== ${title}: passed in ${seconds(began)}\n`);
  }
}

await main(import.meta.url, async () => {
  const names = process.argv.slice(2);
  const [stages, files] = [names.filter((name) => Object.hasOwn(STAGES, name)), names.filter((name) => !Object.hasOwn(STAGES, name)).flatMap(filesNamed)];
  await setupTests();
  await underProjectNode();
  const began = Date.now();
  forgetDurations();
  if (stages.length > 0 || files.length === 0) await runStages(chosen(STAGES, stages));
  if (files.length > 0) await runFiles(files);
  process.stdout.write(`\n${slowestTests()}\nAll passed in ${seconds(began)}\n`);
});
