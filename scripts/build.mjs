// Builds the Worker for the edge, the static files beside it, the operator's command and the npm package. `node
// scripts/build.mjs [worker] [package] [site] [renderer] [cli]` builds the named parts, or all. `--quick` skips
// optimisation: for trying out changes, never for deployments or measurements.
import { buildCommand } from "./build/command.mjs";
import { buildRenderer } from "./build/renderer.mjs";
import { recordBuilt, sourcesNow } from "./build/sources.mjs";
import { buildWorker } from "./build/worker.mjs";
import { setup, underProjectNode } from "./setup.mjs";
import { chosen, main } from "./step.mjs";

export async function buildSite(options) {
  // Imported late, because the setup installs its packages.
  const { buildSite: build } = await import("./site.mjs");
  await build(options);
}

export async function buildPackage(options) {
  // Imported late, because the setup installs its packages.
  const { buildPackage: build } = await import("./package.mjs");
  await build(options);
}

// The package comes before the site, because the dashboard contains it.
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
    recordBuilt(part, { quick, from });
  }
});
