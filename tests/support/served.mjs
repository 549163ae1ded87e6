// The demo dataset as an edge serves it: tests begin with a copy of that edge's state. `serve-demo.mjs` makes it.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cliBinary, targetDirectory, workerWasm } from "../../scripts/project.mjs";
import { Failure } from "../../scripts/step.mjs";

/** Where the state of such an edge is, and what is noted of it. */
export const servedFolder = () => join(targetDirectory(), "served-demo");
export const servedState = () => join(servedFolder(), "state");
export const servedNote = () => join(servedFolder(), "note.json");

/** What the state was made with: another Worker or another command may make another one. */
export function stamp() {
  const hash = createHash("sha256");
  for (const file of [workerWasm, cliBinary()]) {
    if (!existsSync(file)) throw new Failure(`there is no ${file}: npm run build makes it, then run the command again`);
    hash.update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** A copy of the state, and the secret of a key of access level raw; undefined when there is none that fits. */
export function servedDemo() {
  if (!existsSync(servedNote())) return undefined;
  const note = JSON.parse(readFileSync(servedNote(), "utf8"));
  if (note.stamp !== stamp()) return undefined;
  const copy = mkdtempSync(join(tmpdir(), "overheard-served-"));
  cpSync(servedState(), copy, { recursive: true });
  return { secret: note.secret, persistTo: copy, remove: () => rmSync(copy, { recursive: true, force: true }) };
}
