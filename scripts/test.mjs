// Runs all tests, stage by stage. The first failing stage ends the run, except for stages that run together. `node
// scripts/test.mjs [check] [core] [build] [clickhouse] [edge] [package] [page] [python] [agents] [documents]` runs stages. Names of
// files such as `smoke` or `tests/edge/smoke.test.mjs` run only these files with the last build. `quick` is for each
// commit.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { buildPackage, buildSite } from "./build.mjs";
import { buildClickHouseWorker, buildWorker } from "./build/worker.mjs";
import { checkFormat, checkNative, checkOthers } from "./check.mjs";
import { setupClickHouse } from "./clickhouse/install.mjs";
import { cliBinary, inRoot, packagesIn, projectNode, targetDirectory, testPrograms } from "./project.mjs";
import { setupBrowser, setupPackages, setupPython, setupTests, underProjectNode } from "./setup.mjs";
import { Failure, main, seconds, show } from "./step.mjs";
import { deleteDurations, reporters, slowestTests } from "./test-durations.mjs";

/**
 * A file that hangs fails with its name. The longest one takes four minutes with the large datasets, and three times as
 * long on a busy machine.
 */
const TEST_TIMEOUT = "--test-timeout=1200000";

/**
 * Number of test files that run at the same time. It exceeds the number of processors, because many tests wait for a
 * clock or a browser.
 */
const AT_ONCE = 3;

/** Has Node.js keep compiled modules: most test files import the same large ones. */
const COMPILED = { NODE_COMPILE_CACHE: packagesIn("tests", ".cache", "node") };

/** Runs test files, some at a time. */
const runTests = (title, name, files, atOnce = AT_ONCE) => {
  const options = ["--test", ...reporters(name), TEST_TIMEOUT, `--test-concurrency=${atOnce}`];
  return show(title, projectNode, [...options, ...files], COMPILED);
};

/** Has cargo lint what it compiles, so that nothing is compiled a second time for lints. */
const LINTED = { RUSTC_WORKSPACE_WRAPPER: inRoot("scripts", "clippy-rustc.sh") };

/**
 * The command that compiles all native code in one build with one set of features. `cargo test` then finds it compiled,
 * and so does every test that runs the operator's command, the oracle or the core's description.
 */
const COMPILING = {
  title: "Compiling and linting the host's crates",
  command: "cargo",
  args: ["build", "--all-targets"],
  env: LINTED,
};

/** Compiles all native code, and has tests use its programs. */
async function compilePrograms() {
  await show(COMPILING.title, COMPILING.command, COMPILING.args, COMPILING.env);
  process.env.OVERHEARD_TEST_PROGRAMS = join(targetDirectory(), "debug");
}

/** Provides the demo dataset and the state of an edge that serves it. Tests start with a copy and do not import it. */
async function serveDemo() {
  if (!testPrograms()) await compilePrograms();
  await show("The demo dataset", cliBinary(), ["demo", "demo-data"]);
  await show("The demo dataset, served", projectNode, [inRoot("tests", "support", "serve-demo.mjs")]);
}

const dashboardTypes = () => show("Types of the dashboard", packagesIn("tests", ".bin", "tsc"), ["-p", "www"]);

async function pythonTests() {
  const python = await setupPython();
  const [client, tests] = [inRoot("clients", "python"), inRoot("tests", "python")];
  await show("The format of Python", python, ["-m", "ruff", "format", "--check", client, tests]);
  await show("The lints of Python", python, ["-m", "ruff", "check", client, tests]);
  await show("The tests of the Python client", python, ["-m", "pytest", tests]);
}

const pythonOf = (folder) => () => setupPython(inRoot("tests", folder, "requirements.txt"));

/** Settings of insta: a snapshot that is missing or differs fails, and is not written. */
const COMPARE_SNAPSHOTS = { INSTA_UPDATE: "no", INSTA_FORCE_PASS: "0" };

/**
 * Runs all tests of the host's crates, those of the ClickHouse backend among them. Fails if a folder of snapshots has one
 * that no test compares.
 */
async function cargoTests() {
  await setupClickHouse();
  const list = join(targetDirectory(), "compared-snapshots.txt");
  rmSync(list, { force: true });
  const env = { ...LINTED, ...COMPARE_SNAPSHOTS, INSTA_SNAPSHOT_REFERENCES_FILE: list };
  await show("cargo test", "cargo", ["test"], env);
  const compared = new Set(readFileSync(list, "utf8").trim().split("\n"));
  const folders = [...new Set([...compared].map((file) => dirname(file)))];
  const present = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const unused = present.filter((file) => file.endsWith(".snap") && !compared.has(file));
  if (unused.length > 0) throw new Failure(`no test compares these snapshots; delete them: ${unused.join(", ")}`);
}

/** Tests the ClickHouse backend on its engine. */
async function clickhouseTests() {
  await setupClickHouse();
  await show("cargo test of the ClickHouse backend", "cargo", ["test", "--test", "clickhouse"], LINTED);
}

/** Waits for all of several tasks, and then fails if one has failed. */
async function together(...tasks) {
  const ended = await Promise.allSettled(tasks);
  const failed = ended.find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
}

async function buildAll() {
  await buildWorker();
  await buildPackage();
  await buildSite();
}

/** Stages that run in sequence. The core's lints native crates, and runs the tests of the ClickHouse backend too. */
const STEPS = {
  check: {
    title: "Format, lints and documentation",
    run: ({ names }) => (names.includes("core") ? checkOthers() : checkNative().then(checkOthers)),
  },
  core: { title: "Tests of the host's crates", run: () => compilePrograms().then(cargoTests) },
  build: {
    title: "Build of the Worker, its documents and the package",
    run: () => compilePrograms().then(buildAll),
  },
  clickhouse: { title: "Tests of the ClickHouse backend", run: clickhouseTests },
};

/**
 * Runs both stages at once, and prepares the suites: optimising a module leaves a processor idle, and so do downloads
 * and the end of each test program.
 */
const CORE_AND_BUILD = {
  title: "Tests of the host's crates, and the build of the Worker, its documents and the package",
  run: async ({ suites }) => {
    await compilePrograms();
    await together(
      cargoTests(),
      buildAll().then(() => prepare(suites)),
    );
  },
};

/** The checks before each commit. They take a minute once everything is compiled. */
const QUICK = {
  title: "Format, types and the core",
  run: async () => {
    await checkFormat();
    await dashboardTypes();
    await show("cargo test --test core", "cargo", ["test", "--test", "core"], { ...LINTED, ...COMPARE_SNAPSHOTS });
  },
};

/**
 * Stages of tests that Node.js runs: their folders, their special requirements, and the commands before them. Their
 * files run together, because most of them wait at times.
 */
const SUITES = {
  edge: { folders: ["edge"] },
  clickhouse: { folders: ["clickhouse"], needs: [setupClickHouse, buildClickHouseWorker] },
  package: {
    folders: ["library", "packaging"],
    needs: [setupBrowser, () => setupPackages(["frameworks"])],
  },
  page: { folders: ["dashboard", "www", "examples"], needs: [setupBrowser], run: dashboardTypes },
  python: { folders: ["python"], needs: [setupPython], run: pythonTests },
  agents: { folders: ["agents"], needs: [pythonOf("agents")] },
  documents: { folders: ["language", "openapi", "site"], needs: [setupBrowser, pythonOf("openapi")] },
};

/** The files with the longest run times. They start first, so that they do not end last. */
const LONGEST = [
  "edge/full-answers",
  "edge/account-preparing",
  "edge/import",
  "edge/interrupted",
  "dashboard/appearance",
  "edge/deploying",
  "edge/increments",
  "agents/inspector",
  "clickhouse/edge",
  "clickhouse/killed",
  "edge/metering",
  "edge/erasure",
  "site/guides",
  "edge/metering-lasting",
  "edge/jurisdiction",
  "edge/cache",
  "openapi/clients",
  "edge/metering-concurrent",
  "www/appearance",
  "packaging/frameworks",
];
const rank = (file) =>
  (LONGEST.indexOf(file.replace(/^tests\/|\.test\.mjs$/g, "")) + LONGEST.length + 1) % (LONGEST.length + 1);
const longestFirst = (files) => files.toSorted((one, other) => rank(one) - rank(other));

const STAGES = [...new Set([...Object.keys(STEPS), ...Object.keys(SUITES)])];

const filesOf = (folder) =>
  readdirSync(inRoot("tests", folder))
    .filter((file) => file.endsWith(".test.mjs"))
    .map((file) => `tests/${folder}/${file}`);

/** Installs and builds what suites need, once. */
async function prepare(suites) {
  for (const provide of new Set(suites.flatMap(({ needs = [] }) => needs))) await provide();
}

async function runSuites(suites) {
  await prepare(suites);
  await serveDemo();
  const files = longestFirst(suites.flatMap(({ folders }) => folders.flatMap(filesOf)));
  const runOthers = async () => {
    for (const { run } of suites) await run?.();
  };
  // The others take one processor, and the files of Node.js wait at times.
  await together(runTests("The tests that Node.js runs", "suites", files), runOthers());
}

/** Returns the test files of a name: a path, or a file's name without its ending. */
function filesNamed(name) {
  const path = name.replace(/^\.\//, "");
  const all = Object.values(SUITES)
    .flatMap(({ folders }) => folders)
    .flatMap(filesOf);
  const found = all.filter((file) => file === path || basename(file, ".test.mjs") === name);
  if (found.length > 0) return found;
  const names = [...new Set(all.map((file) => basename(file, ".test.mjs")))].sort();
  throw new Failure(
    `there is no stage and no file of tests ${name}. Stages: quick, ${STAGES.join(", ")}. Files: ${names.join(", ")}`,
  );
}

async function runFiles(files) {
  const suites = Object.values(SUITES).filter(({ folders }) =>
    folders.some((folder) => files.some((file) => file.startsWith(`tests/${folder}/`))),
  );
  await prepare(suites);
  await serveDemo();
  await runTests(files.join(", "), "files", files, 1);
}

async function stage(title, run) {
  process.stdout.write(`\n=== ${title}\n`);
  const began = Date.now();
  await run();
  process.stdout.write(`=== ${title}: passed in ${seconds(began)}\n`);
}

/** Runs stages in their own order. Stages with files for Node.js come last, together. */
async function runStages(names) {
  const steps = Object.keys(STEPS).filter((name) => names.includes(name));
  const named = Object.keys(SUITES).filter((name) => names.includes(name));
  const suites = named.map((name) => SUITES[name]);
  const run = (step) => stage(step.title, () => step.run({ names, suites }));
  if (steps.includes("check")) await run(STEPS.check);
  const withBuild = steps.includes("core") && steps.includes("build");
  if (withBuild) await run(CORE_AND_BUILD);
  const done = ["check", ...(withBuild ? ["core", "build"] : []), ...(steps.includes("core") ? ["clickhouse"] : [])];
  for (const name of steps.filter((name) => !done.includes(name))) await run(STEPS[name]);
  if (suites.length > 0) await stage(`Tests of ${named.join(", ")}`, () => runSuites(suites));
}

/**
 * Has cargo compile incrementally only where it has done so before: a first build is faster without, and takes gigabytes
 * less.
 */
function keepIncrementalSetting() {
  const kept = join(process.env.CARGO_TARGET_DIR ?? inRoot("target"), "debug", "incremental");
  if (!existsSync(kept)) process.env.CARGO_INCREMENTAL ??= "0";
}

await main(import.meta.url, async () => {
  const names = process.argv.slice(2);
  const [stages, files] = [
    names.filter((name) => STAGES.includes(name)),
    names.filter((name) => name !== "quick" && !STAGES.includes(name)).flatMap(filesNamed),
  ];
  const all = stages.length === 0 && files.length === 0 && names[0] !== "quick";
  const began = Date.now();
  keepIncrementalSetting();
  await setupTests(all ? COMPILING : undefined);
  await underProjectNode();
  deleteDurations();
  if (names[0] === "quick") await stage(QUICK.title, QUICK.run);
  else if (stages.length > 0 || files.length === 0) await runStages(stages.length > 0 ? stages : STAGES);
  if (files.length > 0) await runFiles(files);
  process.stdout.write(`\n${slowestTests()}\nAll passed in ${seconds(began)}\n`);
});
