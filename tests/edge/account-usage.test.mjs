// An account's own data: its plan, brands, token and usage, equal to what the operator gets.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { datasetStatus, startServingEdge } from "./harness.mjs";
import { brand, createAccount, createToken, expectOk, fetchAs } from "../support/account.mjs";
import { ask, operator } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { assertProblem } from "../support/problem.mjs";
import { QUESTIONS } from "../support/questions.mjs";

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

let edge;
let account;
let token;
let key;
before(async () => {
  edge = await startServingEdge(demoData);
  account = await createAccount(edge, {
    plan: "professional",
    brands: [
      { ...brand("Quillovar"), must_context: ["dawn"], must_not_context: ["dusk"], exact: true },
      brand("Isolanna"),
    ],
  });
  token = await createToken(edge, account, { name: "reports" });
  key = expectOk(await operator(edge, "POST", "/keys", { account_id: account.id, access_level: "raw" }));
});
after(() => edge?.stop());

const asToken = (address, headers) => fetchAs(edge, { token: token.secret }, address, { headers });
const operatorsUsage = async () => expectOk(await operator(edge, "GET", `/accounts/${account.id}/usage`));
const sum = (rows, member) => rows.reduce((total, row) => total + row[member], 0);
const today = () => new Date().toISOString().slice(0, 10);
const daysAgo = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

test("an account gets its name, its plan's limits and the dataset version", async () => {
  const answer = await asToken("/v1/account");
  assert.deepEqual([answer.headers.get("x-quota-charged"), answer.headers.get("x-query-cost")], ["false", "0"]);
  const { served } = await datasetStatus(edge);
  const dates = expectOk(
    await ask(edge, "search", { index: "siv_business_ideas", sort_field: "upload_date", sort_order: "asc", size: 1 }),
  ).results;
  const { usage, token: shown, ...rest } = expectOk(answer);
  assert.deepEqual(rest, {
    object: "account",
    id: account.id,
    name: "Meridian",
    status: "active",
    plan: {
      name: "professional",
      endpoints: ["mentions", "sentiment", "influencers", "trends", "explain-change", "reports", "webhooks", "account"],
      requests_per_minute: 500,
      requests_per_day: 50_000,
      webhooks: true,
      guaranteed_delivery: false,
      max_webhooks: 10,
    },
    brands: account.brands.map((brand, at) => ({ ...brand, primary: at === 0 })),
    region: null,
    dataset: { ...rest.dataset, version: served.version, first_date: dates[0].upload_date },
    created_at: account.created_at,
  });
  assert.deepEqual(Object.keys(rest.dataset), ["version", "first_date", "last_date", "updated_at"]);
  assert.ok(rest.dataset.first_date < rest.dataset.last_date);
  assert.match(rest.dataset.updated_at, TIME);
  const { last_used_at: lastUsed, ...record } = shown;
  assert.deepEqual(record, {
    id: token.id,
    name: "reports",
    prefix: token.secret.slice(0, 12),
    scopes: token.scopes,
    created_at: token.created_at,
    expires_at: null,
  });
  assert.match(lastUsed, TIME);
  assert.ok(!answer.text.includes(token.secret));
  assert.deepEqual(Object.keys(usage), ["minute", "day", "month"]);
  assert.deepEqual(usage.day, { used: 0, limit: 50_000, resets_at: Math.floor(Date.now() / 86_400_000 + 1) * 86_400 });
  assert.deepEqual(usage.month, { used: 0, limit: null });
});

test("a starter plan lists its limits, and a plan without a limit has null", async () => {
  const [starter, enterprise] = [
    await createAccount(edge, { plan: "starter" }),
    await createAccount(edge, { plan: "enterprise" }),
  ];
  const plans = [
    expectOk(await fetchAs(edge, starter, "/v1/account")).plan,
    expectOk(await fetchAs(edge, enterprise, "/v1/account")).plan,
  ];
  assert.deepEqual(plans[0], {
    name: "starter",
    endpoints: ["mentions", "sentiment", "account"],
    requests_per_minute: 100,
    requests_per_day: 5_000,
    webhooks: false,
    guaranteed_delivery: false,
    max_webhooks: 0,
  });
  assert.deepEqual(
    [
      plans[1].requests_per_minute,
      plans[1].requests_per_day,
      plans[1].webhooks,
      plans[1].guaranteed_delivery,
      plans[1].max_webhooks,
    ],
    [2_000, null, true, true, 50],
  );
});

test("usage counts every request of every token and key, and which were charged", async () => {
  const before = expectOk(await asToken("/v1/account/usage"));
  const asked = [
    ...[
      "/v1/mentions?limit=10",
      "/v1/mentions?limit=10&brand=Isolanna",
      "/v1/sentiment",
      "/v1/sentiment/timeline?from=2026-01-01&to=2026-01-10",
    ].map((address) => () => asToken(address)),
    () => fetchAs(edge, account, "/v1/mentions/stats"),
    () => asToken("/v1/mentions?limit=0"),
    () => asToken("/v1/mentions/men_0000000000"),
    () => asToken("/v1/sentiment", { Accept: "text/html" }),
    () => ask(edge, "aggregate", QUESTIONS.aggregate, { secret: key.secret }),
    () => ask(edge, "aggregate", {}, { secret: key.secret }),
  ];
  let cost = 0;
  const statuses = [];
  for (const asking of asked) {
    const { status, headers } = await asking();
    statuses.push(status);
    cost += Number(headers.get("x-query-cost"));
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 400, 404, 406, 200, 400]);
  const answer = await asToken("/v1/account/usage?group_by=face,endpoint");
  assert.deepEqual([answer.headers.get("x-quota-charged"), answer.headers.get("x-query-cost")], ["false", "0"]);
  const after = expectOk(answer);
  const grown = (member) => after.totals[member] - before.totals[member];
  // This request is counted too.
  assert.deepEqual(
    [grown("requests"), grown("errors_4xx"), grown("errors_5xx"), grown("rate_limited"), grown("cost_units")],
    [asked.length + 1, 4, 0, 0, cost],
  );
  assert.equal(grown("charged"), 6);
  const group = (face, endpoint) => after.groups.find((group) => group.face === face && group.endpoint === endpoint);
  assert.deepEqual(group("account", "GET /v1/mentions"), {
    endpoint: "GET /v1/mentions",
    face: "account",
    requests: 3,
    charged: 2,
  });
  assert.deepEqual(group("account", "GET /v1/mentions/:id"), {
    endpoint: "GET /v1/mentions/:id",
    face: "account",
    requests: 1,
    charged: 0,
  });
  assert.deepEqual(group("data", "POST /v1/aggregate"), {
    endpoint: "POST /v1/aggregate",
    face: "data",
    requests: 2,
    charged: 1,
  });
  const counts = after.groups.map(({ requests }) => requests);
  assert.deepEqual(
    counts,
    [...counts].sort((a, b) => b - a),
  );

  const { rows } = await operatorsUsage();
  assert.deepEqual(
    [sum(rows, "requests"), sum(rows, "charged"), sum(rows, "cost")],
    [after.totals.requests, after.totals.charged, after.totals.cost_units],
  );
  // The daily count of the Account API has its own charged requests only.
  assert.equal(expectOk(await asToken("/v1/account")).usage.day.used, 5);
});

test("usage is grouped by hour, day or month, with empty periods", async () => {
  const daily = expectOk(await asToken("/v1/account/usage"));
  assert.deepEqual(Object.keys(daily), ["object", "interval", "totals", "series", "groups", "limits", "meta"]);
  assert.deepEqual([daily.object, daily.interval, daily.groups], ["account_usage", "day", []]);
  assert.deepEqual(daily.limits, {
    requests_per_minute: 500,
    requests_per_day: 50_000,
    data_requests_per_month: 100_000,
  });
  assert.deepEqual(
    [daily.meta.from, daily.meta.to, daily.meta.partial_periods, daily.meta.filters],
    [daysAgo(29), today(), [today()], {}],
  );
  assert.deepEqual(Object.keys(daily.meta), [
    "from",
    "to",
    "timezone",
    "filters",
    "brands",
    "mentions",
    "low_confidence",
    "dataset_version",
    "generated_at",
    "partial_periods",
  ]);
  assert.deepEqual(
    daily.series.map(({ period }) => period),
    Array.from({ length: 30 }, (_, at) => daysAgo(29 - at)),
  );
  assert.equal(daily.series.at(-1).requests, daily.totals.requests);
  assert.deepEqual(daily.series[0], { period: daysAgo(29), requests: 0, charged: 0, rate_limited: 0, cost_units: 0 });

  const hourly = expectOk(await asToken(`/v1/account/usage?interval=hour&from=${daysAgo(6)}&to=${today()}`));
  assert.equal(hourly.series.length, 7 * 24);
  assert.match(hourly.series[0].period, /^\d{4}-\d{2}-\d{2}T00$/);
  assert.equal(sum(hourly.series, "requests"), daily.totals.requests + 1);
  const monthly = expectOk(await asToken("/v1/account/usage?interval=month"));
  assert.equal(monthly.series.at(-1).period, today().slice(0, 7));
  assert.equal(sum(monthly.series, "requests"), daily.totals.requests + 2);
  const earlier = expectOk(await asToken(`/v1/account/usage?from=${daysAgo(20)}&to=${daysAgo(10)}`));
  assert.deepEqual(
    [earlier.totals.requests, earlier.totals.p50_ms, earlier.series.length, earlier.meta.partial_periods],
    [0, null, 11, []],
  );
});

test("usage is grouped by operation", async () => {
  const grouped = async (by) => expectOk(await asToken(`/v1/account/usage?group_by=${by}`));
  for (const [by, members] of [
    ["endpoint", ["endpoint"]],
    ["token", ["token"]],
    ["status", ["status"]],
    ["face", ["face"]],
    ["token,status", ["status", "token"]],
    ["face&group_by=endpoint", ["endpoint", "face"]],
  ]) {
    const { groups, totals, meta } = await grouped(by);
    assert.deepEqual(Object.keys(groups[0]), [...members, "requests", "charged"], by);
    assert.deepEqual([sum(groups, "requests"), sum(groups, "charged")], [totals.requests, totals.charged], by);
    assert.deepEqual(meta.filters, { group_by: members });
  }
  const tokens = new Set((await grouped("token")).groups.map((group) => group.token));
  assert.ok(tokens.has(token.id) && tokens.has(key.id));
  assert.deepEqual((await grouped("status")).groups.map(({ status }) => status).sort(), ["2xx", "4xx"]);
});

test("invalid usage requests are refused", async () => {
  const refused = async (query, code) => assertProblem(await asToken(`/v1/account/usage?${query}`), code);
  await refused("interval=week", "value_not_allowed");
  await refused(`interval=hour&from=${daysAgo(7)}`, "limit_violation");
  await refused("group_by=brand", "value_not_allowed");
  await refused("group_by=endpoint,token,face", "limit_violation");
  await refused(`from=${today()}&to=${daysAgo(1)}`, "invalid_range");
  await refused(`from=${daysAgo(400)}`, "window_too_long");
  await refused("brand=Isolanna", "unknown_parameter");
  assertProblem(await asToken("/v1/account?from=2026-01-01"), "unknown_parameter");
});

test("latencies are reported once there are enough of them", async () => {
  for (let asked = 0; asked < 20; asked += 1) expectOk(await asToken("/v1/sentiment"));
  const { p50_ms: half, p95_ms: most } = expectOk(await asToken("/v1/account/usage")).totals;
  assert.ok(Number.isInteger(half) && most >= half, `${half} ms, ${most} ms`);
});
