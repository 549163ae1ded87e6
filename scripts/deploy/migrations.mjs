// The migrations of the database: what is applied is known from the database's own table of them.
import { readdirSync } from "node:fs";
import { namesOf } from "./configuration.mjs";
import { unlessMissing, wrangler, wranglerJson } from "./wrangler.mjs";

/** The table in which wrangler keeps the names of what it applied. `wrangler d1 migrations list` would make it. */
const TABLE = "d1_migrations";
const NO_TABLE = new RegExp(`no such table: ${TABLE}`);

const lookForMigrations = (deployment, config) => [
  ...["d1", "execute", namesOf(deployment).databaseBinding, "--remote", "--config", config, "--json"],
  ...["--command", `SELECT name FROM ${TABLE}`],
];

export const applyMigrations = (deployment, config) => [
  "d1",
  "migrations",
  "apply",
  namesOf(deployment).databaseBinding,
  "--remote",
  "--config",
  config,
];

/** Returns the names of the migrations that the database of a deployment has not seen. Changes nothing. */
export async function pendingMigrations(deployment, config) {
  const applied = await unlessMissing(() => wranglerJson(lookForMigrations(deployment, config), deployment), NO_TABLE);
  const seen = new Set((applied ?? []).flatMap(({ results }) => results).map(({ name }) => name));
  return readdirSync(namesOf(deployment).migrations)
    .filter((name) => name.endsWith(".sql") && !seen.has(name))
    .sort();
}

export const migrate = (deployment, config) => wrangler(applyMigrations(deployment, config), deployment);
