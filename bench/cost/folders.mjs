// Where the benchmark keeps what it makes: datasets for good, loaded databases as long as --keep says so.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "../../scripts/project.mjs";
import { Failure } from "../../scripts/step.mjs";

const HOME = inRoot(".bench");
const LOADED = "loaded.json";

export const dataFolder = (mentions) => join(HOME, "data", String(mentions));
/** The folder of a batch of so many mentions. */
export const batchFolder = (mentions) => join(HOME, "batch", String(mentions));
/** The folder of a loaded database. `kind` is packed, reference or grammar; `name` the number of mentions or the dataset. */
export const loadedFolder = (kind, name) => join(HOME, kind, String(name));

/** What is known of a database that was loaded earlier by the same program, or undefined. */
export function loadedBefore(folder, program) {
  const file = join(folder, LOADED);
  if (!existsSync(file)) return undefined;
  const { loadedBy, report } = JSON.parse(readFileSync(file, "utf8"));
  return loadedBy === fingerprint(program) ? report : undefined;
}

/** Notes that a database is loaded, and by which program. */
export const noteLoaded = (folder, program, report) =>
  writeFileSync(join(folder, LOADED), JSON.stringify({ loadedBy: fingerprint(program), report }));

/** An empty folder in place of whatever was there. */
export function emptyFolder(folder) {
  removeFolder(folder);
  mkdirSync(folder, { recursive: true });
}

export const removeFolder = (folder) => rmSync(folder, { recursive: true, force: true });

/** The SQLite file of the largest D1 database whose state is kept in a folder: that of the dataset. */
export function databaseFile(folder) {
  const place = join(folder, "d1", "miniflare-D1DatabaseObject");
  const names = readdirSync(place).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  const files = names.map((name) => join(place, name)).sort((one, other) => statSync(other).size - statSync(one).size);
  if (files.length === 0) throw new Failure(`${place} holds no database`);
  return files[0];
}

const fingerprint = (program) => createHash("sha256").update(readFileSync(program)).digest("hex");
