// The demo dataset, already imported: tests begin with a copy of an edge's state. `serve-demo.mjs` creates it.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cliBinary, targetDirectory, workerWasm } from "../../scripts/project.mjs";
import { Failure } from "../../scripts/step.mjs";

/** Returns the folder of that state. A note with its stamp and its key lies beside it. */
export const servedFolder = () => join(targetDirectory(), "served-demo");
export const servedState = () => join(servedFolder(), "state");
export const servedNote = () => join(servedFolder(), "note.json");

/**
 * Returns the sizes and times of the inputs of the state. Another Worker or another command may create another state.
 * A digest of the command alone would take a tenth of a second for every test that begins with a copy.
 */
export function stamp() {
  const states = [workerWasm, cliBinary()].map((file) => {
    const state = statSync(file, { throwIfNoEntry: false });
    if (!state) throw new Failure(`there is no ${file}: npm run build makes it, then run the command again`);
    return `${state.size} ${state.mtimeMs}`;
  });
  return states.join(", ");
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
