// An account's view: only mentions of its brands, prepared once for each dataset version.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { datasetStatus, importFolder, operate, startServingEdge } from "./harness.mjs";
import { brand, changeAccount, createAccount, expectOk, itemsOf, fetchAs } from "../support/account.mjs";
import { eachOf, operator } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { datasetDatabases } from "../support/dataset-database.mjs";
import { readDocuments, splitAtDays, writeNdjson } from "../support/documents.mjs";
import { assertProblem } from "../support/problem.mjs";

/** Most rows that a query may read: per item for a list, in total for an analysis. */
const ROWS_PER_ITEM = 3;
const ROWS_PER_ANALYSIS = 40;

// Two later imports add the last days of the demo dataset.
const [early, ...late] = splitAtDays(readDocuments(demoData), 5, 5);

let edge;
let one;
let other;
before(async () => {
  // Without caches, every answer is read from the tables and from KV.
  edge = await startServingEdge(writeNdjson(early), { caches: false });
  [one, other] = await eachOf([[brand("Quillovar"), brand("Isolanna")], [brand("Neonquarry")]], (brands) =>
    createAccount(edge, { brands }),
  );
});
after(() => edge?.stop());

const prepare = async (account) => expectOk(await operator(edge, "POST", `/accounts/${account.id}/view`, {}));

/** Returns the view rows by generation, and the revisions whose delta segments they include. */
async function rowsOfViews() {
  const found = {};
  for (const db of await datasetDatabases(edge)) Object.assign(found, await rowsOfViewsIn(db));
  return found;
}

async function rowsOfViewsIn(db) {
  const { results: tables } = await db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'view_[0-9]*'")
    .all();
  const found = {};
  for (const { name } of tables) {
    const generation = name.split("_").at(-1);
    const count = (sql) => db.prepare(sql).first("rows");
    const rows =
      (await count(`SELECT count(*) AS rows FROM view_${generation}`)) +
      (await count(`SELECT count(*) AS rows FROM view_chunk_${generation}`));
    const { results } = await db
      .prepare(`SELECT DISTINCT seq FROM view_${generation} WHERE part = 'delta' ORDER BY seq`)
      .all();
    found[generation] = { rows, deltas: results.map(({ seq }) => seq) };
  }
  return found;
}

/** Returns an error body without request-specific members, with the id replaced. */
const anonymous = ({ json: { request_id, instance, ...body } }, id) => JSON.stringify(body).replaceAll(id, "ID");

test("an account sees its own brands only; records of others do not exist for it", async () => {
  const [mine, theirs] = await eachOf([one, other], (account) => itemsOf(edge, account, "/v1/mentions?limit=100"));
  assert.deepEqual(new Set(mine.map(({ brand }) => brand.label)), new Set(["Quillovar", "Isolanna"]));
  assert.deepEqual(new Set(theirs.map(({ brand }) => brand.label)), new Set(["Neonquarry"]));
  const known = new Set(mine.map(({ id }) => id));
  const foreign = theirs.find(({ id }) => !known.has(id));
  expectOk(await fetchAs(edge, other, `/v1/mentions/${foreign.id}`));
  const creators = new Set(mine.map(({ channel }) => channel.influencer_id));
  const stranger = theirs.find(({ channel }) => !creators.has(channel.influencer_id)).channel.influencer_id;
  for (const rest of ["", "/mentions"]) expectOk(await fetchAs(edge, other, `/v1/influencers/${stranger}${rest}`));
  for (const [path, existing, made, rest] of [
    ["mentions", foreign.id, "men_0000000000", ""],
    ["influencers", stranger, "inf_0000000000", ""],
    ["influencers", stranger, "inf_0000000000", "/mentions"],
  ]) {
    const [unseen, unknown] = await eachOf([existing, made], (id) => fetchAs(edge, one, `/v1/${path}/${id}${rest}`));
    for (const answer of [unseen, unknown]) assertProblem(answer, "not_found");
    assert.equal(anonymous(unseen, existing), anonymous(unknown, made));
    assert.equal(unseen.headers.get("x-quota-charged"), "false");
  }
});

test("a brand that the account does not monitor is refused with a list of its brands", async () => {
  for (const value of ["Neonquarry", "-Neonquarry", other.brands[0].id, "quillovar", "Quillovar,Neonquarry"]) {
    for (const path of ["mentions", "sentiment", "influencers", "trends"]) {
      const body = assertProblem(await fetchAs(edge, one, `/v1/${path}?brand=${value}`), "value_not_allowed");
      assert.deepEqual([body.param, body.allowed], ["?brand", ["Quillovar", "Isolanna"]]);
    }
  }
  const counts = await eachOf(
    ["Quillovar", one.brands[0].id, "-Isolanna"],
    async (value) => expectOk(await fetchAs(edge, one, `/v1/mentions/stats?from=2025-01-01&brand=${value}`)).totals,
  );
  assert.deepEqual(counts, [counts[0], counts[0], counts[0]]);
});

test("an account without brands gets empty answers", async () => {
  const none = await createAccount(edge);
  for (const path of ["mentions", "influencers"])
    assert.deepEqual(expectOk(await fetchAs(edge, none, `/v1/${path}`)), {
      object: "list",
      data: [],
      has_more: false,
      next_cursor: null,
    });
  const { totals, by_brand: brands } = expectOk(await fetchAs(edge, none, "/v1/mentions/stats"));
  assert.deepEqual(
    [totals.mentions, totals.views, totals.average_sentiment, totals.estimated_value_usd, brands],
    [0, 0, null, null, []],
  );
  for (const path of [
    "sentiment",
    "sentiment/timeline",
    "sentiment/breakdown",
    "trends",
    "trends/emerging",
    "trends/compare?by=period",
    "_ext/explain-change",
  ]) {
    assert.equal(expectOk(await fetchAs(edge, none, `/v1/${path}`)).meta.mentions, 0, path);
  }
  assertProblem(await fetchAs(edge, none, "/v1/mentions?brand=Quillovar"), "value_not_allowed");
  assert.deepEqual(expectOk(await fetchAs(edge, none, "/v1/account")).brands, []);
  assert.equal((await prepare(none)).mentions, 0);
});

test("an operator's change of brands is visible in the next answer", async () => {
  const account = await createAccount(edge, { brands: [brand("Jubbleberry")] });
  const labels = async () =>
    new Set((await itemsOf(edge, account, "/v1/mentions?limit=100")).map(({ brand }) => brand.label));
  assert.deepEqual(await labels(), new Set(["Jubbleberry"]));
  await changeAccount(edge, account, { brands: [brand("Loftburrow"), brand("Jubbleberry")] });
  assert.deepEqual(await labels(), new Set(["Loftburrow", "Jubbleberry"]));
  const { brands } = await changeAccount(edge, account, {
    brands: [{ ...brand("Jubbleberry"), must_context: ["xylophone"] }],
  });
  assert.equal(brands[0].id, account.brands[0].id, "a brand that stays keeps its id");
  assert.deepEqual(await labels(), new Set());
  const excluding = async (word) => {
    await changeAccount(edge, account, { brands: [{ ...brand("Jubbleberry"), must_not_context: [word] }] });
    return itemsOf(edge, account, "/v1/mentions?limit=100");
  };
  const all = await excluding("xylophone");
  const [{ id, topics }] = all.filter(({ topics }) => topics.length > 0);
  const rest = await excluding(topics[0]);
  assert.ok(rest.length < all.length && rest.every((one) => one.id !== id && !one.topics.includes(topics[0])));
  const draft = { ...brand("Jubbleberry"), must_not_context: [topics[0], "xylophone"] };
  const preview = expectOk(await operator(edge, "POST", "/brands/preview", { brands: [draft] }));
  assert.equal(preview.matches.mentions, rest.length);
  assert.deepEqual(
    preview.must_not_context.map(({ entry, mentions }) => [entry, mentions]),
    [
      [topics[0], all.length - rest.length],
      ["xylophone", 0],
    ],
  );
  await changeAccount(edge, account, { brands: [] });
  assert.deepEqual(await labels(), new Set());
});

test("an operator prepares an account's view before the first request", async () => {
  const account = await createAccount(edge, { brands: [brand("Menmaruka"), brand("Aozorelle")] });
  const { generation } = (await datasetStatus(edge)).served;
  const { rows: before } = (await rowsOfViews())[generation];
  const { dataset_version: dataset, rows_read: read, rows_written: written, ...prepared } = await prepare(account);
  assert.equal(dataset, (await datasetStatus(edge)).served.version);
  const mentions = await itemsOf(edge, account, "/v1/mentions?limit=100");
  assert.deepEqual(prepared, {
    account_id: account.id,
    mentions: mentions.length,
    prepared: true,
    was_prepared: false,
    done: mentions.length,
    of: mentions.length,
  });
  const { rows } = (await rowsOfViews())[generation];
  assert.ok(rows > before && rows <= before + 20, `${rows - before} rows`);
  assert.ok(read > 0 && read <= 0.05 * mentions.length + 300, `${read} rows read`);
  assert.ok(written >= rows - before && written <= 60, `${written} rows written`);
  assert.equal((await prepare(account)).was_prepared, true);
  assert.equal((await rowsOfViews())[generation].rows, rows, "a view is made once");
  assertProblem(await operator(edge, "POST", "/accounts/acc_nobody/view", {}), "not_found");
});

test("concurrent first requests get the same answers", async () => {
  const account = await createAccount(edge, { brands: [brand("Menmaruka"), brand("Saldoquill")] });
  const answers = await eachOf(
    Array.from({ length: 8 }),
    async () => expectOk(await fetchAs(edge, account, "/v1/sentiment?from=2025-06-01")),
    8,
  );
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
  assert.equal((await prepare(account)).was_prepared, true);
});

test("a query reads a few rows per list item from a prepared view, or a few dozen for an analysis", async () => {
  const account = await createAccount(edge, {
    brands: [brand("Aozorelle"), brand("Neonquarry"), brand("Quillovar"), brand("Menmaruka"), brand("Saldoquill")],
  });
  await prepare(account);
  const read = async (address) => {
    const { data, _meta: meta } = expectOk(await fetchAs(edge, account, address, { headers: { Prefer: "meta" } }));
    return { rows: meta.rows_read, items: data?.length };
  };
  const window = "from=2025-06-01&to=2026-05-31";
  const [busiest] = expectOk(await fetchAs(edge, account, `/v1/influencers?${window}&limit=1`)).data;
  for (const address of ["/v1/mentions", "/v1/mentions?sort=views&platform=youtube", `/v1/influencers?${window}`]) {
    const { rows, items } = await read(address);
    assert.equal(items, 25, address);
    assert.ok(rows <= ROWS_PER_ITEM * items, `${rows} rows for ${address}`);
  }
  for (const path of [
    "mentions/stats",
    "sentiment",
    "sentiment/timeline",
    "sentiment/breakdown",
    "trends",
    "trends/emerging",
  ]) {
    for (const address of [`/v1/${path}`, `/v1/${path}?${window}&platform=youtube&topic=-price`]) {
      const { rows } = await read(address);
      assert.ok(rows <= ROWS_PER_ANALYSIS, `${rows} rows for ${address}`);
    }
  }
  for (const address of [`/v1/trends/compare?by=period&${window}`, `/v1/influencers/${busiest.id}`]) {
    const { rows } = await read(address);
    assert.ok(rows <= ROWS_PER_ANALYSIS, `${rows} rows for ${address}`);
  }
});

test("views exist only for the active version and those that a rollback may activate", async () => {
  const seen = async () => (await itemsOf(edge, one, "/v1/mentions?limit=100")).map(({ id }) => id);
  const assertNoOther = async () => {
    const { served, previous } = await datasetStatus(edge);
    const kept = [previous, served].filter(Boolean);
    const views = await rowsOfViews();
    assert.deepEqual(new Set(Object.keys(views)), new Set(kept.map(({ generation }) => String(generation))));
    for (const [generation, { rows, deltas }] of Object.entries(views)) {
      const revisions = kept
        .filter((version) => String(version.generation) === generation)
        .map(({ revision }) => revision);
      // Rows that only a revision before the last needed go with the next increment or with the generation.
      const least = Math.max(...revisions) - 1;
      assert.ok(rows > 0 && deltas.every((revision) => revision >= least), `${deltas} of generation ${generation}`);
    }
  };
  const before = await seen();
  await assertNoOther();
  // An addition keeps the previous version for a rollback, until the next addition.
  for (const part of late) {
    await importFolder(edge, writeNdjson(part));
    await assertNoOther();
  }
  const added = await seen();
  assert.ok(added.length > before.length);
  // A rebuild keeps it too.
  await operate(edge, ["dataset", "rebuild", "--json"]);
  await assertNoOther();
  assert.deepEqual(await seen(), added);
  await operate(edge, ["dataset", "rollback", "--yes", "--json"]);
  await assertNoOther();
  assert.deepEqual(await seen(), added);
  expectOk(await operator(edge, "DELETE", "/dataset/previous"));
  await assertNoOther();
  assert.deepEqual(await seen(), added);
});
