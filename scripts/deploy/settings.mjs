// The settings of one deployment that differ from the repository's: `settings.toml` in its folder, only written by
// people.
import { existsSync, readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { Failure } from "../step.mjs";
import { path } from "./deployment.mjs";

/** Entries that follow from the name of a deployment, its resources and the code. */
const DECIDED = [
  "name",
  "main",
  "account_id",
  "build",
  "assets",
  "kv_namespaces",
  "d1_databases",
  "r2_buckets",
  "queues",
  "services",
  "durable_objects",
  "migrations",
  "version_metadata",
  "env",
];

/** Reads the settings of a deployment; `committed` is the repository's configuration, which they change. */
export function readSettings({ files }, committed) {
  const file = path(files.settings);
  if (!existsSync(files.settings)) return {};
  let settings;
  try {
    settings = parse(readFileSync(files.settings, "utf8"));
  } catch (error) {
    throw new Failure(`${file} is no TOML: ${error.message.split("\n")[0]}`);
  }
  const decided = DECIDED.find((key) => Object.hasOwn(settings, key));
  if (decided) throw new Failure(`${file}: ${decided} is decided by the deployment itself and cannot be set there`);
  if (settings.vars?.JURISDICTION !== undefined) {
    throw new Failure(
      `${file}: JURISDICTION follows from --jurisdiction, with which the database was made, and cannot be set there`,
    );
  }
  const unknown = Object.keys(settings.vars ?? {}).find((key) => !Object.hasOwn(committed.vars, key));
  if (unknown)
    throw new Failure(`${file}: there is no setting ${unknown}. Allowed: ${Object.keys(committed.vars).join(", ")}`);
  return settings;
}

const isTable = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** Returns a configuration with changed values: tables are merged, everything else is replaced. */
export function merged(configuration, settings) {
  const result = { ...configuration };
  for (const [key, value] of Object.entries(settings)) {
    result[key] = isTable(value) && isTable(result[key]) ? merged(result[key], value) : value;
  }
  return result;
}
