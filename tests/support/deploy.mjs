// Runs `npm run deploy` with another folder for deployments, and with the existing build.
import { parseArgs } from "node:util";
import { check } from "../../scripts/deploy/check.mjs";
import { openDeployment } from "../../scripts/deploy/deployment.mjs";
import { go } from "../../scripts/deploy/go.mjs";
import { main } from "../../scripts/step.mjs";

await main(import.meta.url, async () => {
  const text = { type: "string" };
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { folder: text, name: text, jurisdiction: text, account: text, address: text },
  });
  const { folder, ...options } = values;
  const deployment = openDeployment(options, { folder });
  if (positionals[0] === "check") return check(deployment);
  return go(deployment, { build: async () => process.stderr.write("The build\n") });
});
