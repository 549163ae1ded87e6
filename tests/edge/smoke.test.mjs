import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startEdge } from "./harness.mjs";

let edge;
before(async () => (edge = await startEdge()));
after(() => edge?.stop());

test("the Worker answers over HTTP in workerd", async () => {
  const answer = await fetch(edge.url);
  assert.ok(answer.status < 500, `GET / answered ${answer.status}`);
  assert.ok((await answer.text()).length > 0);
});

test("the migrations are applied and recorded as wrangler records them", async () => {
  const db = await edge.mf.getD1Database("DB");
  const { results } = await db.prepare("SELECT id, name FROM d1_migrations ORDER BY id").all();
  assert.equal(results[0].name, "0001_dataset_versions.sql");
  const generations = await db.prepare("SELECT count(*) AS n FROM generation").first("n");
  assert.equal(generations, 0);
});
