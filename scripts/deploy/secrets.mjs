// The secrets of a deployment: generated if they are missing, and stored in a file that only its owner can read.
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseEnv } from "node:util";
import { namesOf } from "./configuration.mjs";
import { path } from "./deployment.mjs";
import { unlessMissing, wrangler, wranglerJson } from "./wrangler.mjs";

/** The operator's secret, and the secret that signs tokens and cursors. */
export const SECRETS = ["ADMIN_SECRET", "SIGNING_SECRET"];

/** Wrangler's message about a Worker that does not exist. */
const NO_WORKER = /Worker "[^"]*" not found/;

export const lookForSecrets = (deployment) => [
  "secret",
  "list",
  "--name",
  namesOf(deployment).worker,
  "--format",
  "json",
];

export const setSecrets = (deployment) => ["secret", "bulk", "--name", namesOf(deployment).worker];

/** Returns the names of the secrets that the Worker lacks: all of them if there is no Worker yet. */
export async function missingSecrets(deployment) {
  const list = await unlessMissing(() => wranglerJson(lookForSecrets(deployment), deployment), NO_WORKER);
  const set = new Set((list ?? []).map(({ name }) => name));
  return SECRETS.filter((name) => !set.has(name));
}

/**
 * Sends the missing secrets to the Worker, on wrangler's standard input. They are stored first, because they cannot be
 * read back.
 */
export async function giveSecrets(deployment, missing) {
  const kept = keepSecrets(deployment, missing);
  const input = JSON.stringify(Object.fromEntries(missing.map((name) => [name, kept[name]])));
  await wrangler(setSecrets(deployment), { account: deployment.account, input });
}

/** Returns the operator's secret if this machine has it. */
export const adminSecret = (deployment) => read(deployment).ADMIN_SECRET ?? process.env.OVERHEARD_ADMIN_SECRET;

/** Returns true if the deployment's own file has that secret. */
export const keepsAdminSecret = (deployment) => read(deployment).ADMIN_SECRET !== undefined;

/** Returns the shell line that exports the secret for the operator's command without showing it. */
export const exportAdminSecret = (deployment) =>
  keepsAdminSecret(deployment)
    ? `export OVERHEARD_ADMIN_SECRET="$(sed -n 's/^ADMIN_SECRET=//p' ${path(deployment.files.secrets)})"`
    : "export OVERHEARD_ADMIN_SECRET=…";

const read = ({ files }) => (existsSync(files.secrets) ? parseEnv(readFileSync(files.secrets, "utf8")) : {});

/** Generates the secrets that are not stored yet, and returns all of them. */
function keepSecrets(deployment, names) {
  const kept = read(deployment);
  const made = Object.fromEntries(
    names.filter((name) => !kept[name]).map((name) => [name, randomBytes(32).toString("hex")]),
  );
  const all = { ...kept, ...made };
  const file = deployment.files.secrets;
  mkdirSync(dirname(file), { recursive: true });
  // Writing keeps the mode of an existing file, so access of others is removed first.
  if (existsSync(file)) chmodSync(file, 0o600);
  const lines = Object.entries(all).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(file, lines.join(""), { mode: 0o600 });
  return all;
}
