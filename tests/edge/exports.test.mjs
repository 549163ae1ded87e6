// Exports of all mentions: parts, attempts that continue, and schedules with only what is new.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { importFolder, startServingEdge } from "./harness.mjs";
import { brand, createAccount, expectOk, fetchAs } from "../support/account.mjs";
import { operator } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { readDocuments, writeNdjson } from "../support/documents.mjs";
import { eventually } from "../support/eventually.mjs";
import { assertProblem } from "../support/problem.mjs";
import { createReport, downloadFile, MONTH, parseCsv, requestReport, waitForReport } from "../support/reports.mjs";

const PART_ROWS = 10_000;
const TOO_LARGE = { code: "too_large", message: "row_limit reached before the window ended.", retryable: false };
const TERMS = 20;
const ALL = { from: "2024-11-03", to: "2026-11-02", type: "mentions_export" };

// The mentions that were indexed last are imported later.
const INDEXED_LATE = "2026-10-31";
const documents = readDocuments(demoData);
const mentions = documents.siv_business_ideas;
const early = { ...documents, siv_business_ideas: mentions.filter(({ indexed_at }) => indexed_at < INDEXED_LATE) };
const late = { siv_business_ideas: mentions.filter(({ indexed_at }) => indexed_at >= INDEXED_LATE) };

/** Brands that together have every mention. */
function everyBrand() {
  const names = [...new Set(mentions.map(({ brand_name }) => brand_name))].filter(Boolean);
  return Array.from({ length: Math.ceil(names.length / TERMS) }, (_, at) => ({
    label: `Brands ${at + 1}`,
    terms: names.slice(at * TERMS, (at + 1) * TERMS),
  }));
}

let edge;
let account;
let database;
let bucket;
before(async () => {
  edge = await startServingEdge(writeNdjson(early));
  account = await createAccount(edge, { brands: everyBrand() });
  expectOk(await fetchAs(edge, account, "/v1/sentiment"));
  database = await edge.mf.getD1Database("DB");
  bucket = await edge.mf.getR2Bucket("ARTIFACTS");
});
after(() => edge?.stop());

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const run = (sql, ...values) =>
  database
    .prepare(sql)
    .bind(...values)
    .run();
const files = async (id) => (await bucket.list()).objects.filter(({ key }) => key.includes(id));
const download = async (artifact) => (await downloadFile(edge, account, artifact.download_path)).bytes;

test("an export of all rows has parts that stand alone, without gaps or repetitions", {
  timeout: 300_000,
}, async () => {
  const report = await createReport(edge, account, { ...ALL, all_rows: true, formats: ["csv", "ndjson"] });
  assert.deepEqual([report.status, report.error, report.all_rows], ["ready", null, true]);
  const of = (format) => report.artifacts.filter((artifact) => artifact.format === format);
  assert.deepEqual(
    report.artifacts.map(({ part, format }) => `${part} ${format}`),
    ["1 csv", "1 ndjson", "2 csv", "2 ndjson"],
  );
  assert.equal(of("csv")[0].rows, PART_ROWS);
  const ids = { csv: [], ndjson: [] };
  for (const artifact of report.artifacts) {
    const bytes = await download(artifact);
    assert.deepEqual([bytes.length, sha256(bytes)], [artifact.bytes, artifact.sha256]);
    const rows =
      artifact.format === "csv"
        ? parseCsv(bytes)
        : bytes
            .toString()
            .trimEnd()
            .split("\n")
            .map((line) => JSON.parse(line));
    assert.equal(rows.length, artifact.rows);
    ids[artifact.format].push(...rows.map(({ id }) => id));
  }
  const stats = expectOk(await fetchAs(edge, account, `/v1/mentions/stats?from=${ALL.from}&to=${ALL.to}`));
  assert.equal(ids.csv.length, stats.totals.mentions);
  assert.equal(new Set(ids.csv).size, ids.csv.length);
  assert.deepEqual(ids.csv, ids.ndjson);
  const whole = await createReport(edge, account, { ...ALL, row_limit: 50_000 });
  assert.deepEqual(
    whole.artifacts.map(({ part }) => part),
    [undefined],
  );
  assert.deepEqual(
    parseCsv(await download(whole.artifacts[0])).map(({ id }) => id),
    ids.csv,
  );
  const { headers } = await downloadFile(edge, account, of("csv")[1].download_path);
  const name = `mentions-export_${ALL.from}_${ALL.to}_part-00002.csv`;
  assert.equal(headers.get("content-disposition"), `attachment; filename="${name}"`);
});

test("a Parquet file has the rows of the CSV, with types", async () => {
  const report = await createReport(edge, account, { ...ALL, formats: ["parquet", "csv"] });
  assert.deepEqual([report.status, report.error], ["failed", TOO_LARGE]);
  const { artifacts } = await createReport(edge, account, { ...ALL, from: "2026-06-01", formats: ["parquet", "csv"] });
  const [csv, parquet] = artifacts;
  assert.deepEqual([parquet.format, parquet.content_type], ["parquet", "application/vnd.apache.parquet"]);
  const bytes = await download(parquet);
  assert.equal(sha256(bytes), parquet.sha256);
  const file = Uint8Array.from(bytes).buffer;
  const { row_groups, schema } = parquetMetadata(file);
  assert.deepEqual(
    row_groups.map(({ num_rows }) => Number(num_rows)),
    [...Array.from({ length: Math.floor(csv.rows / 1_000) }, () => 1_000), csv.rows % 1_000],
  );
  const types = Object.fromEntries(schema.map(({ name, type, converted_type }) => [name, converted_type ?? type]));
  assert.deepEqual(
    ["id", "topics", "sentiment_score", "occurrences", "upload_date", "indexed_at"].map((name) => types[name]),
    ["UTF8", "LIST", "DOUBLE", "INT64", "DATE", "TIMESTAMP_MILLIS"],
  );
  const cell = (value, name) => {
    if (value instanceof Date)
      return name === "upload_date" ? value.toISOString().slice(0, 10) : `${value.toISOString().slice(0, 19)}Z`;
    return String(Array.isArray(value) ? value.join("; ") : (value ?? ""));
  };
  const rows = await parquetReadObjects({ file });
  const plain = (text) => text.replace(/^'/, "");
  for (const [at, expected] of parseCsv(await download(csv)).entries())
    for (const [name, text] of Object.entries(expected))
      assert.equal(plain(cell(rows[at][name], name)), plain(text), name);
});

test("a part that is not named or not there is refused", async () => {
  const report = await createReport(edge, account, { ...ALL, all_rows: true });
  const ask = async (query) => fetchAs(edge, account, `/v1/reports/${report.id}/download?format=csv${query}`);
  const missing = await ask("");
  assertProblem(missing, "missing_field");
  assert.equal(missing.json.message, "part is required: the report has 2 files of format 'csv'.");
  const none = await ask("&part=3");
  assertProblem(none, "not_found");
  assert.equal(none.json.message, "the report has 2 parts. There is no part 3.");
});

test("an export whose Worker ended continues with the next part", { timeout: 300_000 }, async () => {
  await run("CREATE TABLE kept (id TEXT, checkpoint TEXT)");
  await run(
    "CREATE TRIGGER keep AFTER UPDATE OF checkpoint ON report WHEN new.checkpoint IS NOT NULL BEGIN INSERT INTO kept VALUES (new.id, new.checkpoint); END",
  );
  const report = await createReport(edge, account, { ...ALL, all_rows: true });
  await run("DROP TRIGGER keep");
  const { checkpoint } = await database.prepare("SELECT checkpoint FROM kept WHERE id = ?").bind(report.id).first();
  const [first, second] = (await files(report.id)).toSorted((one, other) => one.key.localeCompare(other.key));
  assert.match(first.key, /part-00001\.csv$/);
  assert.match(second.key, /part-00002\.csv$/);
  await bucket.delete(second.key);
  await run(
    "UPDATE report SET status = 'processing', attempts = 1, lease = 'lse_GONE', lease_until = ?, artifacts = '[]', checkpoint = ? WHERE id = ?",
    Date.now() - 1,
    checkpoint,
    report.id,
  );
  await edge.tick();
  const again = await waitForReport(edge, account, report.id);
  assert.deepEqual(again.artifacts, report.artifacts);
  const uploaded = Object.fromEntries((await files(report.id)).map(({ key, uploaded }) => [key, uploaded.getTime()]));
  assert.equal(uploaded[first.key], first.uploaded.getTime(), "the first part is not written again");
  for (const artifact of again.artifacts) assert.equal(sha256(await download(artifact)), artifact.sha256);
});

test("an export begins again if another version is served", { timeout: 300_000 }, async () => {
  const { checkpoint } = await database.prepare("SELECT checkpoint FROM kept").first();
  const state = JSON.parse(checkpoint);
  const report = await createReport(edge, account, { ...ALL, all_rows: true });
  const resume = async (changes) => {
    await run(
      "UPDATE report SET status = 'processing', attempts = 1, lease = 'lse_GONE', lease_until = ?, artifacts = '[]', checkpoint = ? WHERE id = ?",
      Date.now() - 1,
      JSON.stringify({ ...state, dataset: { ...state.dataset, version: "another" }, ...changes }),
      report.id,
    );
    await edge.tick();
    return waitForReport(edge, account, report.id);
  };
  assert.deepEqual((await resume({ restarts: 1 })).artifacts, report.artifacts);
  const { status, error } = await resume({ restarts: 2 });
  assert.deepEqual([status, error.code], ["failed", "data_error"]);
});

test("all rows are for the largest plan, and for exports", async () => {
  const small = await createAccount(edge, { plan: "professional", brands: [brand("Velunara")] });
  const refused = await requestReport(edge, small, { ...ALL, all_rows: true });
  assertProblem(refused, "plan_upgrade_required");
  assert.deepEqual(
    [refused.json.param, refused.json.message, refused.json.current_plan, refused.json.required_plan],
    [
      "/all_rows",
      "all_rows true needs plan enterprise or higher. Current plan: professional.",
      "professional",
      "enterprise",
    ],
  );
  assert.equal((await requestReport(edge, small, { ...ALL, all_rows: false })).status, 202);
  for (const path of [`/accounts/${small.id}/reports`, `/accounts/${small.id}/schedules`]) {
    const body = path.endsWith("reports") ? ALL : { type: ALL.type, every: "weekly", day: 1 };
    assertProblem(await operator(edge, "POST", path, { ...body, all_rows: true }), "plan_upgrade_required");
  }
  for (const [body, message] of [
    [{ ...MONTH, type: "trends", all_rows: true }, "all_rows is for type 'mentions_export' only."],
    [{ ...ALL, all_rows: true, row_limit: 5 }, "row_limit is not allowed for an export of all rows."],
    [{ ...ALL, all_rows: "yes" }, "all_rows must be a boolean. Got 'yes', a string."],
  ]) {
    const answer = await requestReport(edge, account, body);
    assert.deepEqual([answer.status, answer.json.message], [400, message]);
  }
});

test("an export may have only what was indexed after a time", async () => {
  const after = "2026-10-01T00:00:00Z";
  const report = await createReport(edge, account, { ...ALL, indexed_after: after });
  assert.equal(report.indexed_after, after);
  const rows = parseCsv(await download(report.artifacts[0]));
  assert.ok(rows.length > 0);
  assert.ok(rows.every(({ indexed_at }) => indexed_at > after));
});

test("a schedule exports what is new since its last successful run", { timeout: 300_000 }, async () => {
  const path = `/accounts/${account.id}/schedules`;
  const refused = await operator(edge, "POST", path, { type: "trends", every: "weekly", day: 1, since: "last_run" });
  assert.equal(refused.json.message, "since is for type 'mentions_export' only.");
  const { json: schedule } = await operator(edge, "POST", path, {
    type: "mentions_export",
    all_rows: true,
    formats: ["ndjson"],
    every: "weekly",
    day: 1,
    since: "last_run",
  });
  assert.equal(schedule.since, "last_run");
  const runNow = async () => {
    const before = (await state()).last_report;
    await run("UPDATE report_schedule SET next_at = ? WHERE id = ?", Date.parse("2026-11-04T06:00:00Z"), schedule.id);
    await edge.tick();
    await eventually(async () => (await state()).last_report !== before, true, 20_000);
    return waitForReport(edge, account, (await state()).last_report);
  };
  const state = async () =>
    (await operator(edge, "GET", `/schedules?account=${account.id}`)).json.schedules.find(
      ({ id }) => id === schedule.id,
    );
  const idsOf = async ({ artifacts }) => {
    const texts = await Promise.all(artifacts.map(async (artifact) => (await download(artifact)).toString()));
    return texts
      .join("")
      .trimEnd()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  };
  const baseline = await runNow();
  assert.deepEqual([baseline.status, baseline.from, baseline.to], ["ready", "2024-11-04", "2026-11-04"]);
  assert.equal(baseline.indexed_after, undefined);
  const known = await idsOf(baseline);
  const newest = known
    .map(({ indexed_at }) => indexed_at)
    .toSorted()
    .at(-1);
  await importFolder(edge, writeNdjson(late));
  const increment = await runNow();
  const overlap = new Date(Date.parse(newest) - 3 * 86_400_000).toISOString().replace(".000", "");
  assert.deepEqual([increment.status, increment.indexed_after], ["ready", overlap]);
  const added = await idsOf(increment);
  assert.ok(added.every(({ indexed_at }) => indexed_at > overlap));
  const knownIds = new Set(known.map(({ id }) => id));
  const stats = expectOk(await fetchAs(edge, account, `/v1/mentions/stats?from=${baseline.from}&to=${baseline.to}`));
  const all = new Set([...knownIds, ...added.map(({ id }) => id)]);
  assert.equal(all.size, stats.totals.mentions);
  assert.ok(added.length < knownIds.size / 10 && all.size > knownIds.size);
  // After a failed run, the next one has its mentions as well.
  await run("UPDATE report SET status = 'failed', newest = NULL WHERE id = ?", increment.id);
  assert.equal((await runNow()).indexed_after, overlap);
});
