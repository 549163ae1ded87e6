// The import of the demo dataset as the operator's command sends it, recorded: an edge takes it before the command is
// compiled. `node scripts/start/record.mjs` records it anew; a test holds it to what the command sends.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { Failure } from "../step.mjs";

const FILE = fileURLToPath(new URL("demo-import.ndjson.gz", import.meta.url));

/** The requests in their order: `{method, path, body}`. */
export const recordedImport = () =>
  gunzipSync(readFileSync(FILE))
    .toString()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** Keeps requests as the recorded import. */
export function keepImport(requests) {
  writeFileSync(FILE, gzipSync(requests.map((request) => `${JSON.stringify(request)}\n`).join(""), { level: 9 }));
}

/** Has an edge serve the demo dataset; `note` is told how far it is. */
export async function importDemo({ url, adminSecret }, note = () => {}) {
  const requests = recordedImport();
  for (const [at, { method, path, body }] of requests.entries()) {
    note(`${at + 1} of ${requests.length} requests`);
    const headers = { Authorization: `Bearer ${adminSecret}`, "Content-Type": "application/json" };
    for (;;) {
      const answer = await fetch(`${url}${path}`, { method, headers, body });
      if (!answer.ok)
        throw new Failure(`${method} ${path} answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
      const { state, phase } = await answer.json();
      // Finishing is asked for until the dataset is served.
      if (!path.endsWith("/finish") || state === "served") break;
      note(phase);
    }
  }
}
