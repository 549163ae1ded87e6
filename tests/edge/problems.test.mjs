// Every problem type is the address of a page that explains it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createKey, startEdge } from "./harness.mjs";
import { ask, send } from "../support/client.mjs";
import { assertProblem } from "../support/problem.mjs";
import { QUESTIONS } from "../support/questions.mjs";

const MAX_BODY_BYTES = 64 * 1024;
const QUESTION = QUESTIONS.aggregate;

let edge;
before(async () => {
  edge = await startEdge();
  edge.secret = (await createKey(edge)).secret;
});
after(() => edge?.stop());

test("every kind of problem has a page under its type, without a key", async () => {
  const codes = {
    invalid_json: () => ask(edge, "aggregate", "{"),
    invalid_type: () => ask(edge, "aggregate", { ...QUESTION, size: "2" }),
    missing_field: () => ask(edge, "aggregate", {}),
    unknown_field: () => ask(edge, "aggregate", { ...QUESTION, extra: 1 }),
    value_not_allowed: () => ask(edge, "aggregate", { ...QUESTION, index: "x" }),
    field_not_allowed: () => ask(edge, "aggregate", { ...QUESTION, group_by: "x" }),
    limit_violation: () => ask(edge, "aggregate", { ...QUESTION, size: 51 }),
    window_too_long: () => ask(edge, "sector", { ...QUESTIONS.sector, from_date: "2020-01-01" }),
    invalid_date: () => ask(edge, "sector", { ...QUESTIONS.sector, from_date: "2025-02-30" }),
    invalid_range: () => ask(edge, "sector", { ...QUESTIONS.sector, from_date: "2025-03-01" }),
    duplicate_value: () => ask(edge, "co-mentions", { values: ["a", "a"] }),
    missing_credentials: () => send(edge, "/v1/schema"),
    invalid_credentials: () => send(edge, "/v1/schema", { headers: { "X-API-Key": "x" } }),
    not_found: () => send(edge, "/nowhere"),
    method_not_allowed: () => send(edge, "/v1/search"),
    not_acceptable: () => ask(edge, "aggregate", QUESTION, { headers: { Accept: "text/html" } }),
    payload_too_large: () => ask(edge, "aggregate", " ".repeat(MAX_BODY_BYTES + 1)),
    unsupported_media_type: () => ask(edge, "aggregate", "{}", { headers: { "Content-Type": "text/plain" } }),
  };
  for (const [code, provoke] of Object.entries(codes)) {
    const { type, title } = assertProblem(await provoke(), code);
    const page = await send(edge, type);
    assert.equal(page.status, 200, type);
    assert.match(page.headers.get("content-type"), /^text\/(plain|html)/);
    assert.ok(page.text.includes(code) && page.text.includes(title), page.text);
  }
  for (const code of ["backend-unavailable", "query-timeout", "internal-error", "insufficient-scope"]) {
    assert.equal((await send(edge, `/problems/${code}`)).status, 200, code);
  }
});
