// The demo dataset, already imported: tests begin with a copy of an edge's state. `serve-demo.mjs` creates it.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cliBinary, targetDirectory, workerWasm } from "../../scripts/project.mjs";
import { Failure } from "../../scripts/step.mjs";

/** Returns the folder of that state. A note with its stamp and its key lies beside it. */
export const servedFolder = () => join(targetDirectory(), "served-demo");
export const servedState = () => join(servedFolder(), "state");
export const servedNote = () => join(servedFolder(), "note.json");

/** Returns a digest of the inputs of the state. Another Worker or another command may create another state. */
export function stamp() {
  const hash = createHash("sha256");
  for (const file of [workerWasm, cliBinary()]) {
    if (!existsSync(file)) throw new Failure(`there is no ${file}: npm run build makes it, then run the command again`);
    hash.update(readFileSync(file));
  }
  return hash.digest("hex");
}

/**
 * Copies the state. Returns the copy and the secret of a key of access level raw, or undefined without a current state.
 */
export function servedDemo() {
  if (!existsSync(servedNote())) return undefined;
  const note = JSON.parse(readFileSync(servedNote(), "utf8"));
  if (note.stamp !== stamp()) return undefined;
  const copy = mkdtempSync(join(tmpdir(), "overheard-served-"));
  cpSync(servedState(), copy, { recursive: true });
  return { secret: note.secret, persistTo: copy, remove: () => rmSync(copy, { recursive: true, force: true }) };
}
