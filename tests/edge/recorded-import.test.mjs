// `npm start` serves the demo dataset from a recorded import. It must equal what the operator's command sends.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { record } from "../../scripts/start/record.mjs";
import { importDemo, recordedImport } from "../../scripts/start/recorded-import.mjs";
import { createKey, startEdge } from "./harness.mjs";
import { ask, operator } from "../support/client.mjs";

const QUESTION = { index: "siv_business_ideas", group_by: "brand_name", size: 5 };

let edges;
before(async () => (edges = await Promise.all([startEdge(), startEdge()])));
after(() => Promise.all((edges ?? []).map((edge) => edge.stop())));

/** Returns a request without the time at which its import began. */
const timeless = ({ method, path, body }) => ({
  method,
  path,
  body: body.replace(/"started_at":"[^"]+"/, '"started_at":""'),
});

test("the recorded import equals that of the demo dataset byte by byte: node scripts/start/record.mjs renews it", async () => {
  const sent = (await record(edges[0])).map(timeless);
  const recorded = recordedImport().map(timeless);
  assert.deepEqual(
    recorded.map(({ method, path }) => `${method} ${path}`),
    sent.map(({ method, path }) => `${method} ${path}`),
  );
  for (const [at, { path, body }] of sent.entries()) assert.ok(body === recorded[at].body, `${path} has another body`);
});

test("an edge that gets the recorded import serves the same dataset as after the command", async () => {
  const [, edge] = edges;
  await importDemo(edge);
  const served = async (of) => {
    const { version, videos, snapshots, mentions } = (await operator(of, "GET", "/dataset")).json.served;
    return { version, videos, snapshots, mentions };
  };
  assert.deepEqual(await served(edge), await served(edges[0]));
  const { secret } = await createKey(edge);
  assert.equal((await ask({ ...edge, secret }, "aggregate", QUESTION)).json.buckets.length, 5);
});
