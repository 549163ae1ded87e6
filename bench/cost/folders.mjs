// Where the benchmark keeps what it makes: datasets for good, loaded databases as long as --keep says so.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "../../scripts/project.mjs";
import { Failure } from "../../scripts/step.mjs";

const HOME = inRoot(".bench");
const LOADED = "loaded.json";

export const dataFolder = (mentions) => join(HOME, "data", String(mentions));
/** The folder of a batch of so many mentions. */
export const batchFolder = (mentions) => join(HOME, "batch", String(mentions));
/** The folder of a loaded database. `kind` is packed or reference. */
export const loadedFolder = (kind, mentions) => join(HOME, kind, String(mentions));

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

/** The SQLite file of the one D1 database whose state is kept in a folder. Nobody may have it open. */
export function databaseFile(folder) {
  const place = join(folder, "d1", "miniflare-D1DatabaseObject");
  const files = readdirSync(place).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  if (files.length !== 1) throw new Failure(`${place} holds ${files.length} databases instead of one`);
  return join(place, files[0]);
}

const fingerprint = (program) => createHash("sha256").update(readFileSync(program)).digest("hex");
