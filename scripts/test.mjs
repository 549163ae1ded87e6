// Everything that must hold, stage by stage; the first stage that fails ends it. `node scripts/test.mjs [check] [core] [build] [edge]`.
import { buildCli, buildWorker } from "./build.mjs";
import { check } from "./check.mjs";
import { cliBinary, projectNode } from "./project.mjs";
import { setup, underProjectNode } from "./setup.mjs";
import { chosen, main, seconds, show } from "./step.mjs";

/** A test that hangs fails, and says which it is; the longest one takes about two minutes. */
const TEST_TIMEOUT = "--test-timeout=600000";

const STAGES = {
  check: { title: "Format, lints and documentation", run: check },
  core: { title: "Tests of the host's crates", run: () => show("cargo test", "cargo", ["test"]) },
  build: {
    title: "Build of the Worker and the operator's command",
    run: async () => {
      await buildWorker();
      await buildCli();
    },
  },
  edge: {
    title: "Tests of the Worker in workerd",
    run: async () => {
      await show("The demo dataset", cliBinary(), ["demo", "demo-data"]);
      await show("The tests of the Worker", projectNode, ["--test", "--test-reporter=spec", TEST_TIMEOUT, "tests/edge/*.test.mjs"]);
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
