// What benchmarks need before they measure: the project's tools, the Worker and the command as they are now, the demo dataset.
import { existsSync } from "node:fs";
import { buildCli, buildWorker } from "../scripts/build.mjs";
import { setup, underProjectNode } from "../scripts/setup.mjs";
import { runCli } from "../tests/edge/harness.mjs";
import { demoData } from "../tests/edge/support/data.mjs";

/** Builds what changed. What follows runs in the project's own Node.js. */
export async function prepare() {
  await setup();
  await underProjectNode();
  await buildWorker();
  await buildCli();
  if (!existsSync(demoData)) await runCli(["demo", demoData]);
}
