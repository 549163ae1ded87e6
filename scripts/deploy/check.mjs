// Implements `--check`: examines every part of a deployment and changes nothing.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure, work } from "../step.mjs";
import { namesOf, recordKeyOf, writeConfigurations } from "./configuration.mjs";
import { chosenBy } from "./deployment.mjs";
import { diagnose, doctorCommand, hasDoctor } from "./doctor.mjs";
import { login } from "./login.mjs";
import { pendingMigrations } from "./migrations.mjs";
import { findAll, resourcesOf } from "./resources.mjs";
import { SECRETS, adminSecret, missingSecrets } from "./secrets.mjs";
import { deployedWorkers } from "./workers.mjs";

/** Prints a line for each part. Fails if any part is missing. */
export async function check(deployment) {
  const folder = mkdtempSync(join(tmpdir(), "overheard-deploy-"));
  try {
    const parts = await work(`Looking at the deployment ${deployment.name}`, () => look(deployment, folder));
    print(parts);
    const absent = parts.filter(({ state }) => state !== "good").length;
    if (absent > 0)
      throw new Failure(
        `${absent} of ${parts.length} parts are missing or wrong. To provide what is missing: npm run deploy -- --go${chosenBy(deployment)}`,
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const good = (part, found) => ({ part, state: "good", found });
const missing = (part, found) => ({ part, state: "missing", found });
const wrong = (part, found) => ({ part, state: "wrong", found });

async function look(deployment, folder) {
  writeConfigurations(deployment, folder);
  const account = await login(deployment);
  deployment.account = account.id;
  const resources = resourcesOf(deployment);
  const [found, workers, secrets] = await Promise.all([
    findAll(resources, deployment),
    deployedWorkers(deployment),
    missingSecrets(deployment),
  ]);
  // These facts are only for this check and are not written.
  for (const there of found) Object.assign(deployment.record, there?.facts);
  return [
    good("account", `${account.name} (${account.id})`),
    ...resources.map(({ title }, at) => (found[at] ? good(title, found[at].id) : missing(title, "not made"))),
    await tables(deployment, folder),
    ...Object.entries(workers).map(([name, at]) =>
      at ? good(`Worker ${name}`, `deployed ${at}`) : missing(`Worker ${name}`, "not deployed"),
    ),
    ...SECRETS.map((name) =>
      secrets.includes(name) ? missing(`secret ${name}`, "not set") : good(`secret ${name}`, "set"),
    ),
    ...(await health(deployment)),
  ];
}

async function tables(deployment, folder) {
  const absent = namesOf(deployment).databases.find(({ binding }) => !deployment.record[recordKeyOf(binding)]);
  if (absent) return missing("migrations", `there is no database ${absent.name}`);
  const pending = await pendingMigrations(deployment, writeConfigurations(deployment, folder).worker);
  return pending.length === 0
    ? good("migrations", "all applied")
    : missing("migrations", `not applied: ${pending.join(", ")}`);
}

/** Runs `overheard doctor` against the deployment if its address and secret are known. */
async function health(deployment) {
  const { address } = deployment;
  const secret = adminSecret(deployment);
  if (address === undefined) return [missing("doctor", "no address is known yet. Name it with --address")];
  if (secret === undefined)
    return [missing("doctor", "this machine has not the ADMIN_SECRET. Set OVERHEARD_ADMIN_SECRET to it")];
  if (!hasDoctor()) return [missing("doctor", "the command is not compiled. Run: npm run build -- cli")];
  const { count, faults, serves } = await diagnose(address, secret);
  const empty = serves ? "" : ". Nothing is served yet: import something";
  if (faults.length === 0)
    return [good("doctor", `${address}: ${serves ? count : count - 1} of ${count} checks are good${empty}`)];
  return [wrong("doctor", `${doctorCommand(address)}: ${faults.join("; ")}`)];
}

function print(parts) {
  const rows = [["part", "state", "found"], ...parts.map(({ part, state, found }) => [part, state, found])];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column].length)));
  for (const [part, state, found] of rows)
    process.stdout.write(`${part.padEnd(widths[0])}  ${state.padEnd(widths[1])}  ${found}\n`);
}
