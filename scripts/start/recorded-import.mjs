// The recorded import of the demo dataset by the operator's command, which an edge can use before the command is
// compiled. `node scripts/start/record.mjs` records it; a test compares it with the command.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { Failure } from "../step.mjs";

const FILE = fileURLToPath(new URL("demo-import.ndjson.gz", import.meta.url));

/** Returns the requests in their order: `{method, path, body}`. */
export const recordedImport = () =>
  gunzipSync(readFileSync(FILE))
    .toString()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** Writes requests as the recorded import. */
export function writeImport(requests) {
  writeFileSync(FILE, gzipSync(requests.map((request) => `${JSON.stringify(request)}\n`).join(""), { level: 9 }));
}

/** Imports the demo dataset into an edge. Calls `note` with its progress. */
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
      // The request to finish is repeated until the dataset is served.
      if (!path.endsWith("/finish") || state === "served") break;
      note(phase);
    }
  }
}
