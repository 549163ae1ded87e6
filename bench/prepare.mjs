// What benchmarks need before they measure: the Worker and the command as they are now, the demo dataset.
import { existsSync } from "node:fs";
import { buildCommand } from "../scripts/build/command.mjs";
import { buildWorker } from "../scripts/build/worker.mjs";
import { runCli } from "../tests/edge/harness.mjs";
import { demoData } from "../tests/support/data.mjs";

/** Builds what changed. */
export async function prepare() {
  await buildWorker();
  await buildCommand();
  if (!existsSync(demoData)) await runCli(["demo", demoData]);
}
