// Writes files for the programs under test.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after } from "node:test";

/** Creates a folder that is deleted after the tests of the file, or after the calling test. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "overheard-openapi-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a text into a file of a folder, and returns its path. */
export function writeTextFile(name, text, folder) {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}
