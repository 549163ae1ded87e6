// Cached answers have the same bytes and read no row, as long as the same dataset version is active.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { createKey, datasetStatus, importFolder, operate, startEdge, startServingEdge } from "./harness.mjs";
import { ask, send } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { databaseOf } from "../support/dataset-database.mjs";
import { readDocuments, temporaryFolder, writeNdjson } from "../support/documents.mjs";
import { assertProblem } from "../support/problem.mjs";
import { QUESTIONS } from "../support/questions.mjs";
import { servedDemo } from "../support/served.mjs";

/** Time for which a running Worker caches the active version (set in wrangler.toml) and a margin, in milliseconds. */
const SERVED_FOR_MS = 6500;

/**
 * Source of an entry module that wraps the Worker. The header `x-cache` breaks the platform's cache for a request:
 * `fails`, `hangs` or `rubbish`. `GET /kept` returns how many answers were put into that cache.
 */
const ENTRY = `
import Worker from "./index.js";
export * from "./index.js";
const { match, put } = Cache.prototype;
const fails = () => Promise.reject(new Error("broken on purpose"));
const WAYS = {
  fails: { match: fails, put: fails },
  hangs: { match: () => new Promise(() => {}), put: fails },
  rubbish: { match: async () => new Response("<html>no answer</html>"), put: fails },
};
let kept = 0;
const whole = {
  match,
  async put(...given) {
    await put.apply(this, given);
    kept += 1;
  },
};
export default {
  async fetch(request, env, context) {
    if (new URL(request.url).pathname === "/kept") return Response.json(kept);
    Object.assign(Cache.prototype, WAYS[request.headers.get("x-cache")] ?? whole);
    return Worker.fetch(request, env, context);
  },
};
`;

const documents = readDocuments(demoData);

let edge;
before(async () => (edge = await startServingEdge(demoData, { entry: ENTRY })));
after(() => edge?.stop());

/**
 * Sends a query. Returns the response with `cache`, which says whether it is a cache hit, and the `_meta` members as
 * `meta`.
 */
async function queryWithMeta(operation, question, { at = edge, headers = {}, ...options } = {}) {
  const answer = await ask(at, operation, question, { headers: { Prefer: "meta", ...headers }, ...options });
  assert.equal(answer.status, 200, answer.text);
  const { _meta: meta, ...documented } = answer.json;
  const cache = answer.headers.get("x-cache");
  if (meta) assert.equal(meta.cache, cache);
  return { ...answer, cache, meta, documented };
}

const plainly = { Prefer: "" };

/** Returns a query that no test has sent. */
let count = 0;
const fresh = () => ({
  ...QUESTIONS.aggregate,
  filters: { upload_date: { gte: `1999-01-${String((count += 1)).padStart(2, "0")}` } },
});

/** Writes a folder with one video under a new title. */
const change = (title) => writeNdjson({ siv_info: [{ ...documents.siv_info[0], title }] });

/** Imports that change as a new generation, and returns its version. */
async function importChange(at, title) {
  const { dataset } = JSON.parse(await operate(at, ["import", change(title), "--rebuild", "--json"]));
  return dataset.version;
}

/** Rolls back to the previous version without the edge's knowledge, as another running Worker would. */
async function rollBackElsewhere(at) {
  const db = await at.mf.getD1Database("DB");
  const { served, previous } = await db.prepare("SELECT served, previous FROM ring").first();
  const setState = async (generation, state) =>
    (await databaseOf(at, generation))
      .prepare(`UPDATE generation SET state = '${state}' WHERE state <> 'loading'`)
      .run();
  await setState(previous, "served");
  await db.prepare("UPDATE ring SET served = previous, previous = served").run();
  await setState(served, "previous");
}

test("a repeated query gets the same bytes without reading a row", async () => {
  for (const [operation, question] of Object.entries(QUESTIONS)) {
    const first = await queryWithMeta(operation, question, { headers: plainly });
    const second = await queryWithMeta(operation, question, { headers: plainly });
    assert.deepEqual([first.cache, second.cache], ["miss", "hit"], operation);
    assert.equal(second.text, first.text);
    assert.equal(second.headers.get("x-query-cost"), first.headers.get("x-query-cost"));
    assert.equal(second.headers.get("cache-control"), "no-store");
  }
});

test("hints, warnings and the ranking are cached with the answer, for every key", async () => {
  const questions = {
    ...QUESTIONS,
    aggregate: { ...QUESTIONS.aggregate, filters: { brand_name: "velunara" } },
    sector: { ...QUESTIONS.sector, from_date: "2025-01-10" },
  };
  for (const [operation, question] of Object.entries(questions)) {
    // A query that no other test sends.
    const unasked = { ...question, ...(operation === "sector" ? { to_date: "2025-12-19" } : { size: 7 }) };
    const plain = await queryWithMeta(operation, unasked, { headers: plainly });
    const [first, second] = [await queryWithMeta(operation, unasked), await queryWithMeta(operation, unasked)];
    assert.deepEqual([plain.cache, first.cache, second.cache], ["miss", "hit", "hit"], operation);
    assert.deepEqual([first.meta.rows_read, second.meta.rows_read], [0, 0]);
    assert.equal(plain.headers.get("x-hint"), first.headers.get("x-hint"));
    assert.deepEqual(first.documented, plain.json);
    assert.notEqual(first.meta.request_id, second.meta.request_id);
    const lasting = ({ meta: { request_id, cache, rows_read, took_ms, ...rest } }) => rest;
    assert.deepEqual(lasting(second), lasting(first));
    assert.deepEqual(second.documented, first.documented);
  }
  assert.ok((await queryWithMeta("aggregate", questions.aggregate)).meta.hints.length > 0);
  assert.ok((await queryWithMeta("sector", questions.sector)).meta.warnings.length > 0);
});

test("equivalent spellings of a query share a cache entry", async () => {
  const spellings = [
    { index: "siv_business_ideas", group_by: "components", filters: { platform: "youtube" } },
    { filters: { platform: "youtube" }, group_by: "components", index: "siv_business_ideas" },
    {
      index: "siv_business_ideas",
      group_by: "components",
      filters: { platform: "youtube" },
      size: 10,
      order: "desc",
      metric: { type: "count" },
    },
    { index: "siv_business_ideas", group_by: "components", filters: { platform: "youtube" }, size: null, metric: null },
    ' {\n "group_by" : "components", "size": 1e1, "index":"siv_\\u0062usiness_ideas","filters":{"platform":"youtube"} } ',
  ];
  const answers = [];
  for (const spelling of spellings) answers.push(await queryWithMeta("aggregate", spelling, { headers: plainly }));
  assert.deepEqual(
    answers.map(({ cache }) => cache),
    ["miss", "hit", "hit", "hit", "hit"],
  );
  assert.deepEqual(new Set(answers.map(({ text }) => text)).size, 1);
});

test("all forms of an answer come from one cache entry", async () => {
  const question = { values: ["Velunara", "Drakenfold"], group_by: "video_id", size: 3 };
  const form = (profile) => ({ headers: { ...plainly, Accept: `application/json;profile="${profile}"` } });
  const flat = await queryWithMeta("co-mentions", question, form("flat"));
  const wrapped = await queryWithMeta("co-mentions", question, form("wrapped"));
  assert.deepEqual([flat.cache, wrapped.cache], ["miss", "hit"]);
  const echo = { field: "brand_name", values: question.values, group_by: "video_id" };
  assert.deepEqual(wrapped.json, { status: "ok", result: [{ data: { ...echo, ...flat.json } }] });
  const backwards = { ...question, size: 4 };
  const first = await queryWithMeta("co-mentions", backwards, form("wrapped"));
  const second = await queryWithMeta("co-mentions", backwards, form("flat"));
  assert.deepEqual([first.cache, second.cache], ["miss", "hit"]);
  assert.deepEqual(first.json.result[0].data, { ...echo, ...second.json });
});

test("another size is another cache entry; the same size is shared by all keys", async () => {
  const [raw, aggregate] = [await createKey(edge, { access: "raw" }), await createKey(edge, { access: "aggregate" })];
  const caches = async (...sizes) => {
    const answers = [];
    for (const [size, { secret }] of sizes)
      answers.push(await queryWithMeta("search", { index: "siv_info", q: "review", size }, { secret }));
    return answers.map(({ cache, documented, headers }) => [
      cache,
      documented.results.length,
      headers.get("x-size-applied"),
    ]);
  };
  assert.deepEqual(await caches([50, raw], [50, aggregate], [10, raw], [20, aggregate], [50, raw], [9, raw]), [
    ["miss", 50, null],
    ["miss", 10, "10"],
    ["hit", 10, null],
    ["hit", 10, "10"],
    ["hit", 50, null],
    ["miss", 9, null],
  ]);
  assertProblem(
    await ask(edge, "search", { index: "siv_info", q: "review" }, { secret: "wrong" }),
    "invalid_credentials",
  );
});

test("after an addition and its rollback, the next query is answered from the active version", async () => {
  const question = { index: "siv_info", q: "quokka" };
  const found = async () => {
    const { cache, meta, documented } = await queryWithMeta("search", question);
    return [meta.dataset_version, documented.matched_documents, cache];
  };
  const [old] = await found();
  const folder = change("Quokka of the week");
  const { version, revision } = (await importFolder(edge, folder)).dataset;
  assert.equal(revision, 1);
  assert.deepEqual(await found(), [version, 1, "miss"]);
  await operate(edge, ["dataset", "rollback", "--yes"]);
  assert.deepEqual(await found(), [old, 0, "hit"]);
  assert.equal((await importFolder(edge, folder)).dataset.version, version);
  assert.deepEqual((await found()).slice(0, 2), [version, 1]);
});

test("after an import, a rollback and a deletion, the next query is answered from the active version", async () => {
  const question = { index: "siv_info", q: "zyxwvut" };
  const found = async () => {
    const { cache, meta, documented } = await queryWithMeta("search", question);
    return [meta.dataset_version, documented.matched_documents, cache];
  };
  const [old] = await found();
  const changed = await importChange(edge, "Zyxwvut made anew");
  assert.notEqual(changed, old);
  assert.deepEqual(await found(), [changed, 1, "miss"]);
  await operate(edge, ["dataset", "rollback", "--yes"]);
  assert.deepEqual(await found(), [old, 0, "hit"]);
  await operate(edge, ["dataset", "rollback", "--yes"]);
  assert.deepEqual(await found(), [changed, 1, "hit"]);

  const ids = join(temporaryFolder(), "ids.txt");
  writeFileSync(ids, `${documents.siv_info[0].video_id}\n`);
  await operate(edge, ["delete", "--index", "siv_info", "--ids", ids, "--yes"]);
  const { served } = await datasetStatus(edge);
  assert.deepEqual(await found(), [served.version, 0, "miss"]);
});

test("a version that another Worker activates is visible within seconds, and every answer is of one version", async () => {
  const question = { index: "siv_info", q: "elsewhere" };
  const before = await queryWithMeta("search", question);
  const changed = await importChange(edge, "Published elsewhere");
  await rollBackElsewhere(edge);
  await queryWithMeta("search", question);
  await rollBackElsewhere(edge);
  const began = Date.now();
  const seen = [];
  for (;;) {
    const { meta, documented } = await queryWithMeta("search", question);
    seen.push([meta.dataset_version, documented.matched_documents]);
    if (meta.dataset_version === changed) break;
    assert.ok(Date.now() - began < SERVED_FOR_MS, "the version before is served for too long");
    await wait(200);
  }
  assert.equal(seen[0][0], before.meta.dataset_version, "it is not asked for at once");
  for (const [version, matched] of seen)
    assert.deepEqual([version, matched], version === changed ? [changed, 1] : [before.meta.dataset_version, 0]);
});

test("a cached version that no longer exists does not fail a query", async () => {
  const changed = await importChange(edge, "Soon gone");
  assert.equal((await queryWithMeta("aggregate", fresh())).meta.dataset_version, changed);
  await rollBackElsewhere(edge);
  const replaced = await queryWithMeta("aggregate", fresh());
  assert.notEqual(replaced.meta.dataset_version, changed, "a new question notices that another version is served");

  await operate(edge, ["dataset", "rollback", "--yes"]);
  const { served } = await datasetStatus(edge);
  assert.equal((await queryWithMeta("aggregate", fresh())).meta.dataset_version, served.version);
  await rollBackElsewhere(edge);
  const db = await databaseOf(edge, served.generation);
  await db.prepare(`ALTER TABLE mention_${served.generation} RENAME TO hidden`).run();
  try {
    assert.notEqual((await queryWithMeta("aggregate", fresh())).meta.dataset_version, served.version);
  } finally {
    await db.prepare(`ALTER TABLE hidden RENAME TO mention_${served.generation}`).run();
  }
});

test("errors are not cached", async () => {
  const { generation } = (await datasetStatus(edge)).served;
  const db = await databaseOf(edge, generation);
  // No other test reads this field, so none of its rows are cached.
  const question = { index: "siv_info", group_by: "channel_name", metric: { type: "avg", field: "likes" } };
  await db.prepare(`ALTER TABLE cube_${generation} RENAME TO hidden`).run();
  try {
    for (const _ of [1, 2]) assertProblem(await ask(edge, "aggregate", question), "backend_unavailable");
  } finally {
    await db.prepare(`ALTER TABLE hidden RENAME TO cube_${generation}`).run();
  }
  assert.equal((await queryWithMeta("aggregate", question)).cache, "miss");
  assert.equal((await queryWithMeta("aggregate", question)).cache, "hit");
});

test("a platform cache that fails, hangs or returns garbage is ignored", async () => {
  for (const way of ["fails", "hangs", "rubbish"]) {
    const question = fresh();
    const began = Date.now();
    const broken = await queryWithMeta("aggregate", question, { headers: { "x-cache": way } });
    assert.equal(broken.cache, "miss", way);
    assert.ok(Date.now() - began < 3000, `${way}: it did not wait for the cache`);
    const again = await queryWithMeta("aggregate", question, { headers: { "x-cache": way } });
    assert.deepEqual(
      [again.cache, again.documented],
      ["hit", broken.documented],
      `${way}: the running Worker remembers it by itself`,
    );
  }
});

test("the platform's cache survives a restart of the Worker but not a new version of the code", async () => {
  const { persistTo, secret, remove } = servedDemo();
  after(remove);
  const start = async (code) => {
    const bindings = code ? { CF_VERSION_METADATA: { id: code, tag: "", timestamp: "" } } : {};
    return { ...(await startEdge({ persistTo, entry: ENTRY, bindings })), secret };
  };
  const question = QUESTIONS.sector;
  const one = await start();
  let first;
  try {
    first = await queryWithMeta("sector", question, { at: one });
    assert.equal((await send(one, "/kept")).json, 0, "the platform gets an answer once a request repeats it");
    await queryWithMeta("sector", question, { at: one });
    for (let tries = 0; (await send(one, "/kept")).json < 1; tries += 1) {
      assert.ok(tries < 50, "the platform was given the answer");
      await wait(100);
    }
  } finally {
    await one.stop();
  }
  const two = await start();
  try {
    const again = await queryWithMeta("sector", question, { at: two });
    assert.equal(again.cache, "hit");
    assert.deepEqual(again.documented, first.documented);
    assert.deepEqual(again.meta.ranking, first.meta.ranking);
    assert.ok(again.meta.rows_read < first.meta.rows_read, "no more is read than what tells which version is served");
    assert.equal((await queryWithMeta("sector", question, { at: two })).meta.rows_read, 0);
  } finally {
    await two.stop();
  }
  const three = await start("another version of the code");
  try {
    assert.equal((await queryWithMeta("sector", question, { at: three })).cache, "miss");
  } finally {
    await three.stop();
  }
});

test("a deployment may read the active version for every query, or cache nothing", async () => {
  const strict = await startServingEdge(demoData, { bindings: { SERVED_FOR_SECONDS: "0" } });
  try {
    const first = await queryWithMeta("aggregate", QUESTIONS.aggregate, { at: strict });
    const second = await queryWithMeta("aggregate", QUESTIONS.aggregate, { at: strict });
    assert.deepEqual([first.cache, second.cache], ["miss", "hit"]);
    assert.ok(
      second.meta.rows_read > 0 && second.meta.rows_read < first.meta.rows_read,
      `${second.meta.rows_read} rows`,
    );
    const changed = await importChange(strict, "Seen at once");
    await rollBackElsewhere(strict);
    assert.equal(
      (await queryWithMeta("aggregate", QUESTIONS.aggregate, { at: strict })).meta.dataset_version,
      first.meta.dataset_version,
    );
    await rollBackElsewhere(strict);
    assert.equal((await queryWithMeta("aggregate", QUESTIONS.aggregate, { at: strict })).meta.dataset_version, changed);
  } finally {
    await strict.stop();
  }
  const bare = await startServingEdge(demoData, { caches: false });
  try {
    const answers = [
      await queryWithMeta("sector", QUESTIONS.sector, { at: bare }),
      await queryWithMeta("sector", QUESTIONS.sector, { at: bare }),
    ];
    assert.deepEqual(
      answers.map(({ cache }) => cache),
      ["miss", "miss"],
    );
    assert.equal(answers[1].meta.rows_read, answers[0].meta.rows_read);
  } finally {
    await bare.stop();
  }
});
