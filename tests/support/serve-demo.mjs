// `node tests/support/serve-demo.mjs` imports the demo dataset into an edge. Tests begin with a copy of its state. It
// does nothing if a state of this Worker and this command exists.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { main } from "../../scripts/step.mjs";
import { createKey, importFolder, startEdge } from "../edge/harness.mjs";
import { demoData } from "./data.mjs";
import { servedFolder, servedNote, servedState, stamp } from "./served.mjs";

await main(import.meta.url, async () => {
  if (existsSync(servedNote()) && JSON.parse(readFileSync(servedNote(), "utf8")).stamp === stamp()) return;
  rmSync(servedFolder(), { recursive: true, force: true });
  const edge = await startEdge({ persistTo: servedState() });
  let key;
  try {
    await importFolder(edge, demoData);
    key = await createKey(edge);
  } finally {
    await edge.stop();
  }
  // The note is written last: a state without a note is incomplete and not used.
  writeFileSync(servedNote(), JSON.stringify({ stamp: stamp(), secret: key.secret }));
});
