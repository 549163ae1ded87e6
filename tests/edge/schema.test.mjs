// The description of what may be asked: its validator, and the limits of the key that asks.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { createKey, datasetStatus, startEdge, startServingEdge } from "./harness.mjs";
import { send } from "./support/client.mjs";
import { demoData } from "./support/data.mjs";
import { QUESTIONS } from "./support/questions.mjs";

let edge;
before(async () => (edge = await startServingEdge(demoData)));
after(() => edge?.stop());

const schema = (headers = {}, options = {}) => send(edge, "/v1/schema", { ...options, headers: { "X-API-Key": edge.secret, ...headers } });

test("HEAD of the schema has the headers of GET and no body", async () => {
  const [got, headed] = [await schema(), await schema({}, { method: "HEAD" })];
  assert.equal(headed.status, 200);
  assert.equal(headed.text, "");
  for (const name of ["content-type", "etag", "cache-control", "vary", "x-query-cost"]) assert.equal(headed.headers.get(name), got.headers.get(name), name);
});

test("the schema has a strong validator: the same again is 304 without a body", async () => {
  const first = await schema();
  const etag = first.headers.get("etag");
  const digest = createHash("sha256").update(first.text).digest().subarray(0, 16).toString("base64url");
  assert.equal(etag, `"${digest}"`);
  assert.equal(first.headers.get("cache-control"), "private, max-age=300");
  assert.equal(first.headers.get("x-query-cost"), "0");
  for (const known of [etag, `"other", ${etag}`, `W/${etag}`, "*"]) {
    const again = await schema({ "If-None-Match": known });
    assert.equal(again.status, 304, known);
    assert.equal(again.text, "");
    assert.equal(again.headers.get("etag"), etag);
    assert.equal(again.headers.get("cache-control"), "private, max-age=300");
  }
  for (const stale of ['"other"', "nonsense", `"${digest}`]) assert.equal((await schema({ "If-None-Match": stale })).status, 200, stale);
});

test("the schema describes the dataset and the limits of the key that asks", async () => {
  const { served } = await datasetStatus(edge);
  const rates = { trial: [30, 1_000], starter: [60, 10_000], professional: [300, 100_000], enterprise: [1_200, 1_000_000] };
  const tags = new Set();
  for (const [plan, [perMinute, perMonth]] of Object.entries(rates)) {
    const { secret } = await createKey(edge, { plan, access: plan === "enterprise" ? "raw" : "aggregate" });
    const { json: described, headers } = await schema({ "X-API-Key": secret });
    tags.add(headers.get("etag"));
    assert.match(described.schema_version, /^\d+\.\d+\.\d+$/);
    assert.equal(described.dataset_version, served.version);
    assert.deepEqual(described.limits.rate, { per_minute: perMinute, per_month: perMonth });
    const { aggregate, raw, yours } = described.limits.search_size;
    assert.deepEqual([aggregate, raw, yours], [10, 50, plan === "enterprise" ? 50 : 10]);
    assert.equal(described.limits.max_results, 50);
    assert.deepEqual(described.indices.map(({ name }) => name), ["siv_business_ideas", "siv_content_creator", "siv_info"]);
    assert.deepEqual(Object.keys(described.json_schemas).sort(), Object.keys(QUESTIONS).sort());
  }
  assert.equal(tags.size, 4, "the validator changes with the key's limits");
});

test("before the first import the schema is there and names no dataset", async () => {
  const empty = await startEdge();
  try {
    const { secret } = await createKey(empty);
    const { status, json } = await send(empty, "/v1/schema", { headers: { "X-API-Key": secret } });
    assert.equal(status, 200);
    assert.equal(json.dataset_version, null);
  } finally {
    await empty.stop();
  }
});
