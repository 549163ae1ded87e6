// The local state of a deployment: a folder for each name, ignored by git.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { inRoot, root } from "../project.mjs";
import { Failure } from "../step.mjs";

export const DEFAULT_NAME = "overheard";

/** Jurisdictions in which the platform can keep data. With `none`, the platform chooses. */
export const JURISDICTIONS = ["eu", "fedramp", "none"];

/** Names that are valid for Workers, databases, buckets and queues, and short enough to add `-artifacts`. */
const NAME = /^[a-z][a-z0-9-]{1,38}[a-z0-9]$/;

/** Returns a file's path from the project's folder, for messages. */
export const path = (file) => relative(root, file);

/**
 * Opens the deployment of a name. Options cannot change its `account` and `jurisdiction` once they are recorded.
 * `folder` is the folder of all deployments.
 */
export function openDeployment(
  { name = DEFAULT_NAME, account, jurisdiction, address },
  { folder = inRoot(".deploy") } = {},
) {
  if (!NAME.test(name))
    throw new Failure(
      `--name '${name}' is not allowed. Allowed: 3 to 40 of a-z, 0-9 and -, the first a letter, the last no -`,
    );
  if (jurisdiction !== undefined && !JURISDICTIONS.includes(jurisdiction)) {
    throw new Failure(`--jurisdiction '${jurisdiction}' is not allowed. Allowed: ${JURISDICTIONS.join(", ")}`);
  }
  const origin = address === undefined ? undefined : originOf(address);
  const own = join(folder, name);
  const files = {
    folder: own,
    record: join(own, "deployment.json"),
    settings: join(own, "settings.toml"),
    secrets: join(own, "secrets.env"),
  };
  const record = readRecord(files.record);
  for (const [option, value] of Object.entries({ account, jurisdiction })) {
    if (value === undefined || record[option] === undefined || record[option] === value) continue;
    throw new Failure(
      `--${option} ${value}: the deployment ${name} was made with ${record[option]}, which cannot be changed. Choose another --name for a second deployment`,
    );
  }
  return {
    name,
    files,
    record,
    account: record.account ?? account ?? process.env.CLOUDFLARE_ACCOUNT_ID,
    jurisdiction: record.jurisdiction ?? jurisdiction ?? "none",
    namedAddress: origin ?? record.named_address,
    address: origin ?? record.named_address ?? record.address,
  };
}

/** Adds facts to the record of a deployment, so that an interrupted command can resume. */
export function recordFacts(deployment, facts) {
  Object.assign(deployment.record, facts);
  const { folder, record: file } = deployment.files;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(deployment.record, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}

/** Returns the command-line options that select this deployment. */
export const chosenBy = ({ name }) => (name === DEFAULT_NAME ? "" : ` --name ${name}`);

function readRecord(file) {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Failure(
      `${path(file)} is no JSON (${error.message}). Put it right, or delete it: what it names is found again by its names`,
    );
  }
}

/** Returns the origin of an address. The operator's command sends its secret there. */
function originOf(address) {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(url?.hostname);
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isLocal)) return url.origin;
  throw new Failure(
    `--address '${address}' is not allowed. Allowed: the address of the deployment, such as https://insights.example.com`,
  );
}
