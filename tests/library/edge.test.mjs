// Compares the library with the edge: equal messages, equal costs, equal schema, and answers that decode.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Overheard, assertSchema, check, schema, shape, toRequest } from "overheard";
import { startServingEdge } from "../edge/harness.mjs";
import { brand, createAccount } from "../support/account.mjs";
import { ask, eachOf, send } from "../support/client.mjs";
import { FILES, bodyOf, casesOf } from "../support/corpus.mjs";
import { demoData } from "../support/data.mjs";

/** The client's method names that differ from the operation. */
const METHOD = { "co-mentions": "coMentions" };
const QUESTIONS = [
  ["aggregate", { index: "siv_business_ideas", group_by: "brand_name" }],
  [
    "aggregate",
    { index: "siv_content_creator", group_by: "country", metric: { type: "avg", field: "engagement_rate_viewers" } },
  ],
  ["search", { index: "siv_business_ideas", size: 50 }],
  ["search", { index: "siv_content_creator", size: 50 }],
  ["search", { index: "siv_info", q: "velunara serum", size: 50 }],
  ["creators", { filters: { categories: "Beauty" }, size: 50 }],
  ["co-mentions", { values: ["Velunara", "Borealume"], group_by: "video_id" }],
  ["co-mentions", { values: ["Velunara", "Nobody"] }],
  [
    "sector",
    {
      brands: [
        { label: "Velunara", terms: ["velunara"] },
        { label: "Nobody", terms: ["nobody at all"] },
      ],
      from_date: "2025-11-01",
      to_date: "2026-10-31",
    },
  ],
];

test("a report is created, awaited and downloaded, and refused with the same message", async () => {
  const edge = await startServingEdge(demoData);
  try {
    const { token } = await createAccount(edge, { brands: [brand("Velunara")] });
    const client = new Overheard({ baseUrl: edge.url, token });
    const wanted = {
      type: "sentiment",
      from: "2026-01-01",
      to: "2026-01-31",
      formats: ["csv"],
      filters: { platform: "youtube" },
    };
    const { data, response } = await client.createReport(wanted).withResponse();
    assert.deepEqual(
      [response.status, response.cost, response.charged],
      [202, shape("create-report", wanted).cost, true],
    );
    let report;
    for await (report of client.waitForReport(data.id, { timeoutMs: 60_000 }));
    assert.deepEqual([report.id, report.status, report.progress], [data.id, "ready", 100]);
    const [{ bytes, rows, sha256 }] = report.artifacts;
    const file = await client.downloadReport(report.id);
    assert.deepEqual([file.sha256, file.etag, file.type], [sha256, `"${sha256}"`, "text/csv; charset=utf-8"]);
    const text = await file.text();
    assert.deepEqual([Buffer.byteLength(text), text.trimEnd().split("\r\n").length - 1], [bytes, rows]);
    const refusals = casesOf("reports.json").filter(({ refuse }) => refuse);
    await eachOf(refusals, async (example) => {
      const body = bodyOf(example).toString();
      const answer = await send(edge, "/v1/reports", {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body,
      });
      assert.equal(
        answer.text.replace(/req_[0-9A-HJKMNP-TV-Z]{10,26}/g, "req_0000000000"),
        check("create-report", body).body,
        example.name,
      );
    });
    assert.ok(refusals.length > 50);
  } finally {
    await edge.stop();
  }
});

for (const envelope of ["flat", "wrapped"]) {
  let edge;
  let client;
  before(async () => {
    edge = await startServingEdge(demoData, { envelope });
    client = new Overheard({ baseUrl: edge.url, key: edge.secret });
  });
  after(() => edge?.stop());

  test(`${envelope}: every answer decodes, has the predicted cost, and the requested metadata`, async () => {
    for (const [operation, question] of QUESTIONS) {
      const method = METHOD[operation] ?? operation;
      const { data, response } = await client[method](question, { meta: true }).withResponse();
      assert.equal(response.cost, shape(operation, question).cost, operation);
      assert.equal(response.charged, true);
      assert.ok(response.rateLimit.remaining > 0);
      assert.equal(data._meta.request_id, response.requestId);
      const plain = await client[method](question);
      assert.ok(!("_meta" in plain));
      assert.deepEqual({ ...plain, _meta: data._meta }, data);
    }
  });

  test(`${envelope}: the live schema equals the compiled one`, async () => {
    const live = await client.schema();
    assertSchema(live);
    const { dataset_version, limits, variants, ...known } = schema();
    for (const [member, value] of Object.entries(known)) assert.deepEqual(live[member], value, member);
    assert.equal(variants.envelope, "flat");
    assert.equal(live.variants.envelope, envelope);
    assert.equal((await client.schema().withResponse()).response.status, 304);
  });
}

test("a refusal has the edge's message, byte for byte", async () => {
  const edge = await startServingEdge(demoData);
  try {
    const failures = [];
    const cases = Object.entries(FILES).flatMap(([file, operation]) =>
      casesOf(file)
        .filter(({ refuse }) => refuse)
        .map((example) => [operation, example]),
    );
    assert.ok(cases.length > 200);
    await eachOf(cases, async ([operation, example]) => {
      const answer = await ask(edge, operation, bodyOf(example));
      const here = check(operation, new Uint8Array(bodyOf(example)));
      const there = answer.text.replaceAll(answer.json.request_id, here.request_id);
      if (here.body !== there) failures.push(`${example.name}:\n  here  ${here.body}\n  there ${there}`);
    });
    assert.equal(failures.length, 0, failures.join("\n"));
  } finally {
    await edge.stop();
  }
});

test("a page sends requests with its server's token, and with a model's arguments", async () => {
  const edge = await startServingEdge(demoData);
  try {
    const origin = "https://dashboard.example";
    const server = new Overheard({ baseUrl: edge.url, key: edge.secret });
    const browserToken = () =>
      server.request({
        method: "POST",
        path: "/v1/_ext/browser-tokens",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ origin, operations: ["aggregate"] }),
      });
    // A browser adds this header by itself.
    const fetch = (url, init) => globalThis.fetch(url, { ...init, headers: { ...init.headers, Origin: origin } });
    const page = new Overheard({ baseUrl: edge.url, browserToken, fetch });
    const { buckets } = await page.request(
      toRequest("aggregate", {
        index: "siv_info",
        group_by: "platform",
        metric: null,
        filters: null,
        size: null,
        order: null,
      }),
    );
    assert.ok(buckets.length > 1);
    await assert.rejects(
      page.creators(),
      (error) => error.problem.code === "insufficient_scope" && error.response.status === 403,
    );
  } finally {
    await edge.stop();
  }
});
