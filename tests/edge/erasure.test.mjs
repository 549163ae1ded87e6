// Deleted records exist nowhere: not in the previous version, which a rollback would activate, not in the rows of an
// unfinished import, and not in account views.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { datasetStatus, importFolder, operate, operatorOf, runCli, startCli, startServingEdge } from "./harness.mjs";
import { brand, createAccount, expectOk, fetchAs } from "../support/account.mjs";
import { ask, operator } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { databaseOf, generationsWithRows, servedDatabase } from "../support/dataset-database.mjs";
import { readDocuments, temporaryFolder, writeNdjson } from "../support/documents.mjs";
import { assertProblem } from "../support/problem.mjs";
import { startProxy } from "../support/proxy.mjs";

/** A part of the demo dataset, small enough for many imports. */
const documents = (() => {
  const { siv_info: videos, siv_content_creator: creators, siv_business_ideas: mentions } = readDocuments(demoData);
  const some = videos.slice(0, 400);
  const ids = new Set(some.map(({ video_id }) => video_id));
  return {
    siv_info: some,
    siv_content_creator: creators.slice(0, 50),
    siv_business_ideas: mentions.filter(({ video_id }) => ids.has(video_id)),
  };
})();
const original = writeNdjson(documents);
const [video, other] = documents.siv_info;
const SECRET_TITLE = "Zyxwvut that must be forgotten";
/** A video and its mention that no other dataset has. */
const extra = {
  siv_info: [{ ...video, video_id: "yt_erased", title: SECRET_TITLE }],
  siv_business_ideas: [
    { ...documents.siv_business_ideas[0], mention_id: "m_erased", video_id: "yt_erased", brand_name: "Qzerased" },
  ],
};
const withExtra = writeNdjson(extra);

let edge;
let account;
before(async () => {
  edge = await startServingEdge(original, { caches: false });
  account = await createAccount(edge, { brands: [brand("Qzerased")] });
});
after(() => edge?.stop());

/** Runs a deletion of ids of an index. */
async function deletes(index, ids, ...options) {
  const file = join(temporaryFolder(), "erase.txt");
  writeFileSync(file, ids.join("\n"));
  return runCli(["delete", "--index", index, "--ids", file, "--to", edge.url, ...options], operatorOf(edge));
}

async function deleted(index, ids) {
  const { code, stdout, stderr } = await deletes(index, ids, "--yes", "--json");
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

const found = async () => (await ask(edge, "search", { index: "siv_info", q: "zyxwvut" })).json.matched_documents;
const nothingElse = async () =>
  assert.deepEqual(await generationsWithRows(edge), [(await datasetStatus(edge)).served.generation]);

/** Imports twice, so that only the previous version has the extra records. */
async function importOnlyIntoPrevious() {
  await importFolder(edge, withExtra);
  JSON.parse(await operate(edge, ["import", original, "--replace", "--json"]));
  const { previous } = await datasetStatus(edge);
  assert.ok(previous);
  assert.equal(await found(), 0);
}

test("deleting a record of the active version also removes the previous version", async () => {
  await importFolder(edge, withExtra);
  assert.equal(await found(), 1);
  assert.equal(expectOk(await fetchAs(edge, account, "/v1/mentions")).data.length, 1);
  const report = await deleted("siv_info", ["yt_erased"]);
  assert.equal(await found(), 0);
  assert.equal((await datasetStatus(edge)).previous, null);
  await nothingElse();
  assert.deepEqual([report.videos, report.mentions, report.previous_dropped], [1, 1, true]);
  const { code, stderr } = await runCli(["dataset", "rollback", "--yes", "--to", edge.url], operatorOf(edge));
  assert.equal(code, 1);
  assert.match(stderr, /there is no previous dataset to roll back to/);
  assert.deepEqual(expectOk(await fetchAs(edge, account, "/v1/mentions")).data, []);
});

test("deleting a record that only the previous version has removes that version", async () => {
  await importOnlyIntoPrevious();
  const dry = await deletes("siv_info", ["yt_erased"], "--dry-run");
  assert.match(
    dry.stdout,
    /^No document of the 1 ids of siv_info is in ds_\w+ .*\nWould drop the previous dataset, which has 1 of them.*\nNothing was changed\.\n$/,
  );
  assert.ok((await datasetStatus(edge)).previous);
  const report = await deleted("siv_info", ["yt_erased", "unknown"]);
  assertProblem(await operator(edge, "POST", "/dataset/rollback", {}), "conflict");
  assert.equal((await datasetStatus(edge)).previous, null);
  await nothingElse();
  assert.deepEqual([report.ids, report.videos, report.previous_dropped], [2, 0, true]);
  // The second run has nothing to delete.
  const again = await deleted("siv_info", ["yt_erased", "unknown"]);
  assert.deepEqual([again.videos, again.previous_dropped, again.import_discarded], [0, false, null]);
});

for (const [index, id] of [
  ["siv_business_ideas", "m_erased"],
  ["siv_content_creator", "inf_erased"],
]) {
  test(`deleting from ${index} removes it from the previous version too`, async () => {
    const snapshot = { ...documents.siv_content_creator[0], channel_uid: "inf_erased" };
    await importFolder(edge, writeNdjson({ ...extra, siv_content_creator: [snapshot] }));
    await operate(edge, ["import", original, "--replace", "--json"]);
    const report = await deleted(index, [id]);
    await nothingElse();
    assert.deepEqual([report.mentions, report.snapshots, report.previous_dropped], [0, 0, true]);
  });
}

test("a previous version without any of the records is kept for a rollback", async () => {
  await importOnlyIntoPrevious();
  const { code, stdout } = await deletes("siv_info", ["unknown"], "--yes");
  assert.equal(code, 0);
  assert.match(
    stdout,
    /^Removed 0 videos, 0 snapshots and 0 mentions\..*\nThe previous dataset has none of these documents, and is kept for a rollback\.\n$/,
  );
  const { served, previous } = await datasetStatus(edge);
  await operate(edge, ["dataset", "rollback", "--yes", "--json"]);
  assert.equal((await datasetStatus(edge)).served.version, previous.version);
  assert.equal(await found(), 1);
  await operate(edge, ["dataset", "rollback", "--yes", "--json"]);
  assert.equal((await datasetStatus(edge)).served.version, served.version);
});

test("a deletion removes the rows of an unfinished import, whether or not it deletes anything else", async () => {
  const changed = writeNdjson({
    ...documents,
    siv_info: [...documents.siv_info.map((one) => ({ ...one, views: (one.views ?? 0) + 1 })), ...extra.siv_info],
  });
  for (const [ids, videos] of [
    [["yt_erased"], 0],
    [[other.video_id], 1],
  ]) {
    await operate(edge, ["import", original, "--replace", "--json"]);
    let cli;
    const proxy = await startProxy(edge, (line, moment) => {
      if (moment !== "asked" || !/POST .*\/finish$/.test(line)) return true;
      cli.child.kill("SIGKILL");
      return false;
    });
    try {
      cli = startCli(["import", changed, "--replace", "--json", "--to", proxy.url], operatorOf(edge));
      assert.equal((await cli.ended).signal, "SIGKILL");
    } finally {
      await proxy.stop();
    }
    const { loading } = await datasetStatus(edge);
    assert.ok((await generationsWithRows(edge)).includes(loading.generation));
    // A recently active import is not discarded.
    const refused = await deletes("siv_info", ids, "--yes", "--json");
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /another import has been active in the last 60 seconds; .* To discard it, run this at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ or later\./,
    );
    assert.equal((await datasetStatus(edge)).loading.import, loading.import);
    const db = await databaseOf(edge, loading.generation);
    await db.prepare("UPDATE generation SET touched_at = touched_at - 61 WHERE state = 'loading'").run();
    const dry = await deletes("siv_info", ids, "--dry-run");
    assert.match(dry.stdout, new RegExp(`Would discard the unfinished import that began at ${loading.started_at}`));
    const report = await deleted("siv_info", ids);
    assert.ok(!(await generationsWithRows(edge)).includes(loading.generation));
    assert.equal((await datasetStatus(edge)).loading, null);
    assert.deepEqual([report.videos, report.import_discarded], [videos, loading.started_at]);
  }
});

test("an erasure applies to the active version and reports what it found", async () => {
  const { served } = await datasetStatus(edge);
  const base = { generation: served.generation, revision: served.revision };
  const erase = (more) =>
    operator(edge, "POST", "/dataset/erasures", { base, index: "siv_info", ids: [other.video_id], ...more });
  assertProblem(await erase({ base: { ...base, revision: base.revision + 1 } }), "conflict");
  assertProblem(await erase({ index: "videos" }), "value_not_allowed");
  assertProblem(await erase({ id: "x" }), "invalid_json");
  const before = await datasetStatus(edge);
  const told = expectOk(await erase({ dry_run: true, ids: [video.video_id, "unknown"] }));
  assert.equal(told.served, 1);
  assert.deepEqual([told.previous_dropped, told.import_discarded], [false, null]);
  assert.deepEqual(await datasetStatus(edge), before);
});

test("a deletion rewrites only the rows that hold the record", async () => {
  const left = [...documents.siv_business_ideas];
  await operate(edge, ["import", original, "--replace", "--json"]);
  let before;
  let report;
  // The compression dictionary may hold text of a record: then everything is packed again.
  do {
    before = (await datasetStatus(edge)).served;
    report = await deleted("siv_business_ideas", [left.shift().mention_id]);
    assert.equal(report.mentions, 1);
    assert.equal(report.rows_rewritten === null, typeof report.rebuilt_because === "string");
  } while (report.rows_rewritten === null && left.length > 0);
  assert.ok(report.rows_rewritten > 5, `${report.rows_rewritten} rows`);
  const { served, previous } = await datasetStatus(edge);
  assert.deepEqual([served.generation, served.revision, previous], [before.generation, before.revision + 1, null]);
  await nothingElse();
  const tables = await (await servedDatabase(edge))
    .prepare("SELECT name FROM sqlite_master WHERE name GLOB 'staged_*' OR name GLOB '*filler'")
    .all();
  assert.deepEqual(tables.results, []);
  // A dataset that never had the records is the same version.
  await operate(edge, [
    "import",
    writeNdjson({ ...documents, siv_business_ideas: left }),
    "--replace",
    "--rebuild",
    "--json",
  ]);
  assert.equal((await datasetStatus(edge)).served.version, served.version);
});
