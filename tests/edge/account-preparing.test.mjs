// Preparing what accounts see: once for all who wait for it, one account at a time, and whoever asked may leave.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startServingEdge } from "./harness.mjs";
import { brand, changeAccount, createAccount, good, see } from "./support/account.mjs";
import { eachOf, operator, send } from "./support/client.mjs";
import { demoData } from "./support/data.mjs";
import { readDocuments } from "./support/documents.mjs";
import { eventually } from "./support/eventually.mjs";
import { assertProblem } from "./support/problem.mjs";

/**
 * Stands before the Worker and watches the database: `GET /watched` tells how many rows were read since the last time, how
 * many batches read documents for views, how many of these at once at most, and of which views rows were kept, one after
 * the other. `POST /slow?ms=` has batches that read documents for views take that long. With `x-hang` they never end.
 */
const ENTRY = `
import Worker from "./index.js";
export * from "./index.js";
const nothing = () => ({ rows: 0, batches: 0, under: 0, most: 0, kept: [] });
let watched = nothing();
let slow = 0;
const batch = (db, hangs) => async (statements) => {
  const reads = statements.some(({ statement }) => statement.includes("hex(d.body)") && !statement.includes("v.body"));
  for (const { statement, params } of statements) {
    if (statement.includes("INTO account_view") && watched.kept.at(-1) !== params[0]) watched.kept.push(params[0]);
  }
  if (reads) {
    if (hangs) return new Promise(() => {});
    watched.batches += 1;
    watched.under += 1;
    watched.most = Math.max(watched.most, watched.under);
    if (slow > 0) await new Promise((resolve) => setTimeout(resolve, slow));
  }
  const results = await db.batch(statements);
  if (reads) watched.under -= 1;
  watched.rows += results.reduce((sum, { meta }) => sum + meta.rows_read, 0);
  return results;
};
export default {
  async fetch(request, env, context) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/slow") slow = Number(searchParams.get("ms"));
    if (pathname === "/watched") {
      const told = watched;
      watched = { ...nothing(), under: told.under };
      return Response.json(told);
    }
    if (pathname === "/slow") return new Response();
    const DB = new Proxy(env.DB, {
      get: (target, name) => {
        if (name === "batch") return batch(target, request.headers.has("x-hang"));
        return typeof target[name] === "function" && name !== "constructor" ? target[name].bind(target) : target[name];
      },
    });
    return new Worker(context, { ...env, DB }).fetch(request);
  },
};
`;
const QUESTION = "/v1/sentiment?from=2025-06-01&to=2026-05-31";
/** Rows that a question reads of a view that is prepared, at most. */
const ROWS_OF_A_QUESTION = 40;
/** Milliseconds that a request waits for a view. */
const PATIENCE_MS = 10_000;
/** Within which whoever asks again is answered, whatever became of the preparation. */
const ANSWERED_WITHIN_MS = 40_000;

const counts = new Map();
for (const { brand_name: name } of readDocuments(demoData).siv_business_ideas) counts.set(name, (counts.get(name) ?? 0) + 1);
/** The brands with the most mentions. */
const BRANDS = [...counts.entries()].sort(([, one], [, other]) => other - one).map(([name]) => brand(name));
const MANY = BRANDS.slice(0, 12);

let edge;
before(async () => (edge = await startServingEdge(demoData, { entry: ENTRY, caches: false })));
after(() => edge?.stop());

const watched = async () => (await send(edge, "/watched")).json;
const slow = (ms) => send(edge, `/slow?ms=${ms}`, { method: "POST" });
beforeEach(async () => {
  await slow(0);
  await watched();
});

/** What is counted in the answer, once there is one; until then it must be that the view is being prepared. */
async function counted(account) {
  for (const from = Date.now(); ; await sleep(500)) {
    const answer = await see(edge, account, QUESTION);
    if (answer.status === 200) return answer.json.counts;
    assertProblem(answer, "view_preparing");
    assert.ok(Date.now() - from < ANSWERED_WITHIN_MS, "nobody prepares it");
  }
}

const asking = (brands, more) => createAccount(edge, { brands, ...more });

/** What a first question reads, in how many batches of documents and how long. */
async function alone() {
  const account = await asking(MANY);
  await watched();
  const begun = Date.now();
  const answer = await counted(account);
  const { rows, batches } = await watched();
  assert.ok(rows > 10_000 && batches >= 8, `${rows} rows in ${batches} batches: too few to tell`);
  return { answer, rows, batches, ms: Date.now() - begun };
}

test("twenty first questions at once read as much as one: the others wait for what it prepares", async () => {
  const { answer, rows } = await alone();
  const account = await asking(MANY);
  const answers = await eachOf(Array.from({ length: 20 }), () => counted(account), 20);
  for (const one of answers) assert.deepEqual(one, answer);
  const { rows: ofTwenty, kept } = await watched();
  assert.ok(ofTwenty <= rows + 20 * ROWS_OF_A_QUESTION, `${ofTwenty} rows instead of ${rows}`);
  assert.equal(kept.length, 1);
});

test("of several accounts one view is prepared at a time, whoever asks for it", async () => {
  const accounts = await eachOf([0, 4, 8, 12, 16], (at) => asking(BRANDS.slice(at, at + 4)));
  await slow(20);
  await watched();
  const [operated, ...asked] = accounts;
  const prepared = operator(edge, "POST", `/accounts/${operated.id}/view`, {});
  await eachOf([...asked, ...asked], counted, 8);
  assert.equal((await prepared).status === 200 || assertProblem(await prepared, "view_preparing").status === 503, true);
  await counted(operated);
  const { most, kept } = await watched();
  assert.deepEqual([most, kept.length, new Set(kept).size], [1, accounts.length, accounts.length]);
});

test("what takes longer than a request waits goes on: until it is there, the answer is how far it is, and costs nothing", async () => {
  const { answer, batches, ms } = await alone();
  const [account, other] = await eachOf([MANY, BRANDS.slice(20, 21)], (brands) => asking(brands, { plan: "professional" }));
  await slow(Math.max(PATIENCE_MS + 2_000 - ms, 0) / batches);
  const begun = Date.now();
  const [preparing, behind] = await Promise.all([see(edge, account, QUESTION), sleep(200).then(() => see(edge, other, QUESTION))]);
  assert.ok(Date.now() - begun >= PATIENCE_MS);
  const percent = (refused) => Number(/being prepared: (\d+) % is done/.exec(assertProblem(refused, "view_preparing").message)[1]);
  assert.ok(percent(preparing) >= 30 && percent(preparing) <= 99, preparing.json.message);
  assert.equal(percent(behind), 0);
  for (const refused of [preparing, behind]) {
    assert.deepEqual(["x-quota-charged", "x-query-cost", "retry-after"].map((name) => refused.headers.get(name)), ["false", "0", "2"]);
  }
  assert.deepEqual(await counted(account), answer);
  await eventually(async () => {
    const { rows } = good(await operator(edge, "GET", `/accounts/${account.id}/usage`));
    return rows.reduce((sum, { charged }) => sum + charged, 0);
  }, 1);
  await counted(other);
});

test("a client that leaves takes nothing with it: what it began is there for the next one", async () => {
  const { answer, rows, batches } = await alone();
  const account = await asking(MANY);
  await slow(4_000 / batches);
  await watched();
  await assert.rejects(see(edge, account, QUESTION, { signal: AbortSignal.timeout(1_000) }), { name: "TimeoutError" });
  assert.deepEqual(await counted(account), answer);
  const { rows: read, kept } = await watched();
  assert.ok(read <= rows + 2 * ROWS_OF_A_QUESTION, `${read} rows instead of ${rows}`);
  assert.equal(kept.length, 1);
});

test("a preparation without a sign of life is given up, and nobody waits for ever", async () => {
  const { answer, rows } = await alone();
  const account = await asking(MANY);
  await assert.rejects(see(edge, account, QUESTION, { headers: { "x-hang": "1" }, signal: AbortSignal.timeout(1_000) }), { name: "TimeoutError" });
  const begun = Date.now();
  assert.deepEqual(await counted(account), answer);
  assert.ok(Date.now() - begun >= PATIENCE_MS - 2_000, "it might have gone on");
  const { rows: read, kept } = await watched();
  assert.ok(read <= rows + 10 * ROWS_OF_A_QUESTION, `${read} rows instead of ${rows}`);
  assert.equal(kept.length, 1);
});

test("an account with too many mentions is told so from a row, as often as it asks, until its brands are others", async () => {
  const db = await edge.mf.getD1Database("DB");
  const [{ label }] = BRANDS;
  const term = await db.prepare("SELECT body FROM term WHERE key = ?").bind(label.toLowerCase()).first("body");
  // As if the brand had as many mentions as no view may have.
  const brands = JSON.parse(term).brands.map(([number, name]) => [number, name, 1_000_000]);
  const account = await createAccount(edge, { brands: [brand(label)] });
  await db.prepare("UPDATE term SET body = ? WHERE key = ?").bind(JSON.stringify({ ...JSON.parse(term), brands }), label.toLowerCase()).run();
  try {
    await watched();
    for (const most of [20, 8, 8]) {
      const refused = assertProblem(await see(edge, account, QUESTION), "query_timeout");
      assert.match(refused.message, /in more mentions than the 200000 that are allowed\. Its operator can narrow the terms/);
      const { rows, batches } = await watched();
      assert.ok(rows <= most && batches === 0, `${rows} rows`);
    }
    const told = assertProblem(await operator(edge, "POST", `/accounts/${account.id}/view`, {}), "query_timeout");
    assert.match(told.message, /in more mentions than the 200000/);
  } finally {
    await db.prepare("UPDATE term SET body = ? WHERE key = ?").bind(term, label.toLowerCase()).run();
  }
  await changeAccount(edge, account, { brands: [brand(BRANDS[1].label)] });
  good(await see(edge, account, QUESTION));
});
