// Builds the parts for `npm start`: first those of the link as quickly as possible, then the rest beside the running
// edge.
import { statfsSync } from "node:fs";
import { cargoFailure } from "../build/cargo.mjs";
import { buildCommand } from "../build/command.mjs";
import { compilingBindgen } from "../build/bindgen.mjs";
import { buildRenderer } from "../build/renderer.mjs";
import { builtParts, recordBuilt, sourcesNow } from "../build/sources.mjs";
import { compilingWorker, finishWorker } from "../build/worker.mjs";
import { root } from "../project.mjs";
import { installing, setupPackages, setupWasmTarget } from "../setup.mjs";
import { Failure, looksOffline, stepOfSeveral } from "../step.mjs";

const QUICK = { quick: true };

/** Disk space of a first build, in bytes. */
const DISK_BYTES = 3e9;

/** Returns a helpful line if packages or crates cannot be downloaded. */
const firstFailure = (output) =>
  looksOffline(output)
    ? "no network: npm and cargo could not download what package-lock.json and Cargo.lock name; connect, then run the command again"
    : cargoFailure(output);

/**
 * Parts that the link needs, and parts that are built later. `docs` are the pages at /docs/, which a quick build of the
 * site omits.
 */
const BEFORE = ["worker", "package", "site"];
const AFTER = ["cli", "renderer", "docs"];

/** Returns the parts of a list that are not built from the current sources. */
const missing = (parts) => {
  const built = builtParts();
  const isThere = (part) => (part === "docs" ? built.site === "optimised" || built.docs : built[part]);
  return parts.filter((part) => !isThere(part));
};

/** Returns the parts to build before the link, and after it. */
export const missingParts = () => ({ before: missing(BEFORE), after: missing(AFTER) });

/** Fails if a first build would fill the disk. */
export function checkDiskSpace() {
  const { bavail, bsize } = statfsSync(root);
  const free = bavail * bsize;
  if (free < DISK_BYTES)
    throw new Failure(
      `${(free / 1e9).toFixed(1)} GB are free in ${root}, and a first start takes ${DISK_BYTES / 1e9} GB: make room, then run the command again`,
    );
}

/** Builds the parts that the link needs. Installs npm packages while the Worker is compiled. */
export async function buildBefore() {
  const from = sourcesNow();
  await setupWasmTarget();
  await stepOfSeveral(
    "Compiling the Worker, and installing npm packages",
    [...installing("start"), compilingWorker(QUICK)],
    { explain: firstFailure },
  );
  const { buildPackage, compilingQuickly } = await import("../package.mjs");
  await stepOfSeveral(
    "Compiling the dashboard's module, and what binds modules",
    [...compilingBindgen(QUICK), compilingQuickly()],
    { explain: cargoFailure },
  );
  await finishWorker(QUICK);
  await buildPackage(QUICK);
  const { buildSite } = await import("../site.mjs");
  await buildSite(QUICK);
  for (const part of BEFORE) recordBuilt(part, { ...QUICK, from });
}

/** Builds the operator's command. */
export async function buildCommandQuickly() {
  const from = sourcesNow();
  await buildCommand(QUICK);
  recordBuilt("cli", { ...QUICK, from });
}

/** Builds the parts for reports and for the pages at /docs/. */
export async function buildRest() {
  const from = sourcesNow();
  await setupPackages(["build"]);
  await buildRenderer(QUICK);
  recordBuilt("renderer", { ...QUICK, from });
  const { buildSite } = await import("../site.mjs");
  await buildSite({ ...QUICK, docs: true });
  recordBuilt("docs", { ...QUICK, from });
}
