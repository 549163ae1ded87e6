// `--dry-run`: prints what `--go` would run, checks the configuration, and bundles the Workers if they are built. Needs no
// login and no network.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { work } from "../step.mjs";
import { configurationFiles, configurationsOf, writeConfigurations } from "./configuration.mjs";
import { chosenBy, path } from "./deployment.mjs";
import { doctorCommand } from "./doctor.mjs";
import { LOGIN } from "./login.mjs";
import { applyMigrations, lookForMigrations } from "./migrations.mjs";
import { resourcesOf } from "./resources.mjs";
import { SECRETS, lookForSecrets, setSecrets } from "./secrets.mjs";
import { BUILD, deployCommand, isBuilt, quickBuilds, tryWorker } from "./workers.mjs";
import { typed } from "./wrangler.mjs";

export async function plan(deployment) {
  const folder = mkdtempSync(join(tmpdir(), "overheard-deploy-"));
  try {
    const files = writeConfigurations(deployment, folder);
    print(deployment);
    if (!isBuilt()) {
      process.stdout.write(`\nThe Workers are not built, so they were not bundled. Build them first to have that tried: node ${BUILD.join(" ")}\n`);
    } else {
      const bundle = async (file, title) => bindings(await work(title, () => tryWorker(file)));
      const rendering = await bundle(files.renderer, "Bundling the Worker that sets reports");
      const worker = await bundle(files.worker, "Bundling the Worker");
      process.stdout.write(`\nThe Worker that sets reports:\n${rendering}\n\nThe Worker:\n${worker}\n`);
      if (quickBuilds().length > 0) process.stdout.write("\nWhat was bundled is a quick build, which is never deployed: --go builds the optimised one.\n");
    }
    process.stdout.write(`\nNothing was changed. To deploy: npm run deploy -- --go${options(deployment)}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The options that were given, as they are typed again. */
function options(deployment) {
  const { account, jurisdiction } = deployment;
  return [chosenBy(deployment), account ? ` --account ${account}` : "", jurisdiction === "none" ? "" : ` --jurisdiction ${jurisdiction}`].join("");
}

/** The steps in their order, each with the commands that it runs. */
function print(deployment) {
  const files = configurationFiles(path(deployment.files.folder));
  const step = (title, ...commands) => ({ title, commands });
  const steps = [
    step("Check the login", typed(LOGIN)),
    step("Build both Workers, optimised, and the command", `node ${BUILD.join(" ")}`),
    ...resourcesOf(deployment).map(({ title, look, make }) => step(`Find the ${title}, or make it`, typed(look), typed(make))),
    step("Apply the migrations that are pending", typed(lookForMigrations(deployment, files.worker)), typed(applyMigrations(deployment, files.worker))),
    step("Deploy the Worker that sets reports", typed(deployCommand(files.renderer))),
    step("Deploy the Worker", typed(deployCommand(files.worker))),
    step(`Set the secrets that are missing, at random, on standard input: ${SECRETS.join(", ")}`, typed(lookForSecrets(deployment)), typed(setSecrets(deployment))),
    step("Look whether all of it works", doctorCommand(deployment.address ?? "ADDRESS")),
  ];
  const lines = steps.flatMap(({ title, commands }, at) => [`${at + 1}. ${title}`, ...commands.map((command) => `     ${command}`)]);
  process.stdout.write(`Deployment ${deployment.name}, jurisdiction ${deployment.jurisdiction}\n\n${lines.join("\n")}\n\nThe Worker's configuration:\n\n${configurationsOf(deployment).worker}`);
}

/** What wrangler says of a bundle: its warnings, its size, and what the Worker is bound to. */
const bindings = ({ stdout, stderr }) => [stderr.trim(), boundTo(stdout)].filter(Boolean).join("\n\n");

const boundTo = (output) => output.slice(Math.max(0, output.indexOf("Total Upload"))).replace(/ +$/gm, "").trim();
