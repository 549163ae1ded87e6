// Everything that must hold, stage by stage; the first stage that fails ends it. `node scripts/test.mjs [check] [core] [build] [edge] [package] [page] [python] [agents] [documents]`.
import { join } from "node:path";
import { buildPackage, buildSite, buildWorker } from "./build.mjs";
import { check } from "./check.mjs";
import { browserDriver, cliBinary, inRoot, projectNode, targetDirectory, testPrograms, testRunner, wasmTarget } from "./project.mjs";
import { setup, setupBrowser, setupPython, setupTestRunner, underProjectNode } from "./setup.mjs";
import { chosen, main, seconds, show } from "./step.mjs";

/** A test that hangs fails, and says which it is; the longest one takes about two minutes. */
const TEST_TIMEOUT = "--test-timeout=600000";

/** Files of tests that run at the same time: more than processors, because many of them wait for a clock. */
const AT_ONCE = "--test-concurrency=3";

const nodeTests = (title, folder, args = []) =>
  show(title, projectNode, ["--test", "--test-reporter=spec", TEST_TIMEOUT, ...args, `${folder}/*.test.mjs`]);

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
      // Each of them starts browsers, bundlers and runtimes: one at a time.
      await nodeTests("The tests of its installation", "tests/packaging", ["--test-concurrency=1"]);
    },
  },
  page: {
    title: "Tests of the dashboard, the playground and the examples in a browser",
    run: async () => {
      await setupBrowser();
      await serveDemo();
      await show("Types of the dashboard", inRoot("node_modules", ".bin", "tsc"), ["-p", "www"]);
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

await main(import.meta.url, async () => {
  const stages = chosen(STAGES, process.argv.slice(2));
  await setup();
  await underProjectNode();
  const began = Date.now();
  for (const { title, run } of stages) {
    process.stdout.write(`\n=== ${title}\n`);
    const stageBegan = Date.now();
    await run();
    process.stdout.write(`=== ${title}: passed in ${seconds(stageBegan)}\n`);
  }
  process.stdout.write(`\nAll stages passed in ${seconds(began)}\n`);
});
