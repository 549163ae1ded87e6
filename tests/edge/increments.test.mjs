// An import of few records is added to the active version: at once, with few rows, as if it had always been there.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { datasetStatus, importFolder, operate, operatorOf, runCli, startCli, startServingEdge } from "./harness.mjs";
import { ask, operator } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { databaseOf, positionOf } from "../support/dataset-database.mjs";
import { readDocuments, splitAtDays, writeNdjson } from "../support/documents.mjs";
import { assertProblem } from "../support/problem.mjs";
import { startProxy } from "../support/proxy.mjs";
import { broadAnswers } from "../support/questions.mjs";

// The last days of the demo dataset are imported later, as new records.
const [early, late] = splitAtDays(readDocuments(demoData), 20);
const lateFolder = writeNdjson(late);

let edge;
let whole;
before(async () => {
  // Without caches, every answer is read from the tables.
  edge = await startServingEdge(writeNdjson(early), { caches: false });
  const undisturbed = await startServingEdge(demoData);
  try {
    whole = { version: (await datasetStatus(undisturbed)).served.version, answers: await broadAnswers(undisturbed) };
  } finally {
    await undisturbed.stop();
  }
});
after(() => edge?.stop());

const MOMENTS = {
  "while it reads what is served": { request: /POST .*\/dataset\/reads$/, moment: "answered" },
  "before it is added": { request: /POST .*\/increments$/, moment: "asked" },
};

for (const [when, { request, moment }] of Object.entries(MOMENTS)) {
  test(`an increment that is killed ${when} leaves the active version unchanged`, async () => {
    const before = [await datasetStatus(edge), await broadAnswers(edge)];
    let cli;
    let killed = false;
    const proxy = await startProxy(edge, (line, now) => {
      if (killed || now !== moment || !request.test(line)) return true;
      killed = true;
      cli.child.kill("SIGKILL");
      return false;
    });
    try {
      cli = startCli(["import", lateFolder, "--json", "--to", proxy.url], operatorOf(edge));
      assert.equal((await cli.ended).signal, "SIGKILL");
    } finally {
      await proxy.stop();
    }
    assert.deepEqual([await datasetStatus(edge), await broadAnswers(edge)], before);
  });
}

test("an increment is active at once with few rows, and answers match those of a full import", async () => {
  const before = (await datasetStatus(edge)).served;
  const report = await importFolder(edge, lateFolder);
  assert.equal(report.state, "served");
  const { served, previous } = await datasetStatus(edge);
  assert.deepEqual(
    [served.generation, served.revision, served.version],
    [before.generation, before.revision + 1, whole.version],
  );
  assert.equal(previous.version, before.version);
  const count = late.siv_info.length + late.siv_business_ideas.length;
  assert.ok(
    report.rows_written >= count && report.rows_written <= 4 * count,
    `${report.rows_written} rows written for ${count} documents`,
  );
  assert.deepEqual(await broadAnswers(edge), whole.answers);
  assert.equal((await importFolder(edge, lateFolder)).state, "already_served");
});

test("an increment whose response was lost can be repeated, and adds nothing twice", async () => {
  const again = writeNdjson({ siv_info: [{ ...late.siv_info[0], title: "Quokka of the week" }] });
  let cut = false;
  const proxy = await startProxy(edge, (line, now) => {
    if (cut || now !== "answered" || !/POST .*\/increments$/.test(line)) return true;
    cut = true;
    return false;
  });
  try {
    const { code, stdout, stderr } = await runCli(["import", again, "--json", "--to", proxy.url], operatorOf(edge));
    assert.equal(code, 0, stderr);
    assert.ok(cut);
    assert.equal(JSON.parse(stdout).dataset.revision, 2);
  } finally {
    await proxy.stop();
  }
  const found = await ask(edge, "search", { index: "siv_info", q: "quokka" });
  assert.deepEqual(
    found.json.results.map(({ video_id }) => video_id),
    [late.siv_info[0].video_id],
  );
});

test("an increment can be rolled back, and all rows can be rebuilt", async () => {
  const back = JSON.parse(await operate(edge, ["dataset", "rollback", "--yes", "--json"]));
  assert.deepEqual([back.served.version, back.served.revision, back.previous], [whole.version, 1, null]);
  assert.deepEqual(await broadAnswers(edge), whole.answers);
  const { code, stderr } = await runCli(["dataset", "verify", "--to", edge.url], operatorOf(edge));
  assert.equal(code, 1);
  assert.match(stderr, /overheard dataset rebuild/);
  const rebuilt = JSON.parse(await operate(edge, ["dataset", "rebuild", "--json"]));
  assert.deepEqual(
    [rebuilt.version, positionOf(rebuilt.generation), rebuilt.revision],
    [whole.version, positionOf(back.served.generation) + 1, 0],
  );
  assert.deepEqual(await broadAnswers(edge), whole.answers);
  assert.match(await operate(edge, ["dataset", "verify"]), /All rows agree with the documents/);
  // The previous version still includes everything that was added to it.
  const earlier = JSON.parse(await operate(edge, ["dataset", "rollback", "--yes", "--json"]));
  assert.deepEqual([earlier.served.generation, earlier.served.revision], [back.served.generation, 1]);
  assert.deepEqual(await broadAnswers(edge), whole.answers);
});

test("an increment that does not fit is refused and changes nothing", async () => {
  const before = await datasetStatus(edge);
  const { generation, revision, version } = before.served;
  const name = "d".repeat(64);
  const increment = {
    import: name,
    inputs: name,
    base: { generation, revision },
    started_at: "2026-01-31T12:00:00Z",
    content: { version, videos: 1, snapshots: 1, mentions: 1 },
  };
  const add = (more, rows = []) =>
    operator(edge, "POST", "/increments", { increment: { ...increment, ...more }, rows });
  assertProblem(await add({ base: { generation, revision: revision + 1 } }), "conflict");
  assertProblem(await add({ base: { generation: generation + 7, revision } }), "conflict");
  assertProblem(await add({ import: "x" }), "value_not_allowed");
  assertProblem(await add({ content: { ...increment.content, version: "ds_" } }), "value_not_allowed");
  assertProblem(await add({}, [["nothing", []]]), "not_found");
  assertProblem(await add({}, [["video", [[1]]]]), "invalid_json");
  const read = (wanted, base = { generation, revision }) => operator(edge, "POST", "/dataset/reads", { base, wanted });
  assertProblem(
    await read({ rows: { table: "page", first: 0, last: 1, columns: ["day) FROM generation --"] } }),
    "value_not_allowed",
  );
  assertProblem(await read({ rows: { table: "generation", first: 0, last: 1, columns: [] } }), "value_not_allowed");
  assertProblem(await read({ layouts: {} }, { generation: generation + 1, revision }), "conflict");
  assert.equal((await read({ layouts: {} })).json.rows.length, 3);
  assert.deepEqual(await datasetStatus(edge), before);
});

test("a dataset of an earlier command's format gets no increment and is packed completely", async () => {
  await operate(edge, ["dataset", "rebuild"]);
  const { served } = await datasetStatus(edge);
  // Its rows had fewer columns, and its manifests had no days.
  const db = await databaseOf(edge, served.generation);
  const columns = ["language", "region", "indexed_at", "public_id"];
  await db.batch(columns.map((column) => db.prepare(`ALTER TABLE page_${served.generation} DROP COLUMN ${column}`)));
  await db
    .prepare("UPDATE layout SET body = json_remove(body, '$.base_days') WHERE generation = ?")
    .bind(served.generation)
    .run();
  const answers = await broadAnswers(edge);
  const { code, stderr } = await runCli(["dataset", "verify", "--to", edge.url], operatorOf(edge));
  assert.equal(code, 1);
  assert.match(stderr, /with other columns or words: run `overheard dataset rebuild` first/);
  const { dataset } = await importFolder(
    edge,
    writeNdjson({ siv_info: [{ ...late.siv_info[0], title: "Numbat of the week" }] }),
  );
  assert.ok(positionOf(dataset.generation) > positionOf(served.generation) && dataset.revision === 0);
  assert.match(await operate(edge, ["dataset", "verify"]), /All rows agree with the documents/);
  await operate(edge, ["dataset", "rollback", "--yes"]);
  assert.deepEqual(await broadAnswers(edge), answers);
});
