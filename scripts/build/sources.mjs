// Tells which parts are built from the present sources. It compares sizes and times of files, because cargo and the
// bundlers take seconds to say the same.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inRoot } from "../project.mjs";

const SOURCES = [
  "Cargo.lock",
  "Cargo.toml",
  "LICENSE",
  "README.md",
  "cli",
  "docs",
  "package-lock.json",
  "pkg",
  "scripts",
  "src",
  "worker",
  "www",
];
/** Folders of what is built and installed. */
const PASSED_OVER = /^(node_modules|dist|generated|build|site|build\.\w+|site\.\w+|THIRD-PARTY|LICENSE|\..*)$/;
const NOTE = inRoot("bin", "built.json");

function* filesBelow(path) {
  if (!statSync(path).isDirectory()) return yield path;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    // Of the scripts, `site` and `build` are sources.
    const isPassedOver = PASSED_OVER.test(entry.name) && !(path === inRoot("scripts") && entry.name !== "node_modules");
    if (isPassedOver || entry.isSymbolicLink()) continue;
    if (entry.isDirectory()) yield* filesBelow(join(path, entry.name));
    else if (entry.isFile()) yield join(path, entry.name);
  }
}

/** A stamp of the sources as they are now. */
export function sourcesNow() {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    for (const file of filesBelow(inRoot(source))) {
      const { size, mtimeMs } = statSync(file);
      hash.update(`${file} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest("hex");
}

const noted = () => (existsSync(NOTE) ? JSON.parse(readFileSync(NOTE, "utf8")) : {});

/** Returns the parts that are built of the present sources: for each, `quick` or `optimised`. */
export function builtParts() {
  const { sources: from, parts = {} } = noted();
  return from === sourcesNow() ? parts : {};
}

/** Notes that a part is built of the sources that had this stamp. */
export function noteBuilt(part, { quick, from }) {
  const known = noted();
  const parts = { ...(known.sources === from && known.parts), [part]: quick ? "quick" : "optimised" };
  mkdirSync(dirname(NOTE), { recursive: true });
  writeFileSync(NOTE, JSON.stringify({ sources: from, parts }));
}
