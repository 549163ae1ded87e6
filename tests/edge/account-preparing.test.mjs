// Preparation of account views: once for all waiting requests, one view at a time, independent of the clients.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { datasetStatus, importFolder, operate, operatorOf, runCli, startCli, startServingEdge } from "./harness.mjs";
import { brand, createAccount, expectOk, fetchAs } from "../support/account.mjs";
import { eachOf, operator, send } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { repeatRecords, readDocuments, temporaryFolder, writeNdjson } from "../support/documents.mjs";
import { spawnEdge } from "../support/edge-process.mjs";
import { eventually } from "../support/eventually.mjs";
import { assertProblem } from "../support/problem.mjs";
import { servedDemo } from "../support/served.mjs";

/**
 * Source of an entry module that wraps the Worker and observes the database.
 *
 * `GET /watched` returns, since the last call: rows read and written, and batches that read columns for views, with
 * the most of them at once. It also lists the views whose rows were stored, in order, and the accounts whose progress
 * an operator got. `POST /database?slow=MS&fails=TIMES&hangs=TIMES` slows down the batches that read columns for views.
 * So many of them fail or never end. With `busy=ID`, operators do not get the progress of that account.
 */
const ENTRY = `
import Worker, { Preparer as OfWorker } from "./index.js";
export * from "./index.js";
const nothing = () => ({ rows: 0, written: 0, batches: 0, under: 0, most: 0, kept: [], told: [] });
let watched = nothing();
const is = { slow: 0, fails: 0, hangs: 0 };
let busy = null;
const batch = (db) => async (statements) => {
  const reads = statements.some(({ statement }) => statement.includes("row.public_id AS") && statement.includes("row.likes AS"));
  for (const { statement, params } of statements) {
    if (statement.includes("INTO view_chunk_") && watched.kept.at(-1) !== params[0]) watched.kept.push(params[0]);
  }
  if (reads) {
    if (is.fails > 0 && is.fails--) throw new Error("broken on purpose");
    if (is.hangs > 0 && is.hangs--) return new Promise(() => {});
    watched.batches += 1;
    watched.under += 1;
    watched.most = Math.max(watched.most, watched.under);
    if (is.slow > 0) await new Promise((resolve) => setTimeout(resolve, is.slow));
  }
  const results = await db.batch(statements);
  if (reads) watched.under -= 1;
  for (const { meta } of results) {
    watched.rows += meta.rows_read;
    watched.written += meta.rows_written;
  }
  return results;
};
const observed = (database) => new Proxy(database, {
  get: (target, name) => {
    if (name === "batch") return batch(target);
    return typeof target[name] === "function" && name !== "constructor" ? target[name].bind(target) : target[name];
  },
});
const DATABASES = ["DB", "DATA_0", "DATA_1", "DATA_2"];
const seen = (env) => ({ ...env, ...Object.fromEntries(DATABASES.map((name) => [name, observed(env[name])])) });
export class Preparer extends OfWorker {
  constructor(state, env) {
    super(state, seen(env));
  }
}
export default {
  async fetch(request, env, context) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/database") {
      for (const name in is) is[name] = Number(searchParams.get(name));
      busy = searchParams.get("busy");
      return new Response();
    }
    if (pathname === "/watched") {
      const told = watched;
      watched = { ...nothing(), under: told.under };
      return Response.json(told);
    }
    const [, of] = /^\\/admin\\/v1\\/accounts\\/(\\w+)\\/view$/.exec(decodeURIComponent(pathname)) ?? [];
    if (of && of === busy) return Response.json({ message: "broken on purpose" }, { status: 503 });
    const answer = await Worker.fetch(request, seen(env), context);
    if (of) watched.told.push(of);
    return answer;
  },
};
`;
const QUESTION = "/v1/sentiment?from=2025-06-01&to=2026-05-31";
/** Most rows that a query of a prepared view may read. */
const ROWS_OF_A_QUESTION = 40;
/** Mentions of the largest view that a request waits for. */
const WAITED_FOR = 20_000;
/** Time that a request waits for a view, in milliseconds. */
const WAIT_LIMIT_MS = 10_000;
/** Time limit for a client that retries, in milliseconds, whatever happened to the preparation. */
const ANSWERED_WITHIN_MS = 60_000;
/** Copies of the demo's records in the dataset whose views take several chunks. */
const COPIES = 9;

const counts = new Map();
for (const { brand_name: name } of readDocuments(demoData).siv_business_ideas)
  counts.set(name, (counts.get(name) ?? 0) + 1);
/** The brands with the most mentions. */
const BRANDS = [...counts.entries()].sort(([, one], [, other]) => other - one).map(([name]) => brand(name));
const MANY = BRANDS.slice(0, 12);
/** The same brands in an order that no account has had: an unprepared view with the same counts. */
let turns = 0;
const freshly = () => [...MANY.slice(++turns % MANY.length), ...MANY.slice(0, turns % MANY.length)];

let edge;
before(async () => (edge = await startServingEdge(demoData, { entry: ENTRY, caches: false })));
after(() => edge?.stop());

const watched = async () => (await send(edge, "/watched")).json;
const database = (is = "") => send(edge, `/database?${is}`, { method: "POST" });
const slow = (ms) => database(`slow=${ms}`);
const prepare = (account, body = {}) => operator(edge, "POST", `/accounts/${account.id}/view`, body);
beforeEach(async () => {
  await database();
  await watched();
});

/** Returns the counts of the answer, or undefined while the response says that the view is being prepared. */
async function counted(account) {
  for (const from = Date.now(); ; await sleep(500)) {
    const answer = await fetchAs(edge, account, QUESTION);
    if (answer.status === 200) return answer.json.counts;
    assertProblem(answer, "view_preparing");
    assert.ok(Date.now() - from < ANSWERED_WITHIN_MS, "nobody prepares it");
  }
}

const asking = (brands, more) => createAccount(edge, { brands, ...more });

/** Returns the rows, the batches of columns and the time of a first request. */
async function alone() {
  const account = await asking(freshly());
  await watched();
  const begun = Date.now();
  const answer = await counted(account);
  const { rows, batches } = await watched();
  assert.ok(batches >= 8, `${rows} rows in ${batches} batches: too few to tell`);
  return { answer, rows, batches, ms: Date.now() - begun };
}

test("twenty concurrent first requests read as much as one, because they wait for the same preparation", async () => {
  const { answer, rows, batches } = await alone();
  const account = await asking(freshly());
  const answers = await eachOf(Array.from({ length: 20 }), () => counted(account), 20);
  for (const one of answers) assert.deepEqual(one, answer);
  const { rows: ofTwenty, batches: ofAll, kept } = await watched();
  assert.ok(ofTwenty <= rows + 20 * ROWS_OF_A_QUESTION, `${ofTwenty} rows instead of ${rows}`);
  assert.deepEqual([ofAll, kept.length], [batches, 1]);
});

test("one view is prepared at a time, for any number of accounts", async () => {
  const accounts = await eachOf([0, 4, 8, 12, 16], (at) => asking(BRANDS.slice(at, at + 4)));
  await slow(20);
  await watched();
  const [operated, ...asked] = accounts;
  const told = expectOk(await prepare(operated, { wait_ms: 0 }));
  assert.deepEqual([told.prepared, told.mentions], [false, null]);
  await eachOf([...asked, ...asked], counted, 8);
  await counted(operated);
  assert.equal(expectOk(await prepare(operated)).prepared, true);
  const { most, kept } = await watched();
  assert.deepEqual([most, kept.length, new Set(kept).size], [1, accounts.length, accounts.length]);
});

test("a preparation longer than a request's wait continues, and responses report its progress without a charge", async () => {
  const { answer, batches, ms } = await alone();
  const [account, other] = await eachOf([freshly(), BRANDS.slice(20, 21)], (brands) =>
    asking(brands, { plan: "professional" }),
  );
  await slow(Math.max(WAIT_LIMIT_MS + 2_000 - ms, 0) / batches);
  const begun = Date.now();
  const [preparing, behind] = await Promise.all([
    fetchAs(edge, account, QUESTION),
    sleep(200).then(() => fetchAs(edge, other, QUESTION)),
  ]);
  assert.ok(Date.now() - begun >= WAIT_LIMIT_MS);
  const percent = (refused) =>
    Number(/being prepared: (\d+) % is done/.exec(assertProblem(refused, "view_preparing").message)[1]);
  assert.ok(percent(preparing) <= 99, preparing.json.message);
  assert.equal(percent(behind), 0);
  for (const refused of [preparing, behind]) {
    assert.deepEqual(
      ["x-quota-charged", "x-query-cost", "retry-after"].map((name) => refused.headers.get(name)),
      ["false", "0", "2"],
    );
  }
  assert.deepEqual(await counted(account), answer);
  await eventually(async () => {
    const { rows } = expectOk(await operator(edge, "GET", `/accounts/${account.id}/usage`));
    return rows.reduce((sum, { charged }) => sum + charged, 0);
  }, 1);
  await counted(other);
});

test("a preparation continues when its client disconnects, and serves the next request", async () => {
  const { answer, rows, batches } = await alone();
  const account = await asking(freshly());
  await slow(4_000 / batches);
  await watched();
  await assert.rejects(fetchAs(edge, account, QUESTION, { signal: AbortSignal.timeout(1_000) }), {
    name: "TimeoutError",
  });
  assert.deepEqual(await counted(account), answer);
  const { rows: read, kept } = await watched();
  assert.ok(read <= rows + 2 * ROWS_OF_A_QUESTION, `${read} rows instead of ${rows}`);
  assert.equal(kept.length, 1);
});

test("accounts with the same brands share a view, and answers have each account's own brand ids", async () => {
  const accounts = await eachOf([0, 1], () => asking(BRANDS.slice(30, 32)));
  await watched();
  const lists = await eachOf(
    accounts,
    async (account) => expectOk(await fetchAs(edge, account, "/v1/mentions?limit=50")).data,
  );
  for (const [at, { brands }] of accounts.entries()) {
    const own = new Set(brands.map(({ id }) => id));
    assert.ok(lists[at].length > 0 && lists[at].every(({ brand: { id } }) => own.has(id)));
  }
  const same = lists.map((list) => list.map(({ brand: { label }, ...mention }) => ({ label, ...mention })));
  assert.deepEqual(same[0], same[1]);
  assert.equal((await watched()).kept.length, 1);
});

test("a database that fails briefly is retried, and waiting requests are answered", async () => {
  const { answer } = await alone();
  const account = await asking(freshly());
  await database("fails=3");
  assert.deepEqual(expectOk(await fetchAs(edge, account, QUESTION)).counts, answer);
});

test("a database that does not respond times out and is retried", async () => {
  const { answer } = await alone();
  const account = await asking(freshly());
  await database("hangs=1");
  assert.deepEqual(await counted(account), answer);
  assert.equal((await watched()).kept.length, 1);
});

test("a preparation that keeps failing ends with a log entry, until the next request", async () => {
  const account = await asking(BRANDS.slice(33, 35));
  await database("fails=1000");
  for (const from = Date.now(); ; ) {
    const refused = await fetchAs(edge, account, QUESTION);
    assert.ok(
      Number(refused.headers.get("retry-after")) > 0 && refused.headers.get("x-quota-charged") === "false",
      refused.text,
    );
    if (refused.json.code === "backend_unavailable") break;
    assertProblem(refused, "view_preparing");
    assert.ok(Date.now() - from < ANSWERED_WITHIN_MS, "it is not given up");
  }
  await database();
  expectOk(await fetchAs(edge, account, QUESTION));
});

test("the command prepares several accounts and shows their progress", async () => {
  const accounts = await eachOf([35, 36, 37, 38, 39, 40], (at) => asking(BRANDS.slice(at, at + 1)));
  await slow(50);
  const ids = accounts.map(({ id }) => id);
  const { code, stdout, stderr } = await runCli(
    ["accounts", "prepare", ...ids, "--json", "--to", edge.url],
    operatorOf(edge),
  );
  assert.equal(code, 0, stderr);
  const { views, unprepared } = JSON.parse(stdout);
  assert.deepEqual([views.map(({ account_id: id }) => id), unprepared], [ids, []]);
  assert.ok(
    views.every(({ mentions, was_prepared: was }) => mentions > 0 && !was),
    stdout,
  );
  assert.match(stderr, /Preparing views: \d of 6, .*acc_\w+ \d+ %/);
  const again = JSON.parse(await operate(edge, ["accounts", "prepare", ids[0], "--json"]));
  assert.deepEqual(again.views, [{ ...views[0], was_prepared: true }]);
});

test("an operator waits for a view of any size and gets its row count; a query does not wait for a large view", async () => {
  const documents = readDocuments(demoData);
  const mentions = documents.siv_business_ideas.flatMap((mention) =>
    ["", "~"].map((end) => ({ ...mention, mention_id: `${mention.mention_id}${end}`, brand_name: "Everywhere" })),
  );
  assert.ok(mentions.length > WAITED_FOR);
  const large = await startServingEdge(writeNdjson({ ...documents, siv_business_ideas: mentions }), {
    entry: ENTRY,
    caches: false,
  });
  try {
    const told = async () => (await send(large, "/watched")).json;
    const view = async (account, body = {}) =>
      expectOk(await operator(large, "POST", `/accounts/${account.id}/view`, body));
    const account = await createAccount(large, { brands: [brand("Everywhere")] });
    await send(large, "/database?slow=150", { method: "POST" });
    const waiting = view(account);
    await eventually(async () => (await view(account, { wait_ms: 0 })).of > WAITED_FOR, true);
    const begun = Date.now();
    assertProblem(await fetchAs(large, account, QUESTION), "view_preparing");
    const far = await view(account, { wait_ms: 0 });
    assert.ok(Date.now() - begun < 1_000 && far.mentions === null && far.rows_read > 0, JSON.stringify(far));
    const { rows_read: read, rows_written: written, ...prepared } = await waiting;
    assert.deepEqual(prepared, {
      account_id: account.id,
      dataset_version: far.dataset_version,
      mentions: mentions.length,
      prepared: true,
      was_prepared: false,
      done: mentions.length,
      of: mentions.length,
    });
    assert.ok(read > far.rows_read && written > far.rows_written, `${read} rows read, ${written} written`);
    await send(large, "/database", { method: "POST" });
    // The reported rows are those that the database counts, for a new view and for an existing one.
    const other = await createAccount(large, { brands: [{ label: "Everywhere", terms: ["everywhere", "nowhere"] }] });
    for (const wasThere of [false, true]) {
      await told();
      const { was_prepared: was, rows_read: rowsRead, rows_written: rowsWritten } = await view(other);
      const { rows, written: ofDatabase } = await told();
      assert.deepEqual([was, rowsRead, rowsWritten], [wasThere, rows, ofDatabase]);
      assert.ok(wasThere ? rows < 20 && ofDatabase === 0 : ofDatabase > 0, `${rows} rows read, ${ofDatabase} written`);
    }
  } finally {
    await large.stop();
  }
});

test("the command starts all preparations before it waits, so they continue when it is killed", async () => {
  const accounts = await eachOf([41, 42, 43, 44, 45, 46], (at) => asking(BRANDS.slice(at, at + 1)));
  const ids = accounts.map(({ id }) => id);
  await slow(50);
  await watched();
  const { child, ended } = startCli(["accounts", "prepare", ...ids, "--to", edge.url], operatorOf(edge));
  const told = new Set();
  const kept = new Set();
  const look = async () => {
    const seen = await watched();
    seen.told.forEach((id) => told.add(id));
    seen.kept.forEach((view) => kept.add(view));
  };
  await eventually(async () => look().then(() => told.size), ids.length);
  child.kill("SIGKILL");
  assert.equal((await ended).signal, "SIGKILL");
  assert.ok(kept.size < ids.length, "all are prepared before it was killed");
  await eventually(async () => look().then(() => kept.size), ids.length, ANSWERED_WITHIN_MS);
  assert.ok(
    (await eachOf(accounts, async (account) => expectOk(await prepare(account, { wait_ms: 0 })).was_prepared)).every(
      Boolean,
    ),
  );
});

test("a failing preparation does not block others, and is reported with its reason", async () => {
  const accounts = await eachOf([47, 48, 49, 50, 51, 52], (at) => asking(BRANDS.slice(at, at + 1)));
  const [broken, ...others] = accounts.map(({ id }) => id);
  await database(`busy=${broken}`);
  const asked = [broken, "acc_nobody", ...others];
  const { code, stdout, stderr } = await runCli(
    ["accounts", "prepare", ...asked, "--json", "--patience", "2", "--to", edge.url],
    operatorOf(edge),
  );
  assert.equal(code, 1);
  assert.match(stderr, /2 of 7 were not prepared/);
  const { views, unprepared } = JSON.parse(stdout);
  assert.deepEqual(
    views.map(({ account_id: id }) => id),
    others,
  );
  assert.deepEqual(
    unprepared.map(({ account_id: id }) => id),
    [broken, "acc_nobody"],
  );
  assert.match(unprepared[0].error, /is busy: broken on purpose/);
  assert.match(unprepared[1].error, /acc_nobody/);
});

test("an import prepares all accounts' views, and reports how many failed", async () => {
  const account = await asking(BRANDS.slice(53, 55));
  const { accounts } = JSON.parse(await operate(edge, ["accounts", "list", "--json"]));
  const monitoring = accounts.filter(({ brands }) => brands.length > 0).length;
  const [video] = readDocuments(demoData).siv_info;
  const imported = (title) =>
    runCli(
      ["import", writeNdjson({ siv_info: [{ ...video, title }] }), "--patience", "10", "--to", edge.url],
      operatorOf(edge),
    );
  const all = await imported("Numbat of the week");
  assert.equal(all.code, 0, all.stderr);
  assert.match(all.stderr, new RegExp(`Prepared the views of ${monitoring} of ${monitoring} accounts\\.`));
  assert.ok(expectOk(await prepare(account)).was_prepared);
  await database(`busy=${account.id}`);
  const others = await imported("Numbat of the day");
  assert.equal(others.code, 0, others.stderr);
  assert.match(
    others.stderr,
    new RegExp(
      `The view of ${account.id} is not prepared: .* broken on purpose\\n(.*\\n)*Prepared the views of ${monitoring - 1} of ${monitoring} accounts\\.`,
    ),
  );
});

test("a preparation switches to the version that becomes active meanwhile", async () => {
  const [, , first] = BRANDS;
  const account = await asking([first]);
  const { served } = await datasetStatus(edge);
  await slow(1_000);
  const asked = fetchAs(edge, account, QUESTION);
  const [one] = readDocuments(demoData).siv_business_ideas.filter(({ brand_name: name }) => name === first.label);
  const imported = importFolder(
    edge,
    writeNdjson({
      siv_info: [],
      siv_content_creator: [],
      siv_business_ideas: [{ ...one, sentiment: "negative", sentiment_score: -1 }],
    }),
  );
  await eventually(async () => (await datasetStatus(edge)).served.version === served.version, false, 30_000);
  await slow(0);
  const { dataset } = await imported;
  const answer = await asked;
  if (answer.status !== 200) assertProblem(answer, "view_preparing");
  await counted(account);
  const { meta } = expectOk(await fetchAs(edge, account, QUESTION));
  assert.equal(meta.dataset_version, dataset.version);
});

test("a preparation that a kill of the edge interrupts continues in the next process, with or without requests", async () => {
  const { persistTo, remove } = servedDemo();
  const secret = randomBytes(32).toString("hex");
  let running = await spawnEdge(persistTo, secret, { entry: ENTRY });
  try {
    const account = await createAccount(running, { brands: MANY });
    const view = async (body) => expectOk(await operator(running, "POST", `/accounts/${account.id}/view`, body));
    const told = async () => (await send(running, "/watched")).json;
    await send(running, "/database?slow=500", { method: "POST" });
    assert.equal((await view({ wait_ms: 0 })).prepared, false);
    await eventually(async () => (await told()).batches > 0, true);
    await running.kill();
    running = await spawnEdge(persistTo, secret, { entry: ENTRY });
    await eventually(async () => (await told()).kept.length > 0, true, ANSWERED_WITHIN_MS);
    await eventually(async () => (await view({})).was_prepared, true, ANSWERED_WITHIN_MS);
    expectOk(await fetchAs(running, account, QUESTION));
  } finally {
    await running.kill();
    remove();
  }
});

test("a view in chunks reports progress with every request, is free until it is ready, and survives a kill of the edge", async () => {
  const brands = BRANDS.slice(0, 30);
  const { counts: once } = expectOk(await fetchAs(edge, await asking(brands), QUESTION));
  const [folder, secret] = [temporaryFolder(), randomBytes(32).toString("hex")];
  let running = await spawnEdge(folder, secret, { entry: ENTRY });
  try {
    await importFolder(running, writeNdjson(repeatRecords(readDocuments(demoData), COPIES)));
    const account = await createAccount(running, { plan: "professional", brands });
    const slower = () => send(running, "/database?slow=200", { method: "POST" });
    const percents = [];
    const answered = async () => {
      const answer = await fetchAs(running, account, QUESTION);
      if (answer.status === 200) return answer.json.counts;
      percents.push(Number(/being prepared: (\d+) % is done/.exec(assertProblem(answer, "view_preparing").message)[1]));
      assert.deepEqual(
        ["x-quota-charged", "x-query-cost", "retry-after"].map((name) => answer.headers.get(name)),
        ["false", "0", "2"],
      );
      return undefined;
    };
    const charged = async () =>
      expectOk(await operator(running, "GET", `/accounts/${account.id}/usage`)).rows.reduce(
        (sum, row) => sum + row.charged,
        0,
      );
    await slower();
    await eventually(async () => (await answered()) === undefined && percents.at(-1) > 0, true, ANSWERED_WITHIN_MS);
    // Refunds reach the meter after the response.
    await eventually(charged, 0);
    await running.kill();
    running = await spawnEdge(folder, secret, { entry: ENTRY });
    await slower();
    const before = percents.length;
    let counts;
    await eventually(async () => (counts = await answered()) !== undefined, true, ANSWERED_WITHIN_MS);
    assert.ok(percents.length > before, "nothing was left to do when the edge was killed");
    assert.deepEqual([percents, Math.max(...percents) <= 99], [percents.toSorted((one, other) => one - other), true]);
    assert.deepEqual(counts, Object.fromEntries(Object.entries(once).map(([name, count]) => [name, COPIES * count])));
    await eventually(charged, 1);
    const told = expectOk(await operator(running, "POST", `/accounts/${account.id}/view`, {}));
    assert.ok(told.was_prepared && told.mentions > 20_000, JSON.stringify(told));
  } finally {
    await running.kill();
  }
});
