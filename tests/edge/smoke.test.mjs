import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { inRoot } from "../../scripts/project.mjs";
import { createKey, importFolder, runCli, startEdge } from "./harness.mjs";

let edge;
before(async () => (edge = await startEdge()));
after(() => edge?.stop());

test("the Worker answers over HTTP in workerd", async () => {
  const answer = await fetch(edge.url);
  assert.ok(answer.status < 500, `GET / answered ${answer.status}`);
  assert.ok((await answer.text()).length > 0);
});

test("every migration is applied once, in order, and recorded as wrangler records it", async () => {
  const db = await edge.mf.getD1Database("DB");
  const { results } = await db.prepare("SELECT name, applied_at FROM d1_migrations ORDER BY id").all();
  assert.deepEqual(
    results.map(({ name }) => name),
    readdirSync(inRoot("worker", "migrations")).sort(),
  );
  assert.ok(results.every(({ applied_at }) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(applied_at)));
  const tables = await db
    .prepare(
      "SELECT count(*) AS n FROM sqlite_master WHERE type = 'table' AND name NOT IN ('d1_migrations', 'sqlite_sequence') AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
    )
    .first("n");
  assert.ok(tables > 0, "the migrations made no table");
});

test("a query with a key counts all records of a dataset that the operator's command imported", async () => {
  const folder = mkdtempSync(join(tmpdir(), "overheard-demo-"));
  try {
    const demo = await runCli(["demo", folder]);
    assert.equal(demo.code, 0, demo.stderr);
    await importFolder(edge, folder);
    const mentions = gunzipSync(readFileSync(join(folder, "siv_business_ideas.ndjson.gz")))
      .toString()
      .trim()
      .split("\n").length;

    const { secret } = await createKey(edge, { access: "aggregate" });
    const answer = await fetch(`${edge.url}/v1/aggregate`, {
      method: "POST",
      headers: { "X-API-Key": secret, "Content-Type": "application/json" },
      body: JSON.stringify({ index: "siv_business_ideas", group_by: "platform" }),
    });
    const body = await answer.json();
    assert.equal(answer.status, 200, JSON.stringify(body));
    assert.equal(body.matched_documents, mentions);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
