// Runs wrangler in the version of scripts/package-lock.json with the project's Node.js: `npm run wrangler -- …`.
import { spawnSync } from "node:child_process";
import { environment, packagesIn, projectNode } from "./project.mjs";
import { setupPackages } from "./setup.mjs";
import { main } from "./step.mjs";

/**
 * Returns the command that runs wrangler with some arguments. It disables wrangler's metrics, and shares one compile
 * cache.
 */
export const wranglerCommand = (args) => ({
  command: projectNode,
  args: [packagesIn("scripts", "wrangler", "bin", "wrangler.js"), ...args],
  env: {
    WRANGLER_SEND_METRICS: "false",
    NODE_COMPILE_CACHE: packagesIn("scripts", ".cache", "node"),
    ...environment(),
  },
});

await main(import.meta.url, async () => {
  await setupPackages(["build"]);
  const { command, args, env } = wranglerCommand(process.argv.slice(2));
  const { status } = spawnSync(command, args, { env, stdio: "inherit" });
  process.exitCode = status ?? 1;
});
