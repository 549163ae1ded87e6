// Files that tests hand to programs.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after } from "node:test";

/** A folder that is gone when the tests of the file are over, or the one test that asks for it. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "overheard-openapi-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The path of a file with this text, in a folder. */
export function written(name, text, folder) {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}
