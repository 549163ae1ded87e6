// Determines which parts are built from the current sources. It compares sizes and times of files, because cargo and
// the bundlers take seconds for the same answer.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inRoot } from "../project.mjs";
import { datasetSetting } from "./dataset.mjs";

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
/** Folders of built and installed files. */
const EXCLUDED = /^(node_modules|dist|generated|build|site|build\.\w+|site\.\w+|THIRD-PARTY|LICENSE|\..*)$/;
const NOTE = inRoot("bin", "built.json");

function* filesBelow(path) {
  if (!statSync(path).isDirectory()) return yield path;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    // In `scripts`, the folders `site` and `build` are sources.
    const isPassedOver = EXCLUDED.test(entry.name) && !(path === inRoot("scripts") && entry.name !== "node_modules");
    if (isPassedOver || entry.isSymbolicLink()) continue;
    if (entry.isDirectory()) yield* filesBelow(join(path, entry.name));
    else if (entry.isFile()) yield join(path, entry.name);
  }
}

/** Returns a stamp of the current sources, and of the setting that the Worker is built for. */
export function sourcesNow() {
  const hash = createHash("sha256").update(`${datasetSetting()}\n`);
  for (const source of SOURCES) {
    for (const file of filesBelow(inRoot(source))) {
      const { size, mtimeMs } = statSync(file);
      hash.update(`${file} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest("hex");
}

const noted = () => (existsSync(NOTE) ? JSON.parse(readFileSync(NOTE, "utf8")) : {});

/** Returns the database that the existing Worker is built for: d1 or clickhouse. */
export const builtDataset = () => noted().dataset ?? "d1";

/** Returns the parts that are built from the current sources: for each, `quick` or `optimised`. */
export function builtParts() {
  const { sources: from, parts = {} } = noted();
  return from === sourcesNow() ? parts : {};
}

/** Records that a part is built from the sources with this stamp. */
export function recordBuilt(part, { quick, from }) {
  const known = noted();
  const parts = { ...(known.sources === from && known.parts), [part]: quick ? "quick" : "optimised" };
  mkdirSync(dirname(NOTE), { recursive: true });
  const dataset = part === "worker" ? datasetSetting() : known.dataset;
  writeFileSync(NOTE, JSON.stringify({ sources: from, dataset, parts }));
}
