// A broken or slow part behind the edge is a 503 with Retry-After: never a wrong answer, never a 500.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { createKey, startEdge, startServingEdge } from "./harness.mjs";
import { ask, operator, send } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { servedDatabase, servedGeneration } from "../support/dataset-database.mjs";
import { assertProblem } from "../support/problem.mjs";
import { QUESTIONS } from "../support/questions.mjs";

/**
 * Source of an entry module that wraps the Worker. With `x-break: KV` or `DB` that binding fails for the request. With
 * `x-break: slow` the dataset's queries take eight seconds.
 */
const ENTRY = `
import Worker from "./index.js";
export * from "./index.js";
const fails = () => Promise.reject(new Error("broken on purpose"));
const broken = (binding, methods, answer) => new Proxy(binding, {
  get: (target, name) => {
    if (methods.includes(name)) return (...given) => answer(target, name, given);
    // The runtime identifies a binding by the name of its class.
    return typeof target[name] === "function" && name !== "constructor" ? target[name].bind(target) : target[name];
  },
});
const late = async (target, name, given) => {
  await new Promise((resolve) => setTimeout(resolve, 8000));
  return target[name](...given);
};
export default {
  async fetch(request, env, context) {
    const kind = request.headers.get("x-break");
    const changed = { ...env };
    if (kind === "KV") changed.KV = broken(env.KV, ["get", "put", "list"], fails);
    for (const name of ["DB", "DATA_0", "DATA_1", "DATA_2"]) {
      if (kind === "DB") changed[name] = broken(env[name], ["batch"], fails);
      if (kind === "slow") changed[name] = broken(env[name], ["batch"], late);
    }
    return Worker.fetch(request, changed, context);
  },
};
`;

let edge;
before(async () => (edge = await startServingEdge(demoData, { entry: ENTRY, caches: false })));
after(() => edge?.stop());

const everyQuestion = async (check, headers = {}) => {
  for (const [operation, request] of Object.entries(QUESTIONS))
    check(await ask(edge, operation, request, { headers }), operation);
};

/** Checks that every query is answered as before, so the fault had no lasting effect. */
const answersAgain = () =>
  everyQuestion((answer, operation) => assert.equal(answer.status, 200, `${operation}: ${answer.text}`));

test("failing KV is a 503 before any query is run", async () => {
  await everyQuestion((answer) => assertProblem(answer, "backend_unavailable"), { "x-break": "KV" });
  const schema = await send(edge, "/v1/schema", { headers: { "X-API-Key": edge.secret, "x-break": "KV" } });
  assertProblem(schema, "backend_unavailable");
  await answersAgain();
});

test("failing D1 is a 503", async () => {
  await everyQuestion((answer) => assertProblem(answer, "backend_unavailable"), { "x-break": "DB" });
  await answersAgain();
});

test("failing D1 during an import is a 503, and the import can continue", async () => {
  const before = await operator(edge, "GET", "/dataset");
  const failed = await operator(
    edge,
    "POST",
    "/imports",
    {
      import: "0".repeat(64),
      inputs: "0".repeat(64),
      base: { generation: 1, revision: 0 },
      started_at: "2026-01-31T12:00:00Z",
    },
    { "x-break": "DB" },
  );
  assertProblem(failed, "backend_unavailable");
  assert.deepEqual((await operator(edge, "GET", "/dataset")).json, before.json);
});

test("D1 slower than the budget is a query timeout within the budget", async () => {
  const began = Date.now();
  const answer = await ask(edge, "aggregate", QUESTIONS.aggregate, { headers: { "x-break": "slow" } });
  assertProblem(answer, "query_timeout");
  assert.match(answer.json.message, /5000 ms.*Narrow it/);
  assert.ok(Date.now() - began < 7500, "it did not wait for the answer");
  await answersAgain();
});

test("an invalid record in KV is a 503 for its key only", async () => {
  const { secret } = await createKey(edge);
  const kv = await edge.mf.getKVNamespace("KV");
  await kv.put(`credential/${createHash("sha256").update(secret).digest("hex")}`, "<html>not a record</html>");
  assertProblem(await ask(edge, "aggregate", QUESTIONS.aggregate, { secret }), "backend_unavailable");
  await answersAgain();
});

test("a missing table is a 503, and the same query succeeds once the table is back", async () => {
  const [db, generation] = [await servedDatabase(edge), await servedGeneration(edge)];
  for (const table of ["generation", "layout", `cube_${generation}`]) {
    await db.prepare(`ALTER TABLE ${table} RENAME TO hidden`).run();
    assertProblem(await ask(edge, "aggregate", QUESTIONS.aggregate), "backend_unavailable");
    await db.prepare(`ALTER TABLE hidden RENAME TO ${table}`).run();
    await answersAgain();
  }
});

test("inconsistent rows are a 503 and never a wrong answer", async () => {
  const db = await servedDatabase(edge);
  const generation = await servedGeneration(edge);
  const damages = [
    ["search", `video_${generation}`, "body = '[]'"],
    ["search", `video_${generation}`, "body = x'01ff'"],
    ["search", `dictionary_${generation}`, "body = 'AQID'"],
    ["aggregate", `cube_${generation}`, "cells = 'AQ'"],
  ];
  for (const [operation, table, damage] of damages) {
    await db.prepare(`CREATE TABLE kept AS SELECT * FROM ${table}`).run();
    await db.prepare(`UPDATE ${table} SET ${damage}`).run();
    assertProblem(await ask(edge, operation, QUESTIONS[operation]), "backend_unavailable");
    await db.batch([
      db.prepare(`DELETE FROM ${table}`),
      db.prepare(`INSERT INTO ${table} SELECT * FROM kept`),
      db.prepare("DROP TABLE kept"),
    ]);
    await answersAgain();
  }
});

test("before the first import, queries are a 503 and the schema is served", async () => {
  const empty = await startEdge();
  try {
    const { secret } = await createKey(empty);
    assertProblem(await ask(empty, "aggregate", QUESTIONS.aggregate, { secret }), "backend_unavailable");
    assert.equal((await send(empty, "/v1/schema", { headers: { "X-API-Key": secret } })).json.dataset_version, null);
  } finally {
    await empty.stop();
  }
});
