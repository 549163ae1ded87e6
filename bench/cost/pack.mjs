// How long packing takes by itself, without an edge to send rows to.
import { join } from "node:path";
import { targetDirectory } from "../../scripts/project.mjs";
import { step } from "../../scripts/step.mjs";

const PHASE = /^([a-z][a-z ]*): ([\d.]+) s/gm;

/** Packs a dataset for nothing but the seconds of each phase: `{ name: seconds }`. */
export async function packTimes(mentions, data) {
  const printed = await step(`Packing ${mentions} mentions`, join(targetDirectory(), "release", "bench-pack"), [
    "--data",
    data,
  ]);
  return Object.fromEntries([...printed.matchAll(PHASE)].map(([, name, seconds]) => [name, Number(seconds)]));
}
