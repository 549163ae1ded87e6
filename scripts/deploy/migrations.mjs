// The migrations of the databases. A table in each database lists the applied ones.
import { readdirSync } from "node:fs";
import { namesOf } from "./configuration.mjs";
import { unlessMissing, wrangler, wranglerJson } from "./wrangler.mjs";

/** The table with wrangler's applied migrations. `wrangler d1 migrations list` would create it. */
const TABLE = "d1_migrations";
const NO_TABLE = new RegExp(`no such table: ${TABLE}`);

const lookForMigrations = (binding, config) => [
  ...["d1", "execute", binding, "--remote", "--config", config, "--json"],
  ...["--command", `SELECT name FROM ${TABLE}`],
];

/** Returns the commands that apply the migrations, one for each database. */
export const applyMigrations = (deployment, config) =>
  namesOf(deployment).databases.map(({ binding }) => [
    ...["d1", "migrations", "apply", binding],
    ...["--remote", "--config", config],
  ]);

/** Returns the names of the migrations that are not applied to a deployment's databases. Changes nothing. */
export async function pendingMigrations(deployment, config) {
  const pending = [];
  for (const { binding, migrations } of namesOf(deployment).databases) {
    const looked = wranglerJson(lookForMigrations(binding, config), deployment);
    const applied = await unlessMissing(() => looked, NO_TABLE);
    const seen = new Set((applied ?? []).flatMap(({ results }) => results).map(({ name }) => name));
    const names = readdirSync(migrations).filter((name) => name.endsWith(".sql") && !seen.has(name));
    pending.push(...names.sort().map((name) => (binding === "DB" ? name : `${name} in ${binding}`)));
  }
  return pending;
}

export async function migrate(deployment, config) {
  for (const command of applyMigrations(deployment, config)) await wrangler(command, deployment);
}
