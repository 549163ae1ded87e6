// A fault behind the Account API is a 503 with Retry-After, and the request is not charged.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startEdge, startServingEdge } from "./harness.mjs";
import { brand, createAccount, expectOk, fetchAs } from "../support/account.mjs";
import { BREAKABLE_ENTRY, expectUnavailable } from "../support/breakable.mjs";
import { eachOf, operator } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { servedDatabase, servedGeneration } from "../support/dataset-database.mjs";
import { eventually } from "../support/eventually.mjs";
import { assertProblem } from "../support/problem.mjs";

const BRANDS = [brand("Quillovar"), brand("Isolanna")];

let edge;
let questions;
before(async () => {
  edge = await startServingEdge(demoData, { entry: BREAKABLE_ENTRY, caches: false });
  const [mention] = expectOk(
    await fetchAs(edge, await createAccount(edge, { brands: BRANDS }), "/v1/mentions?limit=1"),
  ).data;
  const influencer = `/v1/influencers/${mention.channel.influencer_id}`;
  questions = [
    ...[
      "mentions",
      "mentions/stats",
      "sentiment",
      "sentiment/timeline",
      "sentiment/breakdown",
      "influencers",
      "trends",
      "trends/emerging",
      "trends/compare?by=period",
      "_ext/explain-change",
    ].map((name) => `/v1/${name}`),
    ...[`/v1/mentions/${mention.id}`, influencer, `${influencer}/mentions`],
  ];
});
after(() => edge?.stop());

const OF_ITSELF = ["/v1/account", "/v1/account/usage"];
const customer = () => createAccount(edge, { plan: "professional", brands: BRANDS });
const broken = (account, address, what, only = "") =>
  fetchAs(edge, account, address, { headers: { "x-break": what, "x-break-only": only } });

/** Returns an account's usage: requests by status, charged requests, and those counted for the day. */
async function counted({ id }) {
  const { rows, windows } = expectOk(await operator(edge, "GET", `/accounts/${id}/usage`));
  const statuses = {};
  for (const { status, requests } of rows) if (requests > 0) statuses[status] = (statuses[status] ?? 0) + requests;
  const { limit, remaining } = windows.account.find(({ policy }) => policy === "day");
  return { ...statuses, charged: rows.reduce((sum, row) => sum + row.charged, 0), day: limit - remaining };
}

/** Waits for this usage. Refunds reach the meter after the response. */
const counts = (account, expected) => eventually(() => counted(account), expected);

/** Checks that every request is answered, so the fault had no lasting effect. */
const answersAgain = async (account) => {
  for (const address of [...questions, ...OF_ITSELF]) expectOk(await fetchAs(edge, account, address));
};

for (const way of ["fails", "throws", "text", "json", "nothing", "500", "slow"]) {
  test(`a broken meter (${way}) is a 503 for every request, and charges nothing`, async () => {
    const one = await customer();
    const addresses = [...questions, ...OF_ITSELF, "/v1/mentions?nonsense=1"];
    await eachOf(addresses, (address) => expectUnavailable(() => broken(one, address, `METER ${way}`), address));
    await counts(one, { charged: 0, day: 0 });
    expectOk(await fetchAs(edge, one, "/v1/sentiment"));
    await counts(one, { "2xx": 1, charged: 1, day: 1 });
  });
}

test("a meter that cannot report an account's state is a 503", async () => {
  const one = await customer();
  await expectUnavailable(() => broken(one, "/v1/account", "METER fails", "standings"), "standings");
  await expectUnavailable(() => broken(one, "/v1/account/usage", "METER fails", "usage"), "usage");
  await counts(one, { "5xx": 2, charged: 0, day: 0 });
});

for (const way of ["fails", "slow", "text", "json"]) {
  test(`broken KV (${way}) is a 503 for every kind of record, and counts nothing`, async () => {
    const one = await customer();
    await eachOf(["credential/", "account/", "plan/"], async (only) => {
      for (const address of ["/v1/mentions", "/v1/account"])
        await expectUnavailable(() => broken(one, address, `KV ${way}`, only), only);
    });
    await counts(one, { charged: 0, day: 0 });
    expectOk(await fetchAs(edge, one, "/v1/sentiment"));
  });
}

test("a request that failed in D1 is refunded, with or without a prepared view", async () => {
  const one = await customer();
  let failed = 0;
  for (const address of [...questions, ...questions]) {
    const answer = await expectUnavailable(() => broken(one, address, "DB fails"), address);
    failed += 1;
    assert.equal(answer.headers.get("x-quota-charged"), "false");
    assert.equal(answer.headers.get("x-query-cost"), "0");
    assert.match(answer.headers.get("ratelimit"), /"day";r=50000;/);
    if (failed === questions.length) expectOk(await operator(edge, "POST", `/accounts/${one.id}/view`, {}));
  }
  for (const address of OF_ITSELF) await expectUnavailable(() => broken(one, address, "DB fails"), address);
  await counts(one, { "5xx": failed + OF_ITSELF.length, charged: 0, day: 0 });
  await answersAgain(one);
  await counts(one, {
    "2xx": questions.length + OF_ITSELF.length,
    "5xx": failed + OF_ITSELF.length,
    charged: questions.length,
    day: questions.length,
  });
});

test("an operator who prepares a view gets D1's failure, and can try again", async () => {
  const one = await customer();
  const [db, generation] = [await servedDatabase(edge), await servedGeneration(edge)];
  await db.batch(["view", "view_chunk"].map((table) => db.prepare(`DELETE FROM ${table}_${generation}`)));
  const prepare = (headers) => operator(edge, "POST", `/accounts/${one.id}/view`, {}, headers);
  assertProblem(await prepare({ "x-break": "DB fails" }), "backend_unavailable");
  assert.equal(expectOk(await prepare()).was_prepared, false);
});

test("a missing table is a 503, and the same request succeeds once the table is back", async () => {
  const one = await customer();
  const [db, generation] = [await servedDatabase(edge), await servedGeneration(edge)];
  await answersAgain(one);
  for (const table of ["generation", `view_${generation}`, `view_chunk_${generation}`, `video_${generation}`]) {
    await db.prepare(`ALTER TABLE ${table} RENAME TO hidden`).run();
    assertProblem(await fetchAs(edge, one, "/v1/mentions"), "backend_unavailable");
    await db.prepare(`ALTER TABLE hidden RENAME TO ${table}`).run();
    await answersAgain(one);
  }
});

test("an inconsistent view is a 503 and never a wrong answer", async () => {
  const one = await customer();
  const [db, generation] = [await servedDatabase(edge), await servedGeneration(edge)];
  await answersAgain(one);
  const damages = [
    `UPDATE view_${generation} SET body = '{}' WHERE part = 'head'`,
    `UPDATE view_${generation} SET body = x'01ff'`,
    `UPDATE view_chunk_${generation} SET brands = 'AQID'`,
    `UPDATE view_chunk_${generation} SET day = x'01ff'`,
    `UPDATE view_chunk_${generation} SET n = n + 1`,
    `DELETE FROM view_chunk_${generation}`,
  ];
  for (const damage of damages) {
    for (const table of [`view_${generation}`, `view_chunk_${generation}`])
      await db.prepare(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`).run();
    await db.prepare(damage).run();
    for (const address of questions) assertProblem(await fetchAs(edge, one, address), "backend_unavailable");
    for (const table of [`view_${generation}`, `view_chunk_${generation}`]) {
      await db.batch([
        db.prepare(`DELETE FROM ${table}`),
        db.prepare(`INSERT INTO ${table} SELECT * FROM kept_${table}`),
        db.prepare(`DROP TABLE kept_${table}`),
      ]);
    }
    await answersAgain(one);
  }
});

test("an incomplete view is prepared again", async () => {
  const one = await customer();
  const [db, generation] = [await servedDatabase(edge), await servedGeneration(edge)];
  await db.batch(["view", "view_chunk"].map((table) => db.prepare(`DELETE FROM ${table}_${generation}`)));
  const whole = await fetchAs(edge, one, "/v1/mentions/stats?from=2026-01-01&to=2026-06-30");
  await db.batch([
    db.prepare(`DELETE FROM view_${generation} WHERE part IN ('head', 'match')`),
    db.prepare(`DELETE FROM view_chunk_${generation} WHERE seq = 0`),
  ]);
  assert.deepEqual(
    expectOk(await fetchAs(edge, one, "/v1/mentions/stats?from=2026-01-01&to=2026-06-30")),
    expectOk(whole),
  );
});

test("before the first import, queries are a 503 and the account's own data is served", async () => {
  const empty = await startEdge();
  try {
    const one = await createAccount(empty, { brands: BRANDS });
    for (const address of ["/v1/mentions", "/v1/sentiment", "/v1/influencers", "/v1/trends"])
      assertProblem(await fetchAs(empty, one, address), "backend_unavailable");
    assert.equal(expectOk(await fetchAs(empty, one, "/v1/account")).dataset, null);
    assert.equal(expectOk(await fetchAs(empty, one, "/v1/account/usage")).meta.dataset_version, null);
    const prepared = expectOk(await operator(empty, "POST", `/accounts/${one.id}/view`, {}));
    assert.deepEqual(prepared, {
      account_id: one.id,
      dataset_version: null,
      mentions: null,
      prepared: false,
      was_prepared: false,
      done: 0,
      of: 0,
      // The row of the table that names the served generation.
      rows_read: 1,
      rows_written: 0,
    });
  } finally {
    await empty.stop();
  }
});
