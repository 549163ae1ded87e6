import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { inRoot } from "../../scripts/project.mjs";
import { startEdge } from "./harness.mjs";

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
  const tables = await db.prepare("SELECT count(*) AS n FROM sqlite_master WHERE type = 'table' AND name NOT IN ('d1_migrations', 'sqlite_sequence') AND name NOT LIKE '\\_cf%' ESCAPE '\\'").first("n");
  assert.ok(tables > 0, "the migrations made no table");
});
