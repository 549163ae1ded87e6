// The platform's tool in the version that scripts/package-lock.json names, under the project's Node.js: `npm run wrangler -- …`.
import { spawnSync } from "node:child_process";
import { environment, packagesIn, projectNode } from "./project.mjs";
import { setupPackages } from "./setup.mjs";
import { main } from "./step.mjs";

await main(import.meta.url, async () => {
  await setupPackages("build");
  const script = packagesIn("scripts", "wrangler", "bin", "wrangler.js");
  // Where it runs it would otherwise tell its makers so.
  const env = { WRANGLER_SEND_METRICS: "false", ...environment() };
  const { status } = spawnSync(projectNode, [script, ...process.argv.slice(2)], { env, stdio: "inherit" });
  process.exitCode = status ?? 1;
});
