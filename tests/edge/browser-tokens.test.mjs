// Browser tokens: short-lived replacements for keys, bound to an origin, operations and filters. Also tests CORS.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServingEdge } from "./harness.mjs";
import { ask, operator, send } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { assertProblem } from "../support/problem.mjs";
import { QUESTIONS } from "../support/questions.mjs";

const ORIGIN = "https://dashboard.example";
const PATH = "/v1/_ext/browser-tokens";

let edge;
before(async () => (edge = await startServingEdge(demoData)));
after(() => edge?.stop());

const post = (path, body, headers) =>
  send(edge, path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
const make = (body, headers = { "X-API-Key": edge.secret }) => post(PATH, { origin: ORIGIN, ...body }, headers);
const asPage = (token, operation, body, origin = ORIGIN) =>
  post(`/v1/${operation}`, body, { Authorization: `Bearer ${token}`, ...(origin && { Origin: origin }) });

test("a page can send with a token what its key could send, from its origin only", async () => {
  const made = await make({});
  assert.equal(made.status, 201, made.text);
  const { token, expires_at: expires } = made.json;
  assert.match(token, /^ohb_/);
  assert.ok(Math.abs(Date.parse(expires) - Date.now() - 15 * 60_000) < 5_000);
  for (const [operation, question] of Object.entries(QUESTIONS)) {
    const answer = await asPage(token, operation, question);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers.get("access-control-allow-origin"), ORIGIN);
    assert.match(answer.headers.get("access-control-expose-headers"), /ratelimit/);
    assert.deepEqual(answer.json, (await ask(edge, operation, question)).json);
    for (const origin of ["https://elsewhere.example", null]) {
      const refused = await asPage(token, operation, question, origin);
      assertProblem(refused, "origin_not_allowed");
      assert.equal(refused.headers.get("access-control-allow-origin"), null);
    }
  }
});

test("a token is limited to its operations and its filters", async () => {
  const { json } = await make({ operations: ["aggregate", "search"], filters: { category: "Beauty" } });
  assert.deepEqual([json.operations, json.filters], [["aggregate", "search"], { category: "Beauty" }]);
  const search = (filters) => asPage(json.token, "search", { index: "siv_info", size: 10, filters });
  for (const filters of [
    undefined,
    { category: "Beauty" },
    { category: ["Beauty", "Gaming"] },
    { upload_date: { gte: "2025-01-01" } },
  ]) {
    const answer = await search(filters);
    assert.equal(answer.status, 200, answer.text);
    assert.ok(answer.json.results.length > 0);
    assert.ok(answer.json.results.every(({ category }) => category === "Beauty"));
  }
  assert.match(
    assertProblem(await search({ category: "Gaming" }), "insufficient_scope").message,
    /must lie within "Beauty"/,
  );
  assertProblem(await asPage(json.token, "creators", {}), "insufficient_scope");
  assertProblem(
    await asPage(json.token, "aggregate", { index: "siv_content_creator", group_by: "country" }),
    "insufficient_scope",
  );
  const groups = await asPage(json.token, "aggregate", { index: "siv_info", group_by: "category" });
  assert.deepEqual(
    groups.json.buckets.map(({ key }) => key),
    ["Beauty"],
  );
});

test("an expired or changed token and one of a revoked key give no access", async () => {
  const { json: key } = await operator(edge, "POST", "/keys", { plan: "enterprise" });
  const { token } = (await make({ expires_in: 60 }, { "X-API-Key": key.secret })).json;
  assert.equal((await asPage(token, "aggregate", QUESTIONS.aggregate)).status, 200);
  const [payload, signature] = token.slice(4).split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url"));
  const forged = (change) =>
    `ohb_${Buffer.from(JSON.stringify({ ...claims, ...change })).toString("base64url")}.${signature}`;
  for (const wrong of [
    "ohb_",
    "ohb_x.y",
    `${token}x`,
    forged({ x: claims.x + 1 }),
    forged({ p: ["search"] }),
    forged({ k: "tok_another" }),
  ]) {
    const answer = await asPage(wrong, "aggregate", QUESTIONS.aggregate);
    assertProblem(answer, "invalid_credentials");
    assert.equal(answer.status, 401);
    assert.match(answer.headers.get("www-authenticate"), /^Bearer /);
  }
  await operator(edge, "POST", `/keys/${key.id}/revoke`, {});
  assertProblem(await asPage(token, "aggregate", QUESTIONS.aggregate), "invalid_credentials");
});

test("requests with tokens are counted for the key that created them", async () => {
  await operator(edge, "PUT", "/plans/data/three", { per_minute: 100, per_month: 3 });
  const { json: account } = await operator(edge, "POST", "/accounts", { name: "Three", plan: "three" });
  const { json: key } = await operator(edge, "POST", "/keys", { account_id: account.id });
  const { token } = (await make({}, { "X-API-Key": key.secret })).json;
  const statuses = [];
  for (let asked = 0; asked < 3; asked += 1)
    statuses.push((await asPage(token, "aggregate", QUESTIONS.aggregate)).status);
  assert.deepEqual(statuses, [200, 200, 429], "making the token was the first of the three");
});

test("an API token creates no browser token of the Data API, and invalid bearer tokens are 401", async () => {
  const { json: account } = await operator(edge, "POST", "/accounts", { name: "Meridian", plan: "professional" });
  const { json: apiToken } = await operator(edge, "POST", "/keys", { account_id: account.id, face: "account" });
  assert.match(apiToken.secret, /^oht_live_[0-9A-Za-z]{38}$/);
  const bearer = (secret) => ({ Authorization: `Bearer ${secret}` });
  const made = await make({}, bearer(apiToken.secret));
  assert.equal(made.status, 201, made.text);
  for (const operation of Object.keys(QUESTIONS))
    assertProblem(await asPage(made.json.token, operation, QUESTIONS[operation]), "insufficient_scope");
  assertProblem(await make({ operations: ["aggregate"] }, bearer(apiToken.secret)), "value_not_allowed");
  for (const wrong of [edge.secret, `${apiToken.secret}x`, "x"]) {
    const answer = await make({}, bearer(wrong));
    assertProblem(answer, "invalid_credentials");
    assert.deepEqual([answer.status, answer.headers.get("www-authenticate")], [401, 'Bearer realm="account"']);
  }
  assertProblem(await make({}, { "X-API-Key": apiToken.secret }), "invalid_credentials");
  assertProblem(await make({}, {}), "missing_credentials");
  assertProblem(await ask(edge, "aggregate", QUESTIONS.aggregate, { secret: apiToken.secret }), "invalid_credentials");
});

test("an invalid request for a token names its faults", async () => {
  assertProblem(await make({ origin: "https://dashboard.example/page" }), "value_not_allowed");
  assertProblem(await make({ expires_in: 86_401 }), "limit_violation");
  assertProblem(await make({ operations: ["sector"], filters: { category: "Beauty" } }), "value_not_allowed");
  assertProblem(await make({ filters: { nothing: "Beauty" } }), "value_not_allowed");
  assertProblem(await make({ secret: true }), "unknown_field");
  for (const [filters, param] of [
    [{ category: null }, "/filters/category"],
    [{ brand_name: "Velunara", topics: ["price", null] }, "/filters/topics/1"],
    [{ upload_date: { gte: null, lte: "2026-01-01" } }, "/filters/upload_date/gte"],
  ]) {
    assert.equal(
      assertProblem(await make({ filters }), "invalid_type").param,
      param,
      "what is not set must not open what it should narrow",
    );
  }
});

test("a preflight lists what a page may send, and responses say whether a page may read them", async () => {
  const preflight = await send(edge, "/v1/search", {
    method: "OPTIONS",
    headers: { Origin: ORIGIN, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "x-api-key" },
  });
  assert.equal(preflight.status, 204);
  assert.deepEqual(
    [
      "access-control-allow-origin",
      "access-control-allow-methods",
      "access-control-max-age",
      "access-control-allow-credentials",
    ].map((name) => preflight.headers.get(name)),
    [ORIGIN, "POST", "600", null],
  );
  assert.match(preflight.headers.get("access-control-allow-headers"), /x-api-key/);
  assertProblem(await send(edge, "/v1/search", { method: "OPTIONS" }), "method_not_allowed");
  assertProblem(
    await send(edge, PATH, { method: "OPTIONS", headers: { Origin: ORIGIN, "Access-Control-Request-Method": "POST" } }),
    "method_not_allowed",
  );

  const { json: key } = await operator(edge, "POST", "/keys", { plan: "enterprise", origins: [ORIGIN] });
  for (const [origin, readable] of [
    [ORIGIN, ORIGIN],
    ["https://elsewhere.example", null],
  ]) {
    for (const body of [QUESTIONS.aggregate, {}]) {
      const answer = await ask(edge, "aggregate", body, { secret: key.secret, headers: { Origin: origin } });
      assert.equal(answer.headers.get("access-control-allow-origin"), readable);
      assert.ok(answer.headers.get("vary").includes("Origin"));
    }
  }
});
