// Reports in the background: lost messages, attempts that end silently, expired files, and schedules.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServingEdge } from "./harness.mjs";
import { brand, changeAccount, createAccount, expectOk, fetchAs } from "../support/account.mjs";
import { operator } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { eventually } from "../support/eventually.mjs";
import { assertProblem } from "../support/problem.mjs";
import { MONTH, createReport, waitForReport } from "../support/reports.mjs";

const MINUTE = 60_000;
const DAY = 86_400_000;

let edge;
let account;
let database;
let bucket;
before(async () => {
  edge = await startServingEdge(demoData);
  account = await createAccount(edge, { brands: [brand("Quillovar")] });
  expectOk(await fetchAs(edge, account, "/v1/sentiment"));
  database = await edge.mf.getD1Database("DB");
  bucket = await edge.mf.getR2Bucket("ARTIFACTS");
});
after(() => edge?.stop());

const TRENDS = { ...MONTH, type: "trends", formats: ["csv"] };
/** Sets columns of a report. */
const set = (id, columns) =>
  database
    .prepare(
      `UPDATE report SET ${Object.keys(columns)
        .map((name) => `${name} = ?`)
        .join(", ")} WHERE id = ?`,
    )
    .bind(...Object.values(columns), id)
    .run();
const look = async (id) => expectOk(await fetchAs(edge, account, `/v1/reports/${id}`));
const status = async (id) => (await look(id)).status;
const files = async () => (await bucket.list()).objects.map(({ key }) => key);

/** Creates a stored report whose message never arrived, as it is before an attempt begins. */
async function createLostReport(columns = {}) {
  const report = await createReport(edge, account, TRENDS);
  await set(report.id, {
    status: "queued",
    progress: 0,
    attempts: 0,
    artifacts: "[]",
    started_at: null,
    completed_at: null,
    expires_at: null,
    ...columns,
  });
  return report.id;
}

test("a report whose message was lost is queued again", async () => {
  const id = await createLostReport({ updated_at: Date.now() - MINUTE });
  await edge.tick();
  assert.equal((await waitForReport(edge, account, id)).status, "ready");
});

test("a report that nothing has started within ten minutes fails", async () => {
  const id = await createLostReport({ created_at: Date.now() - 11 * MINUTE, updated_at: Date.now() - 11 * MINUTE });
  await edge.tick();
  const { status, error } = await look(id);
  assert.deepEqual([status, error.code, error.retryable], ["failed", "queue_timeout", true]);
  assertProblem(await fetchAs(edge, account, `/v1/reports/${id}/download`), "report_failed");
});

test("an attempt that ends silently is followed by the next, up to three", async () => {
  const id = await createLostReport({
    status: "processing",
    attempts: 2,
    lease: "lse_GONE",
    lease_until: Date.now() - 1,
    progress: 40,
  });
  await edge.tick();
  assert.equal((await waitForReport(edge, account, id)).status, "ready");
  const last = await createLostReport({
    status: "processing",
    attempts: 3,
    lease: "lse_GONE",
    lease_until: Date.now() - 1,
    progress: 40,
  });
  await edge.tick();
  assert.deepEqual([(await look(last)).status, (await look(last)).error.code], ["failed", "render_error"]);
});

test("a lease excludes other attempts, and a download says to wait", async () => {
  const id = await createLostReport({
    status: "processing",
    attempts: 1,
    lease: "lse_BUSY",
    lease_until: Date.now() + MINUTE,
    progress: 40,
  });
  await edge.tick();
  await (await edge.mf.getQueueProducer("JOBS")).send(JSON.stringify({ report: id }), { contentType: "text" });
  await edge.tick();
  assert.deepEqual([(await look(id)).status, (await look(id)).progress], ["processing", 40]);
  const answer = await fetchAs(edge, account, `/v1/reports/${id}/download`);
  assertProblem(answer, "report_not_ready");
  assert.equal(answer.headers.get("retry-after"), "5");
  assert.equal(answer.json.report_status, "processing");
  assert.equal(answer.json.message, `report ${id} is processing (40 percent). Retry after 5 seconds.`);
  await set(id, { lease_until: Date.now() - 1 });
  await edge.tick();
  assert.equal((await waitForReport(edge, account, id)).status, "ready");
});

test("files expire at their time, and the report's record later", async () => {
  const { id } = await createReport(edge, account, TRENDS);
  assert.equal((await files()).filter((key) => key.includes(id)).length, 1);
  await set(id, { expires_at: Date.now() - 1 });
  await edge.tick();
  await eventually(() => status(id), "expired");
  assert.deepEqual((await look(id)).artifacts, []);
  assert.deepEqual(
    (await files()).filter((key) => key.includes(id)),
    [],
  );
  const answer = await fetchAs(edge, account, `/v1/reports/${id}/download`);
  assertProblem(answer, "report_expired");
  assert.equal(answer.json.report_status, "expired");
  await set(id, { created_at: Date.now() - 366 * DAY });
  await edge.tick();
  assertProblem(await fetchAs(edge, account, `/v1/reports/${id}`), "not_found");
});

test("invalid messages have no effect", async () => {
  const queue = await edge.mf.getQueueProducer("JOBS");
  for (const message of [
    "",
    "{}",
    "null",
    JSON.stringify({ report: "rpt_0000000000" }),
    JSON.stringify({ schedule: "sch_0000000000" }),
    JSON.stringify({ other: 1 }),
  ])
    await queue.send(message, { contentType: "text" });
  assert.equal((await createReport(edge, account, TRENDS)).status, "ready");
});

test("a schedule creates a report of the last complete month, once each time", async () => {
  const refused = await operator(edge, "POST", `/accounts/${account.id}/schedules`, {
    every: "monthly",
    day: 29,
    type: "trends",
  });
  assert.equal(refused.json.message, "day must be between 1 and 28. Got 29.");
  const schedule = (
    await operator(edge, "POST", `/accounts/${account.id}/schedules`, {
      every: "monthly",
      day: 1,
      hour: 5,
      type: "trends",
      formats: ["csv"],
    })
  ).json;
  assert.match(schedule.next_at, /-01T05:00:00Z$/);
  const due = Date.parse("2026-01-01T05:00:00Z");
  await database.prepare("UPDATE report_schedule SET next_at = ? WHERE id = ?").bind(due, schedule.id).run();
  await Promise.all([edge.tick(), edge.tick(), edge.tick()]);
  const scheduled = async () =>
    (await operator(edge, "GET", `/schedules?account=${account.id}`)).json.schedules.find(
      ({ id }) => id === schedule.id,
    );
  await eventually(async () => (await scheduled()).last_report !== null, true, 20_000);
  const { last_report, next_at } = await scheduled();
  assert.ok(Date.parse(next_at) > Date.now());
  const report = await waitForReport(edge, account, last_report);
  assert.deepEqual(
    [report.status, report.type, report.from, report.to],
    ["ready", "trends", "2025-12-01", "2025-12-31"],
  );
  const ofSchedule = (await operator(edge, "GET", `/reports?account=${account.id}`)).json.reports.filter(
    ({ from }) => from === "2025-12-01",
  );
  assert.equal(ofSchedule.length, 1);
  assert.equal((await operator(edge, "DELETE", `/schedules/${schedule.id}`)).status, 200);
  assertProblem(await operator(edge, "DELETE", `/schedules/${schedule.id}`), "not_found");
});

test("a schedule of a suspended account creates no report, and stays active", async () => {
  const other = await createAccount(edge, { brands: [brand("Isolanna")] });
  const schedule = (
    await operator(edge, "POST", `/accounts/${other.id}/schedules`, { every: "weekly", day: 1, type: "trends" })
  ).json;
  await changeAccount(edge, other, { status: "suspended" });
  await database
    .prepare("UPDATE report_schedule SET next_at = ? WHERE id = ?")
    .bind(Date.now() - 1, schedule.id)
    .run();
  await edge.tick();
  const scheduled = async () => (await operator(edge, "GET", `/schedules?account=${other.id}`)).json.schedules[0];
  await eventually(async () => Date.parse((await scheduled()).next_at) > Date.now(), true, 20_000);
  assert.equal((await scheduled()).last_report, null);
  assert.deepEqual((await operator(edge, "GET", `/reports?account=${other.id}`)).json.reports, []);
});
