// The secrets of the local edge, in the file where `wrangler dev` looks for them.
import { randomBytes } from "node:crypto";
import { appendFileSync, chmodSync, existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { inRoot } from "./project.mjs";

const FILE = inRoot(".dev.vars");

/** What opens the operator's surface, and what browser tokens are signed with. */
const SECRETS = ["ADMIN_SECRET", "SIGNING_SECRET"];

/** The secrets of `.dev.vars`; those that are not there are made up. */
export function devVars() {
  const text = () => (existsSync(FILE) ? readFileSync(FILE, "utf8") : "");
  for (const secret of SECRETS.filter((name) => !parseEnv(text())[name])) {
    const separator = /[^\n]$/.test(text()) ? "\n" : "";
    appendFileSync(FILE, `${separator}${secret}=${randomBytes(32).toString("hex")}\n`, { mode: 0o600 });
    chmodSync(FILE, 0o600);
  }
  return parseEnv(text());
}
