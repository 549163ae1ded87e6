// The result of an import: records are counted, replaced by id, joined to their videos and published as a version.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createKey, datasetStatus, importFolder, operate, operatorOf, runCli, startEdge } from "./harness.mjs";
import { ask } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { datasetDatabases, generationsWithRows, positionOf, servedDatabase } from "../support/dataset-database.mjs";
import { readDocuments, writeCsv, writeNdjson } from "../support/documents.mjs";
import { broadAnswers } from "../support/questions.mjs";

const documents = readDocuments(demoData);

let edge;
let first;
before(async () => {
  // Without caches, every answer is read from the imported rows.
  edge = await startEdge({ caches: false });
  first = await importFolder(edge, demoData);
  edge.secret = (await createKey(edge)).secret;
});
after(() => edge?.stop());

/**
 * Returns for each table the number of rows and the total length of their values. It returns sums because reading all
 * rows out of the runtime stalls it occasionally.
 */
async function databaseDigest() {
  const digests = [];
  for (const db of await datasetDatabases(edge)) digests.push(await digestOf(db));
  return digests;
}

async function digestOf(db) {
  const { results: tables } = await db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY name")
    .all();
  const digests = {};
  for (const { name } of tables) {
    const columns = (await db.prepare(`SELECT name FROM pragma_table_info('${name}')`).all()).results;
    const lengths = columns.map((column) => `coalesce(length("${column.name}"), 0)`).join(" + ");
    digests[name] = await db.prepare(`SELECT count(*) AS rows, sum(${lengths}) AS length FROM "${name}"`).first();
  }
  return digests;
}

/** Returns the mentions of a video, found by its unique title. */
const mentionsOf = async (video) =>
  (
    await ask(edge, "search", { index: "siv_business_ideas", filters: { channel_name: video.channel_name }, size: 50 })
  ).json.results.filter(({ video_id }) => video_id === video.video_id);

test("every record of the demo dataset is accepted, counted and served", async () => {
  assert.equal(first.state, "served");
  for (const [index, list] of Object.entries(documents)) {
    const { read, accepted, refused } = first.indices[index];
    assert.deepEqual({ read, accepted, refused }, { read: list.length, accepted: list.length, refused: 0 }, index);
  }
  const { served, previous, loading } = await datasetStatus(edge);
  assert.deepEqual(
    [served.videos, served.snapshots, served.mentions],
    [documents.siv_info.length, documents.siv_content_creator.length, documents.siv_business_ideas.length],
  );
  assert.match(served.version, /^ds_[0-9a-f]{8}$/);
  assert.equal(first.dataset.version, served.version);
  assert.deepEqual([previous, loading], [null, null]);
  for (const [index, group_by] of [
    ["siv_info", "platform"],
    ["siv_content_creator", "platform"],
    ["siv_business_ideas", "platform"],
  ]) {
    assert.equal((await ask(edge, "aggregate", { index, group_by })).json.matched_documents, documents[index].length);
  }
});

test("importing the same files again changes nothing", async () => {
  const before = [await datasetStatus(edge), await broadAnswers(edge), await databaseDigest()];
  const again = await importFolder(edge, demoData);
  assert.equal(again.state, "already_served");
  assert.equal(again.dataset.version, first.dataset.version);
  assert.deepEqual([await datasetStatus(edge), await broadAnswers(edge), await databaseDigest()], before);
});

test("the same records in other files, in another order or as CSV are the same version and are not sent again", async () => {
  const answers = await broadAnswers(edge);
  const forms = {
    "NDJSON, last document first": writeNdjson(
      Object.fromEntries(Object.entries(documents).map(([index, list]) => [index, list.toReversed()])),
    ),
    CSV: writeCsv(documents),
  };
  for (const [form, folder] of Object.entries(forms)) {
    const report = await importFolder(edge, folder);
    assert.equal(report.state, "unchanged", form);
    assert.equal(report.dataset.version, first.dataset.version, form);
    const { served, previous, loading } = await datasetStatus(edge);
    assert.equal(served.generation, first.dataset.generation, `${form}: nothing new is published`);
    assert.deepEqual([previous, loading], [null, null]);
    assert.deepEqual(await broadAnswers(edge), answers, form);
  }
  const fresh = await startEdge();
  try {
    assert.equal(
      (await importFolder(fresh, forms.CSV)).dataset.version,
      first.dataset.version,
      "CSV into an empty edge",
    );
    fresh.secret = (await createKey(fresh)).secret;
    assert.deepEqual(await broadAnswers(fresh), answers);
  } finally {
    await fresh.stop();
  }
});

test("a dry run checks everything and writes nothing", async () => {
  const before = await databaseDigest();
  const bad = { ...documents.siv_info[0], upload_date: "yesterday" };
  const folder = writeNdjson({
    siv_info: [bad, ...documents.siv_info.slice(1)],
    siv_business_ideas: documents.siv_business_ideas,
  });
  const report = JSON.parse(await operate(edge, ["import", folder, "--dry-run", "--json"]));
  assert.equal(report.state, "checked");
  assert.equal(report.indices.siv_info.refused, 1);
  assert.equal(report.indices.siv_business_ideas.read, documents.siv_business_ideas.length);
  assert.deepEqual(await databaseDigest(), before);
});

test("a record is replaced by its id; the previous version can be restored, and the new one imported again", async () => {
  const old = await broadAnswers(edge);
  const video = documents.siv_info.find(({ video_id }) =>
    documents.siv_business_ideas.some((mention) => mention.video_id === video_id),
  );
  const revised = { ...video, title: "Zyxwvut made anew", views: 123_456_789_012 };
  const { dataset } = await importFolder(edge, writeNdjson({ siv_info: [revised] }));
  assert.notEqual(dataset.version, first.dataset.version);
  assert.deepEqual(
    [dataset.videos, dataset.snapshots, dataset.mentions],
    [first.dataset.videos, first.dataset.snapshots, first.dataset.mentions],
  );
  const found = await ask(edge, "search", { index: "siv_info", q: "zyxwvut" });
  assert.deepEqual(
    found.json.results.map(({ video_id, views }) => [video_id, views]),
    [[video.video_id, 123_456_789_012]],
  );
  assert.ok(
    !(await ask(edge, "search", { index: "siv_info", q: `"${video.title}"`, size: 50 })).json.results.some(
      ({ video_id }) => video_id === video.video_id,
    ),
    "the old title is searched no more",
  );
  const newer = await broadAnswers(edge);

  const back = JSON.parse(await operate(edge, ["dataset", "rollback", "--yes", "--json"]));
  assert.deepEqual([back.served.version, back.previous], [first.dataset.version, null]);
  assert.deepEqual(await broadAnswers(edge), old);
  assert.equal((await ask(edge, "search", { index: "siv_info", q: "zyxwvut" })).json.matched_documents, 0);
  const forth = await importFolder(edge, writeNdjson({ siv_info: [revised] }));
  assert.deepEqual([forth.state, forth.dataset.version], ["served", dataset.version]);
  assert.deepEqual(await broadAnswers(edge), newer);
});

test("mentions take their date, channel and platform from their video", async () => {
  const video = documents.siv_info.find(
    ({ video_id }) => documents.siv_business_ideas.filter((mention) => mention.video_id === video_id).length >= 2,
  );
  const count = documents.siv_business_ideas.filter(({ video_id }) => video_id === video.video_id).length;
  const moved = {
    ...video,
    upload_date: "2027-03-04",
    channel_name: "a-channel-of-its-own",
    channel_uid: "inf_0000000001",
    platform: video.platform === "tiktok" ? "youtube" : "tiktok",
  };
  const brand = documents.siv_business_ideas.find(({ video_id }) => video_id === video.video_id).brand_name;
  const march = {
    brands: [{ label: "b", terms: [brand], exact: true }],
    from_date: "2027-03-01",
    to_date: "2027-03-31",
  };
  assert.equal((await ask(edge, "sector", march)).json.brands[0].totals.unique_videos, 0);
  await importFolder(edge, writeNdjson({ siv_info: [moved] }));
  const mentions = await mentionsOf(moved);
  assert.equal(mentions.length, count);
  for (const mention of mentions) {
    for (const column of ["upload_date", "channel_name", "channel_uid", "platform"])
      assert.equal(mention[column], moved[column], column);
  }
  assert.equal((await ask(edge, "sector", march)).json.brands[0].totals.unique_videos, 1);
  assert.equal((await mentionsOf(video)).length, 0);
});

test("a mention of an unknown video is refused, and one with another date gets the video's date", async () => {
  const mention = documents.siv_business_ideas.at(-1);
  const { mentions } = (await datasetStatus(edge)).served;
  const folder = writeNdjson({
    siv_business_ideas: [
      { ...mention, mention_id: "m_of_nothing", video_id: "no_such_video" },
      { ...mention, mention_id: "m_of_another_day", upload_date: "1999-01-01" },
    ],
  });
  const { dataset, indices } = await importFolder(edge, folder);
  assert.equal(indices.siv_business_ideas.refused, 1);
  assert.equal(indices.siv_business_ideas.accepted, 1);
  assert.equal(dataset.mentions, mentions + 1);
  const early = await ask(edge, "aggregate", {
    index: "siv_business_ideas",
    group_by: "brand_name",
    filters: { upload_date: { lte: "1999-12-31" } },
  });
  assert.equal(early.json.matched_documents, 0);
});

test("served rows are verified against their records, and differences are found and repaired", async () => {
  const verify = async () => {
    const { code, stdout, stderr } = await runCli(["dataset", "verify", "--json", "--to", edge.url], operatorOf(edge));
    return { code, stderr, ...JSON.parse(stdout || "{}") };
  };
  // Added records have row numbers of their own, so a comparison needs a rebuild first.
  const served = JSON.parse(await operate(edge, ["dataset", "rebuild", "--json"]));
  const whole = await verify();
  assert.deepEqual([whole.code, whole.agrees, whole.version], [0, true, served.version], JSON.stringify(whole));
  // All tables are verified after a rebuild.
  for (const { table, agree } of whole.tables)
    assert.ok(agree > 0 || table === "open_word", `no row of ${table} was compared`);

  const damage = (db, generation, before, table, after = "", key = "id") =>
    db.prepare(
      `${before} ${table}_${generation} ${after} WHERE ${key} = (SELECT min(${key}) FROM ${table}_${generation})`,
    );
  const db = await servedDatabase(edge);
  await db.batch([
    damage(db, served.generation, "UPDATE", "names", "SET body = '[]'"),
    damage(db, served.generation, "DELETE FROM", "page"),
    db.prepare("INSERT INTO term (generation, key, body) VALUES (?, 'zzzz', '{}')").bind(served.generation),
  ]);
  const damaged = await verify();
  assert.deepEqual([damaged.code, damaged.agrees], [1, false]);
  const counts = Object.fromEntries(
    damaged.tables.map(({ table, differ, missing, extra }) => [table, [differ, missing, extra]]),
  );
  assert.deepEqual(
    [counts.names, counts.page, counts.term, counts.word],
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [0, 0, 0],
    ],
  );
  assert.match(damaged.stderr, /overheard dataset rebuild/);
  const mended = JSON.parse(await operate(edge, ["dataset", "rebuild", "--json"]));
  assert.deepEqual(
    [mended.version, positionOf(mended.generation)],
    [served.version, positionOf(served.generation) + 1],
  );
  assert.equal((await verify()).code, 0);

  // Damaged packed records cannot be packed again.
  await damage(await servedDatabase(edge), mended.generation, "UPDATE", "mention", "SET video = 1", "num").run();
  const lost = await verify();
  assert.equal(lost.code, 1);
  assert.match(lost.stderr, /damaged: import your files again with --replace --rebuild/);
  const replaced = JSON.parse(await operate(edge, ["import", demoData, "--replace", "--rebuild", "--json"]));
  assert.equal(replaced.dataset.version, first.dataset.version);
  assert.equal((await verify()).code, 0);
});

test("only the active and the previous version keep their rows", async () => {
  const { served, previous } = await datasetStatus(edge);
  const kept = [served.generation, previous.generation].sort((one, other) => one - other);
  assert.deepEqual(await generationsWithRows(edge), kept);
});
