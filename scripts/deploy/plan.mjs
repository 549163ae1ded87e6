// Implements `--dry-run`: prints the commands of `--go`, checks the configuration, and bundles the Workers if they are
// built. Needs no login and no network.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure, work } from "../step.mjs";
import { configurationFiles, configurationsOf, writeConfigurations } from "./configuration.mjs";
import { chosenBy, path } from "./deployment.mjs";
import { doctorCommand } from "./doctor.mjs";
import { LOGIN } from "./login.mjs";
import { applyMigrations } from "./migrations.mjs";
import { resourcesOf } from "./resources.mjs";
import { SECRETS, lookForSecrets, setSecrets } from "./secrets.mjs";
import { BUILD, deployCommand, isBuilt, quickBuilds, bundleOnly } from "./workers.mjs";
import { typed } from "./wrangler.mjs";

export async function plan(deployment) {
  const folder = mkdtempSync(join(tmpdir(), "overheard-deploy-"));
  try {
    const files = writeConfigurations(deployment, folder);
    // The temporary files that wrangler reads here stand for the deployment's files, so messages name those.
    const named = (text) =>
      text.replaceAll(path(folder), path(deployment.files.folder)).replaceAll(folder, path(deployment.files.folder));
    print(deployment);
    if (!isBuilt()) {
      process.stdout.write(
        `\nThe Workers are not built, so they were not bundled. Build them first to have that tried: node ${BUILD.join(" ")}\n`,
      );
    } else {
      const bundle = async (file, title) => named(bindings(await work(title, () => tried(file, named))));
      const rendering = await bundle(files.renderer, "Bundling the Worker that sets reports");
      const worker = await bundle(files.worker, "Bundling the Worker");
      process.stdout.write(`\nThe Worker that sets reports:\n${rendering}\n\nThe Worker:\n${worker}\n`);
      if (quickBuilds().length > 0)
        process.stdout.write(
          "\nWhat was bundled is a quick build, which is never deployed: --go builds the optimised one.\n",
        );
    }
    process.stdout.write(`\nNothing was changed. To deploy: npm run deploy -- --go${options(deployment)}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Bundles a Worker. A failure names the deployment's own file. */
async function tried(file, named) {
  try {
    return await bundleOnly(file);
  } catch (error) {
    throw error instanceof Failure ? new Failure(named(error.message)) : error;
  }
}

/** Returns the given options as they are typed. */
function options(deployment) {
  const { account, jurisdiction } = deployment;
  return [
    chosenBy(deployment),
    account ? ` --account ${account}` : "",
    jurisdiction === "none" ? "" : ` --jurisdiction ${jurisdiction}`,
  ].join("");
}

/** Prints the steps in their order, each with its commands. */
function print(deployment) {
  const files = configurationFiles(path(deployment.files.folder));
  const step = (title, ...commands) => ({ title, commands });
  const steps = [
    step("Check the login", typed(LOGIN)),
    step("Build both Workers, optimised, and the command", `node ${BUILD.join(" ")}`),
    ...resourcesOf(deployment).map(({ title, look, make }) =>
      step(`Find the ${title}, or make it`, typed(look), typed(make)),
    ),
    step("Apply the migrations that are pending", ...applyMigrations(deployment, files.worker).map(typed)),
    step("Deploy the Worker that sets reports", typed(deployCommand(files.renderer))),
    step("Deploy the Worker", typed(deployCommand(files.worker))),
    step(
      `Set the secrets that are missing, at random, on standard input: ${SECRETS.join(", ")}`,
      typed(lookForSecrets(deployment)),
      typed(setSecrets(deployment)),
    ),
    step("Look whether all of it works", doctorCommand(deployment.address ?? "ADDRESS")),
  ];
  const lines = steps.flatMap(({ title, commands }, at) => [
    `${at + 1}. ${title}`,
    ...commands.map((command) => `     ${command}`),
  ]);
  process.stdout.write(
    `Deployment ${deployment.name}, jurisdiction ${deployment.jurisdiction}\n\n${lines.join("\n")}\n\nThe Worker's configuration:\n\n${configurationsOf(deployment).worker}`,
  );
}

/** Returns the warnings about a bundle, its size, and the bindings of the Worker. */
const bindings = ({ stdout, stderr }) => [stderr.trim(), boundTo(stdout)].filter(Boolean).join("\n\n");

const boundTo = (output) =>
  output
    .slice(Math.max(0, output.indexOf("Total Upload")))
    .replace(/ +$/gm, "")
    .trim();
