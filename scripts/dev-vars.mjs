// The secrets of the local edge, in the file where `wrangler dev` looks for them.
import { randomBytes } from "node:crypto";
import { appendFileSync, chmodSync, existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { inRoot } from "./project.mjs";

const FILE = inRoot(".dev.vars");

/** The secrets of `.dev.vars`; the operator's secret is made up on first use. */
export function devVars() {
  const text = () => (existsSync(FILE) ? readFileSync(FILE, "utf8") : "");
  if (!parseEnv(text()).ADMIN_SECRET) {
    const separator = /[^\n]$/.test(text()) ? "\n" : "";
    appendFileSync(FILE, `${separator}ADMIN_SECRET=${randomBytes(32).toString("hex")}\n`, { mode: 0o600 });
    chmodSync(FILE, 0o600);
  }
  return parseEnv(text());
}
