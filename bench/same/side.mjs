// One side of the comparison: a checkout as its own scripts build it, started and fed by its own test harness.
import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Failure, step } from "../../scripts/step.mjs";
import { steady } from "./steady.mjs";

/** Secrets of both edges: with other ones, other cursors and tokens would be signed. */
const SECRETS = { adminSecret: "a".repeat(64), bindings: { SIGNING_SECRET: "5".repeat(64) } };

/** A checkout in which the Worker and the operator's command are built. */
export async function builtCheckout(folder, { quick }) {
  if (!existsSync(join(folder, "scripts", "build.mjs"))) throw new Failure(`${folder} is no checkout of this project`);
  const root = realpathSync(folder);
  const module = (...path) => import(pathToFileURL(join(root, ...path)).href);
  await step(`Building ${root}`, process.execPath, [
    join(root, "scripts", "build.mjs"),
    "worker",
    "cli",
    ...(quick ? ["--quick"] : []),
  ]);
  return { root, harness: await module("tests", "edge", "harness.mjs") };
}

/** Starts an edge of a checkout at a time that stands still, and imports folders into it, one on top of the other. */
export async function startSide({ root, harness }, { time, folders, caches }) {
  const edge = await harness.startEdge({ ...SECRETS, caches, entry: steady(time) });
  try {
    let dataset;
    for (const folder of folders) ({ dataset } = await harness.importFolder(edge, folder));
    if (dataset.revision === 0) throw new Failure(`${root} packs everything anew instead of adding what comes on top`);
    return edge;
  } catch (error) {
    await edge.stop();
    throw error;
  }
}
