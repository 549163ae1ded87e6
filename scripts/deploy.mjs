// Guides through a deployment on the platform: `npm run deploy -- --dry-run|--check|--go`.
import { parseArgs } from "node:util";
import { setupPackages, underProjectNode } from "./setup.mjs";
import { Failure, main } from "./step.mjs";

const HELP = `Usage: npm run deploy -- --dry-run|--check|--go [options]

Deploys Overheard to Cloudflare. One of these says what to do:

  --dry-run    prints what --go would run and with which configuration, and bundles both Workers if they are built.
               Needs no login and no network, and changes nothing
  --check      looks at the login, resources, migrations, Workers and secrets, and whether the deployment works.
               Changes nothing; the exit code is 1 if anything is missing
  --go         makes what is missing, deploys both Workers and looks whether all of it works. Every step is safe to
               repeat: when one fails, put right what it says and run the same command again

Options:

  --name NAME            the deployment, and the prefix of everything that is made for it (default: overheard)
  --jurisdiction PLACE   eu, fedramp or none: where the database, the files of reports and the counts are kept.
                         Chosen once, with the first --go (default: none)
  --account ID           the account, where the login can use several
  --address URL          the address of the deployment, where it is not the one that Cloudflare gives it
  --help                 this

What belongs to a deployment is in .deploy/NAME/, which git ignores: deployment.json (ids), wrangler.toml and
renderer.toml (written anew each time), secrets.env (for its owner alone) and, if you write one, settings.toml: settings
that differ from those of wrangler.toml. docs/operating.md tells more.
`;

const MODES = {
  "dry-run": async (deployment) => (await import("./deploy/plan.mjs")).plan(deployment),
  check: async (deployment) => (await import("./deploy/check.mjs")).check(deployment),
  go: async (deployment) => (await import("./deploy/go.mjs")).go(deployment),
};

await main(import.meta.url, async () => {
  const flags = Object.fromEntries([...Object.keys(MODES), "help"].map((name) => [name, { type: "boolean" }]));
  const texts = Object.fromEntries(
    ["name", "jurisdiction", "account", "address"].map((name) => [name, { type: "string" }]),
  );
  const { values } = parseArgs({ options: { ...flags, ...texts } });
  if (values.help) return void process.stdout.write(HELP);
  const [mode, ...others] = Object.keys(MODES).filter((name) => values[name]);
  if (mode === undefined) {
    // The exit code is not 0, so that scripts do not assume a deployment.
    process.exitCode = 1;
    return void process.stdout.write(HELP);
  }
  if (others.length > 0) throw new Failure(`--${mode} and --${others[0]} exclude each other. Choose one`);
  await setupPackages(["start", "build"]);
  await underProjectNode();
  const { openDeployment } = await import("./deploy/deployment.mjs");
  await MODES[mode](openDeployment(values));
});
