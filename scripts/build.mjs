// Builds what runs: the Worker for the edge, the files that are served beside it, the operator's command and the npm
// package. `node scripts/build.mjs [worker] [package] [site] [renderer] [cli]`, all by default. With `--quick` nothing
// is optimised: for trying out what was changed, never for what is deployed or measured.
import { buildCommand } from "./build/command.mjs";
import { buildRenderer } from "./build/renderer.mjs";
import { noteBuilt, sourcesNow } from "./build/sources.mjs";
import { buildWorker } from "./build/worker.mjs";
import { setup, underProjectNode } from "./setup.mjs";
import { chosen, main } from "./step.mjs";

export async function buildSite(options) {
  // The setup installs what renders the pages.
  const { buildSite: build } = await import("./site.mjs");
  await build(options);
}

export async function buildPackage(options) {
  // The setup installs what bundles it.
  const { buildPackage: build } = await import("./package.mjs");
  await build(options);
}

// The dashboard, among the files, has the package in it.
const PARTS = {
  worker: buildWorker,
  package: buildPackage,
  site: buildSite,
  renderer: buildRenderer,
  cli: buildCommand,
};

await main(import.meta.url, async () => {
  const options = process.argv.slice(2);
  const asked = chosen(
    PARTS,
    options.filter((option) => option !== "--quick"),
  );
  await setup();
  await underProjectNode();
  const [quick, from] = [options.includes("--quick"), sourcesNow()];
  for (const [part, build] of Object.entries(PARTS).filter(([, build]) => asked.includes(build))) {
    await build({ quick });
    noteBuilt(part, { quick, from });
  }
});
