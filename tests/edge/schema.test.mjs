// The schema of the queries: its validator, and the limits of the key.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createKey, datasetStatus, operate, startEdge, startServingEdge } from "./harness.mjs";
import { ask, send } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { temporaryFolder } from "../support/documents.mjs";
import { QUESTIONS } from "../support/questions.mjs";

let edge;
before(async () => (edge = await startServingEdge(demoData)));
after(() => edge?.stop());

const schema = (headers = {}, options = {}) =>
  send(edge, "/v1/schema", { ...options, headers: { "X-API-Key": edge.secret, ...headers } });

test("HEAD of the schema has the headers of GET and no body", async () => {
  const [got, headed] = [await schema(), await schema({}, { method: "HEAD" })];
  assert.equal(headed.status, 200);
  assert.equal(headed.text, "");
  for (const name of ["content-type", "etag", "cache-control", "vary", "x-query-cost"])
    assert.equal(headed.headers.get(name), got.headers.get(name), name);
});

test("the schema has a strong validator, and a match is 304 without a body", async () => {
  const first = await schema();
  const etag = first.headers.get("etag");
  const digest = createHash("sha256").update(first.text).digest().subarray(0, 16).toString("base64url");
  assert.equal(etag, `"${digest}"`);
  assert.equal(first.headers.get("cache-control"), "private, max-age=300");
  assert.equal(first.headers.get("x-query-cost"), "0");
  for (const known of [etag, `"other", ${etag}`, `W/${etag}`]) {
    const again = await schema({ "If-None-Match": known });
    assert.equal(again.status, 304, known);
    assert.equal(again.text, "");
    assert.equal(again.headers.get("etag"), etag);
    assert.equal(again.headers.get("cache-control"), "private, max-age=300");
  }
  for (const stale of ['"other"', "*", "nonsense", `"${digest}`])
    assert.equal((await schema({ "If-None-Match": stale })).status, 200, stale);
});

test("the schema describes the dataset and the limits of the key", async () => {
  const { served } = await datasetStatus(edge);
  const rates = {
    trial: [30, 1_000],
    starter: [60, 10_000],
    professional: [300, 100_000],
    enterprise: [1_200, 1_000_000],
  };
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
    assert.deepEqual(
      described.indices.map(({ name }) => name),
      ["siv_business_ideas", "siv_content_creator", "siv_info"],
    );
    assert.deepEqual(Object.keys(described.json_schemas).sort(), Object.keys(QUESTIONS).sort());
  }
  assert.equal(tags.size, 4, "the validator changes with the key's limits");
});

test("members on request name the source, and the version is read again only from time to time", async () => {
  const { served } = await datasetStatus(edge);
  for (const profile of ["flat", "wrapped"]) {
    const answer = await schema({ Prefer: "meta", Accept: `application/json;profile="${profile}"` });
    assert.deepEqual(
      ["preference-applied", "cache-control", "etag"].map((name) => answer.headers.get(name)),
      ["meta", "no-store", null],
    );
    const { _meta: meta, ...described } = profile === "flat" ? answer.json : answer.json.result[0].data;
    assert.deepEqual(Object.keys(meta), [
      "request_id",
      "dataset_version",
      "cost",
      "size_applied",
      "cache",
      "rows_read",
      "took_ms",
      "hints",
      "warnings",
    ]);
    assert.deepEqual(
      [meta.request_id, meta.dataset_version, meta.cost, meta.size_applied],
      [answer.headers.get("x-request-id"), served.version, 0, null],
    );
    assert.deepEqual(described, (await schema()).json);
  }
  await schema();
  assert.deepEqual((({ cache, rows_read }) => [cache, rows_read])((await schema({ Prefer: "meta" })).json._meta), [
    "hit",
    0,
  ]);
});

test("another version is described as soon as it is active", async () => {
  const versions = async () => [(await schema()).json.dataset_version, (await datasetStatus(edge)).served.version];
  const [before, served] = await versions();
  assert.equal(before, served);
  const etag = (await schema()).headers.get("etag");
  const ids = join(temporaryFolder(), "ids.txt");
  writeFileSync(ids, (await ask(edge, "search", { index: "siv_info", size: 1 })).json.results[0].video_id);
  await operate(edge, ["delete", "--index", "siv_info", "--ids", ids, "--yes"]);
  const [described, now] = await versions();
  assert.equal(described, now);
  assert.notEqual(described, before);
  assert.equal((await schema({ "If-None-Match": etag })).status, 200);
});

test("before the first import the schema is served and names no dataset", async () => {
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
