// The migrations of the database. The database's own table lists the applied ones.
import { readdirSync } from "node:fs";
import { namesOf } from "./configuration.mjs";
import { unlessMissing, wrangler, wranglerJson } from "./wrangler.mjs";

/** The table with wrangler's applied migrations. `wrangler d1 migrations list` would create it. */
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

/** Returns the names of the migrations that are not applied to a deployment's database. Changes nothing. */
export async function pendingMigrations(deployment, config) {
  const applied = await unlessMissing(() => wranglerJson(lookForMigrations(deployment, config), deployment), NO_TABLE);
  const seen = new Set((applied ?? []).flatMap(({ results }) => results).map(({ name }) => name));
  return readdirSync(namesOf(deployment).migrations)
    .filter((name) => name.endsWith(".sql") && !seen.has(name))
    .sort();
}

export const migrate = (deployment, config) => wrangler(applyMigrations(deployment, config), deployment);
