// The database of the dataset, which is chosen when the Worker is built.
import { readFileSync } from "node:fs";
import { inRoot } from "../project.mjs";
import { Failure } from "../step.mjs";

/** The setting, in the environment or in wrangler.toml. */
const SETTING = "DATASET";
const ALLOWED = ["d1", "clickhouse"];

/** Returns the database that the Worker is built for: d1 or clickhouse. */
export function datasetSetting() {
  // Read without a parser, because the first build begins before packages are installed.
  const configured = readFileSync(inRoot("wrangler.toml"), "utf8").match(new RegExp(`^${SETTING} = "(.*)"`, "m"));
  const setting = process.env[SETTING] || configured?.[1] || ALLOWED[0];
  if (!ALLOWED.includes(setting))
    throw new Failure(`${SETTING} '${setting}' is not allowed. Allowed: ${ALLOWED.join(", ")}`);
  return setting;
}
