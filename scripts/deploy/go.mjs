// Implements `--go`: creates a deployment or resumes one. Each step detects completed work.
import { cliBinary } from "../project.mjs";
import { Failure, expectSteps, skip, work } from "../step.mjs";
import { datasetOf, writeConfigurations } from "./configuration.mjs";
import { chosenBy, path, recordFacts } from "./deployment.mjs";
import { diagnoseNew } from "./doctor.mjs";
import { login } from "./login.mjs";
import { migrate } from "./migrations.mjs";
import { findAll, resourcesOf } from "./resources.mjs";
import { adminSecret, exportAdminSecret, giveSecrets, keepsAdminSecret, missingSecrets } from "./secrets.mjs";
import { addressIn, build as buildAll, deployWorker } from "./workers.mjs";
import { wrangler } from "./wrangler.mjs";

/** Login, finding resources, creating them, migrations, two Workers, secrets, the doctor. */
const STEPS = 8;

/** Does all remaining steps. `build` builds the deployed files. */
export async function go(deployment, { build = buildAll } = {}) {
  try {
    await everyStep(deployment, build);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure(
      `${error.message}. What was done stays: put this right, then run the same command again, which goes on from there`,
    );
  }
}

async function everyStep(deployment, build) {
  const resources = resourcesOf(deployment);
  // Invalid settings are found before anything is created.
  writeConfigurations(deployment);
  expectSteps(STEPS);
  const account = await work("Checking the login", () => login(deployment));
  deployment.account = account.id;
  process.stderr.write(
    `Deployment ${deployment.name} in the account ${account.name}, jurisdiction ${deployment.jurisdiction}\n`,
  );
  await build(datasetOf(deployment));

  await provideResources(deployment, resources);
  const files = writeConfigurations(deployment);
  await work("Applying the migrations that are pending", () => migrate(deployment, files.worker));
  await provideWorker(deployment, "Deploying the Worker that sets reports", files.renderer);
  const targets = await provideWorker(deployment, "Deploying the Worker", files.worker);
  await provideSecrets(deployment);

  const { namedAddress } = deployment;
  const address = namedAddress ?? addressIn(targets);
  if (address === undefined)
    throw new Failure(
      "the Worker has no address. Name the one that leads to it with --address, or set workers_dev or routes in settings.toml",
    );
  recordFacts(deployment, { address, named_address: namedAddress });
  await finish(deployment, address);
}

async function provideResources(deployment, resources) {
  const found = await work("Looking for what the account has", () => findAll(resources, deployment));
  // These are fixed from now on: existing resources match them, and all others are created with them.
  recordFacts(deployment, { account: deployment.account, jurisdiction: deployment.jurisdiction });
  for (const [at, { title }] of resources.entries()) {
    if (found[at] === undefined) continue;
    recordFacts(deployment, found[at].facts);
    process.stderr.write(`  ${title}: there (${found[at].id})\n`);
  }
  const missing = resources.filter((_, at) => found[at] === undefined);
  if (missing.length === 0) return skip("Making what is missing", "nothing is");
  await work(`Making the ${missing.map(({ title }) => title).join(", the ")}`, async () => {
    const ended = await Promise.allSettled(missing.map(({ make }) => wrangler(make, deployment)));
    await recordIds(
      deployment,
      missing.filter(({ hasId }, at) => hasId && ended[at].status === "fulfilled"),
    );
    const failed = ended.find(({ status }) => status === "rejected");
    if (failed) throw failed.reason;
  });
}

/** Records the ids of new resources. Wrangler prints a new id in prose only, so the ids are looked up. */
async function recordIds(deployment, resources) {
  const made = await findAll(resources, deployment);
  for (const [at, { title }] of resources.entries()) {
    if (!made[at]) throw new Failure(`the ${title} was made, and is not to be found`);
    recordFacts(deployment, made[at].facts);
  }
}

/** Deploys a Worker and prints wrangler's warnings. Returns the addresses and triggers of the Worker. */
async function provideWorker(deployment, title, file) {
  const { targets, warnings } = await work(title, () => deployWorker(deployment, file));
  if (warnings !== "") process.stderr.write(`${warnings}\n`);
  return targets;
}

async function provideSecrets(deployment) {
  const missing = await missingSecrets(deployment);
  if (missing.length === 0) return skip("Setting the secrets", "set already");
  await work(`Setting the secrets (${missing.join(", ")})`, () => giveSecrets(deployment, missing));
}

/** Checks the deployment, and prints the next steps. */
async function finish(deployment, address) {
  const secret = adminSecret(deployment);
  if (secret === undefined) {
    skip(
      "Looking at the deployment",
      "not done: this machine has not its ADMIN_SECRET. Set OVERHEARD_ADMIN_SECRET to it",
    );
    return say(deployment, address, true);
  }
  const { count, faults, serves } = await work("Looking at the deployment", () => diagnoseNew(address, secret));
  if (faults.length > 0)
    throw new Failure(`${address} is deployed, and ${faults.length} of ${count} checks failed: ${faults.join("; ")}`);
  say(deployment, address, serves);
}

function say(deployment, address, serves) {
  const next = serves ? "keys create --name partner --plan starter" : "import DIR";
  const { settings, secrets } = deployment.files;
  const kept = keepsAdminSecret(deployment)
    ? `Secrets are in ${path(secrets)}: keep a copy where only operators read. `
    : "";
  process.stdout.write(`
Deployed: ${address}
${kept}Own settings belong in ${path(settings)}.

Next:
  ${exportAdminSecret(deployment)}
  ${path(cliBinary())} ${next} --to ${address}

Look at it later: npm run deploy -- --check${chosenBy(deployment)}
`);
}
