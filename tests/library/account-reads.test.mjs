// The client's methods for the Account API, each run against the edge.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Overheard, ProblemError, shape } from "overheard";
import { accountReads } from "../../pkg/generated/names.js";
import { startServingEdge } from "../edge/harness.mjs";
import { brand, createAccount } from "../support/account.mjs";
import { demoData } from "../support/data.mjs";

let edge;
let client;
let account;
let sent = [];
before(async () => {
  edge = await startServingEdge(demoData);
  account = await createAccount(edge, { brands: [brand("Velunara"), brand("Borealume")] });
  const fetch = (url, init) => {
    sent.push(url.slice(edge.url.length));
    return globalThis.fetch(url, init);
  };
  client = new Overheard({ baseUrl: edge.url, token: account.token, fetch });
});
after(() => edge?.stop());

/** Returns the requests that are sent during `work`. */
async function askedIn(work) {
  sent = [];
  await work();
  return sent;
}

async function all(items) {
  const list = [];
  for await (const item of items) list.push(item);
  return list;
}

const WINDOW = { from: "2026-10-01", to: "2026-10-31" };

/**
 * A call of each read-only method, given the ids of a mention, a creator and a report: the operation, its query, and
 * the kind of its answer.
 */
const calls = (ids) => [
  ["mentions", [{ brand: "Velunara", limit: 3 }], { brand: "Velunara", limit: 3 }, "list"],
  ["mention", [ids.mention], { id: ids.mention }, "mention"],
  ["mention-stats", [WINDOW], WINDOW, "mention_stats"],
  [
    "sentiment",
    [{ ...WINDOW, brand: ["Borealume", "Velunara"] }],
    { ...WINDOW, brand: ["Velunara", "Borealume"] },
    "sentiment",
  ],
  ["sentiment-timeline", [{ ...WINDOW, interval: "week" }], { ...WINDOW, interval: "week" }, "sentiment_timeline"],
  ["sentiment-breakdown", [{ by: "language" }], { by: "language" }, "sentiment_breakdown"],
  ["influencers", [{ limit: 2, min_mentions: 2 }], { limit: 2, min_mentions: 2 }, "list"],
  ["influencer", [ids.influencer, { brand: "Velunara" }], { id: ids.influencer, brand: "Velunara" }, "influencer"],
  ["influencer-mentions", [ids.influencer, { limit: 2 }], { id: ids.influencer, limit: 2 }, "list"],
  ["trends", [{ window_days: 60 }], { window_days: 60 }, "trends"],
  ["emerging-trends", [{ min_support: 2 }], { min_support: 2 }, "emerging_trends"],
  [
    "trend-comparison",
    [{ by: "brand", brand: ["Velunara", "Borealume"] }],
    { by: "brand", brand: ["Velunara", "Borealume"] },
    "trend_comparison",
  ],
  ["explain-change", [{ date: "2026-10-20" }], { date: "2026-10-20" }, "change_explanation"],
  ["report", [ids.report], { id: ids.report }, "report"],
  ["webhooks", [{ status: "active" }], { status: "active" }, "list"],
  ["account", [], {}, "account"],
  ["account-usage", [{ interval: "day" }], { interval: "day" }, "account_usage"],
];

const methodOf = (operation) => operation.replace(/-./g, ([, letter]) => letter.toUpperCase());

test("every read-only operation has a method, which sends the canonical form", async () => {
  const {
    data: [{ id: mention, channel }],
  } = await client.mentions({ limit: 1 });
  const { id: report } = await client.createReport({ type: "trends", ...WINDOW, formats: ["csv"] });
  const ids = { mention, influencer: channel.influencer_id, report };
  const tried = calls(ids);
  assert.deepEqual(
    tried.map(([operation]) => operation),
    accountReads,
  );
  for (const [operation, given, question, object] of tried) {
    let answered;
    const asked = await askedIn(async () => (answered = await client[methodOf(operation)](...given).withResponse()));
    assert.deepEqual(asked, [shape(operation, question).path]);
    assert.equal(answered.data.object, object, operation);
    assert.equal(answered.response.cost, shape(operation, question).cost, operation);
    // The options come last.
    const ended = new Error("no longer needed");
    await assert.rejects(client[methodOf(operation)](...given, { signal: AbortSignal.abort(ended) }), ended, operation);
  }
});

test("an answer includes metadata on request", async () => {
  const { _meta } = await client.sentiment(WINDOW, { meta: true });
  assert.equal(typeof _meta.dataset_version, "string");
});

test("parameters may be left out", async () => {
  const asked = await askedIn(async () => {
    await client.sentiment();
    await client.influencers(undefined, { retries: 0 });
    await client.account({ retries: 0 });
  });
  assert.deepEqual(asked, ["/v1/sentiment", shape("influencers").path, "/v1/account"]);
});

test("a request that the edge would refuse is not sent", async () => {
  const refused = async (answer, code, param) =>
    assert.rejects(
      answer,
      (error) =>
        error instanceof ProblemError &&
        error.response === undefined &&
        error.problem.code === code &&
        error.problem.param === param,
    );
  const asked = await askedIn(async () => {
    await refused(client.mentions({ platform: "vimeo" }), "value_not_allowed", "?platform");
    await refused(client.sentiment({ interval: "day" }), "unknown_parameter", "?interval");
    await refused(client.mention("rpt_01J9Z4M2RT"), "not_found", "?id");
    await refused(client.influencerMentions("inf_5T0W9C2MXA", { channel: "a" }), "unknown_parameter", "?channel");
    await refused(client.trendComparison({ by: "brand", brand: ["Velunara"] }), "limit_violation", "?brand");
    await assert.rejects(all(client.mentions({ limit: 0 })), ProblemError);
  });
  assert.deepEqual(asked, []);
});

test("the edge refuses a brand that the account does not monitor", async () => {
  await assert.rejects(
    client.sentiment({ brand: "Nobody" }),
    (error) => error instanceof ProblemError && error.response.status >= 400 && error.problem.param === "?brand",
  );
});

test("a list yields one page, all pages, or all items, and requests each page once", async () => {
  const question = { ...WINDOW, brand: "Velunara", limit: 10 };
  const known = await all(client.each("/v1/mentions", question));
  assert.ok(known.length > 20, `${known.length} mentions`);
  const pages = Math.ceil(known.length / 10);

  let items;
  const asked = await askedIn(async () => (items = await all(client.mentions(question))));
  assert.deepEqual(items, known);
  assert.equal(asked.length, pages);

  const first = client.mentions(question);
  const { data, has_more } = await first;
  assert.deepEqual([data, has_more], [known.slice(0, 10), true]);
  const behind = await askedIn(async () =>
    assert.deepEqual(
      (await all(first.pages())).flatMap(({ data }) => data),
      known,
    ),
  );
  assert.equal(behind.length, pages - 1);

  const some = await askedIn(async () => {
    for await (const { id } of client.mentions(question)) if (id === known[15].id) break;
  });
  assert.equal(some.length, 2);
});

test("a list may begin at a cursor", async () => {
  const question = { ...WINDOW, limit: 25 };
  const { data, next_cursor } = await client.mentions(question);
  const [item] = (await all(client.mentions({ ...question, cursor: next_cursor }).pages()))[0].data;
  assert.notEqual(item.id, data[0].id);
  assert.ok(!data.some(({ id }) => id === item.id));
});

test("an unchanged answer is not sent again, and costs nothing", async () => {
  const first = await client.sentiment(WINDOW);
  const { data, response } = await client.sentiment(WINDOW).withResponse();
  assert.deepEqual([response.status, response.charged], [304, false]);
  assert.deepEqual(data, first);
  const page = await client.mentions({ limit: 2 });
  assert.equal((await client.mentions({ limit: 2 }).withResponse()).response.status, 304);
  assert.equal(page.data.length, 2);
});
