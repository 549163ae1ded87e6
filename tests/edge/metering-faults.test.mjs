// A fault around the meter is a 503 with Retry-After. The counts stay right, and the request is not charged.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startServingEdge } from "./harness.mjs";
import { BREAKABLE_ENTRY, LATE_MS, expectUnavailable } from "../support/breakable.mjs";
import { ask, eachOf, operator, send } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { eventually } from "../support/eventually.mjs";
import { assertProblem } from "../support/problem.mjs";
import { QUESTIONS } from "../support/questions.mjs";

let edge;
before(async () => (edge = await startServingEdge(demoData, { entry: BREAKABLE_ENTRY, caches: false })));
after(() => edge?.stop());

const succeed = ({ status, json, text }) => {
  assert.ok(status < 300, text);
  return json;
};

let plans = 0;
/** Creates an account with a plan of its own. Returns it with the secret of a key. */
async function customer(limits = { per_minute: 5000, per_month: 1000 }) {
  const plan = `plan-${plans++}`;
  succeed(await operator(edge, "PUT", `/plans/data/${plan}`, limits));
  const account = succeed(await operator(edge, "POST", "/accounts", { name: "Meridian", plan }));
  const { id, secret } = succeed(await operator(edge, "POST", "/keys", { account_id: account.id }));
  return { account, id, secret };
}

/** Returns an account's usage: requests by status, charged requests, and those counted for the month. */
async function counted({ account }) {
  const { rows, windows } = succeed(await operator(edge, "GET", `/accounts/${account.id}/usage`));
  const statuses = {};
  for (const { status, requests } of rows) if (requests > 0) statuses[status] = (statuses[status] ?? 0) + requests;
  const { limit, remaining } = windows.data.find(({ policy }) => policy === "month");
  return { ...statuses, charged: rows.reduce((sum, row) => sum + row.charged, 0), month: limit - remaining };
}

/** Waits for this usage. Refunds reach the meter after the response. */
const counts = (customer, expected) => eventually(() => counted(customer), expected);

const question = ({ secret }, headers = {}) => ask(edge, "aggregate", QUESTIONS.aggregate, { secret, headers });
const schema = ({ secret }, headers = {}) => send(edge, "/v1/schema", { headers: { "X-API-Key": secret, ...headers } });

async function answers(customer) {
  const { status, text } = await question(customer);
  assert.equal(status, 200, text);
}

for (const way of ["fails", "throws", "text", "json", "nothing", "500"]) {
  test(`a broken meter (${way}) is a 503 for every query, and charges nothing`, async () => {
    const broken = { "x-break": `METER ${way}` };
    const one = await customer();
    for (const [operation, request] of Object.entries(QUESTIONS)) {
      await expectUnavailable(() => ask(edge, operation, request, { secret: one.secret, headers: broken }), operation);
    }
    await expectUnavailable(() => schema(one, broken), "schema");
    await expectUnavailable(
      () => ask(edge, "aggregate", { index: "nothing" }, { secret: one.secret, headers: broken }),
      "a request that is refused anyway",
    );
    await counts(one, { charged: 0, month: 0 });
    await answers(one);
    await counts(one, { "2xx": 1, charged: 1, month: 1 });
  });
}

test("a slow meter is a 503 in time, and its late answer counts nothing", async () => {
  const one = await customer();
  const slow = { "x-break": "METER slow" };
  const before = (await send(edge, "/said")).json.length;
  await eachOf([() => question(one, slow), () => question(one, slow), () => schema(one, slow)], (asking) =>
    expectUnavailable(asking, "slow"),
  );
  await answers(one);
  const until = Date.now() + LATE_MS;
  let said = [];
  while (said.flat().length < 3 && Date.now() < until) {
    await sleep(100);
    said = (await send(edge, "/said")).json.slice(before);
  }
  assert.deepEqual(said.flat(), ["too_late", "too_late", "too_late"]);
  await counts(one, { "2xx": 1, charged: 1, month: 1 });
});

for (const way of ["fails", "slow", "text", "json", "list"]) {
  // A plan record that is a list has a test of its own below.
  const records = way === "list" ? ["credential/", "account/"] : ["credential/", "account/", "plan/"];
  test(`broken KV (${way}) is a 503 for every kind of record, and counts nothing`, async () => {
    const one = await customer();
    await eachOf(records, async (only) => {
      const broken = { "x-break": `KV ${way}`, "x-break-only": only };
      await expectUnavailable(() => question(one, broken), only);
      await expectUnavailable(() => schema(one, broken), only);
    });
    await counts(one, { charged: 0, month: 0 });
    await answers(one);
    await counts(one, { "2xx": 1, charged: 1, month: 1 });
  });
}

test("a plan record that is a list gives no access", async () => {
  const one = await customer();
  await expectUnavailable(() => question(one, { "x-break": "KV list", "x-break-only": "plan/" }), "plan/");
});

test("a query that failed in D1 is refunded, and counts as failed", async () => {
  const one = await customer();
  await answers(one);
  await counts(one, { "2xx": 1, charged: 1, month: 1 });
  for (const [operation, request] of Object.entries(QUESTIONS)) {
    const failed = await expectUnavailable(
      () => ask(edge, operation, request, { secret: one.secret, headers: { "x-break": "DB fails" } }),
      operation,
    );
    assert.equal(failed.headers.get("x-quota-charged"), "false");
    assert.equal(failed.headers.get("x-ratelimit-remaining"), "999");
  }
  await counts(one, { "2xx": 1, "5xx": 5, charged: 1, month: 1 });
  await answers(one);
  await counts(one, { "2xx": 2, "5xx": 5, charged: 2, month: 2 });
});

test("a schema request that failed in D1 is not charged", async () => {
  const one = await customer();
  const failed = await expectUnavailable(() => schema(one, { "x-break": "DB fails" }), "schema");
  assert.equal(failed.headers.get("x-quota-charged"), "false");
  await counts(one, { "5xx": 1, charged: 0, month: 0 });
});

test("a schema request of a limited or revoked key reads nothing", async () => {
  const broken = { "x-break": "DB fails" };
  const limited = await customer({ per_minute: 1, per_month: 1000 });
  for (let asked = 0; asked < 3; asked += 1) {
    const answer = await schema(limited, broken);
    // A new minute may begin in between.
    if (asked > 0 && answer.status !== 503) assertProblem(answer, "rate_limited");
  }
  const { account, secret, id } = await customer();
  await answers({ secret });
  succeed(await operator(edge, "POST", `/keys/${id}/revoke`, {}));
  assertProblem(await schema({ account, secret }, broken), "invalid_credentials");
  // An exhausted month does not affect the schema, which is free.
  const used = await customer({ per_minute: 1000, per_month: 1 });
  await answers(used);
  assertProblem(await question(used), "quota_exceeded");
  assert.equal((await schema(used)).status, 200);
});

test("three failed queries leave a month's quota of three unchanged", async () => {
  const one = await customer({ per_minute: 1000, per_month: 3 });
  for (let failed = 0; failed < 3; failed += 1)
    await expectUnavailable(() => question(one, { "x-break": "DB fails" }), "DB fails");
  await counts(one, { "5xx": 3, charged: 0, month: 0 });
  const statuses = [];
  for (let asked = 0; asked < 4; asked += 1) statuses.push((await question(one)).status);
  assert.deepEqual(statuses, [200, 200, 200, 429]);
  await counts(one, { "2xx": 3, 429: 1, "5xx": 3, charged: 3, month: 3 });
});

test("many failed queries among others are all refunded", async () => {
  const one = await customer({ per_minute: 1000, per_month: 60 });
  const asked = await eachOf(
    Array.from({ length: 60 }),
    (_, at) => question(one, at % 2 ? { "x-break": "DB fails" } : {}),
    12,
  );
  assert.deepEqual(
    asked.map(({ status }) => status),
    asked.map((_, at) => (at % 2 ? 503 : 200)),
  );
  await counts(one, { "2xx": 30, "5xx": 30, charged: 30, month: 30 });
});

test("a refund that the meter missed is sent with the next request", async () => {
  const one = await customer();
  const failed = await expectUnavailable(
    () => question(one, { "x-break": "DB fails, METER fails", "x-break-only": "settle" }),
    "DB and the settlement fail",
  );
  // The refund is sent by itself after two seconds, and is lost.
  await sleep(3000);
  assert.equal(failed.headers.get("x-quota-charged"), "false");
  // The meter fails completely for a while, so the refund stays pending.
  await expectUnavailable(() => question(one, { "x-break": "METER fails" }), "METER fails");
  await answers(one);
  await counts(one, { "2xx": 1, "5xx": 1, charged: 1, month: 1 });
});

test("a failure is refunded once, even if the meter gets it late and twice", async () => {
  const one = await customer();
  for (let asked = 0; asked < 2; asked += 1) await answers(one);
  await expectUnavailable(
    () => question(one, { "x-break": "DB fails, METER fails", "x-break-only": "settle" }),
    "DB and the settlement fail",
  );
  await expectUnavailable(() => question(one, { "x-break": "METER slow" }), "METER slow");
  await sleep(LATE_MS - 1000);
  await answers(one);
  await counts(one, { "2xx": 3, "5xx": 1, charged: 3, month: 3 });
});

test("a query that was refused because the meter's response was lost is not charged", async () => {
  const one = await customer();
  await expectUnavailable(() => question(one, { "x-break": "METER unheard", "x-break-only": "take" }), "METER unheard");
  await answers(one);
  const { charged, month } = await counted(one);
  assert.deepEqual([charged, month], [1, 1]);
});
