// The demo dataset as an edge serves it, imported once: tests begin with a copy of that edge's state.
// `node tests/edge/support/served.mjs` makes it, unless it is there for this Worker and this command.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cliBinary, targetDirectory, workerWasm } from "../../../scripts/project.mjs";
import { Failure, main } from "../../../scripts/step.mjs";
import { createKey, importFolder, startEdge } from "../harness.mjs";
import { demoData } from "./data.mjs";

const folder = () => join(targetDirectory(), "served-demo");
const noteFile = () => join(folder(), "note.json");

/** What the state was made with: another Worker or another command may make another one. */
function stamp() {
  const hash = createHash("sha256");
  for (const file of [workerWasm, cliBinary()]) {
    if (!existsSync(file)) throw new Failure(`there is no ${file}: npm run build makes it, then run the command again`);
    hash.update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** A copy of the state, and the secret of a key of access level raw; undefined when there is none that fits. */
export function servedDemo() {
  if (!existsSync(noteFile())) return undefined;
  const note = JSON.parse(readFileSync(noteFile(), "utf8"));
  if (note.stamp !== stamp()) return undefined;
  const copy = mkdtempSync(join(tmpdir(), "overheard-served-"));
  cpSync(join(folder(), "state"), copy, { recursive: true });
  return { secret: note.secret, persistTo: copy, remove: () => rmSync(copy, { recursive: true, force: true }) };
}

await main(import.meta.url, async () => {
  if (existsSync(noteFile()) && JSON.parse(readFileSync(noteFile(), "utf8")).stamp === stamp()) return;
  rmSync(folder(), { recursive: true, force: true });
  const edge = await startEdge({ persistTo: join(folder(), "state") });
  let key;
  try {
    await importFolder(edge, demoData);
    key = await createKey(edge);
  } finally {
    await edge.stop();
  }
  // The note comes last: a state without one is not used.
  writeFileSync(noteFile(), JSON.stringify({ stamp: stamp(), secret: key.secret }));
});
