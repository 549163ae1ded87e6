// The secrets of the local edge, in the file that `wrangler dev` reads.
import { randomBytes } from "node:crypto";
import { appendFileSync, chmodSync, existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { inRoot } from "./project.mjs";

const FILE = inRoot(".dev.vars");

/** The operator's secret, and the secret that signs browser tokens. */
const SECRETS = ["ADMIN_SECRET", "SIGNING_SECRET"];

/** Returns the secrets of `.dev.vars`. Generates the missing ones. */
export function devVars() {
  const text = () => (existsSync(FILE) ? readFileSync(FILE, "utf8") : "");
  for (const secret of SECRETS.filter((name) => !parseEnv(text())[name])) {
    const separator = /[^\n]$/.test(text()) ? "\n" : "";
    appendFileSync(FILE, `${separator}${secret}=${randomBytes(32).toString("hex")}\n`, { mode: 0o600 });
    chmodSync(FILE, 0o600);
  }
  return parseEnv(text());
}
