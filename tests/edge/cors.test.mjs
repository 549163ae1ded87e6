// A page with a browser token can read every error, including why it is refused.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startEdge } from "./harness.mjs";
import { brand, createAccount, expectOk } from "../support/account.mjs";
import { BREAKABLE_ENTRY } from "../support/breakable.mjs";
import { operator, send } from "../support/client.mjs";
import { assertProblem } from "../support/problem.mjs";
import { QUESTIONS } from "../support/questions.mjs";

const ORIGIN = "https://dashboard.example";
const JSON_TYPE = { "Content-Type": "application/json" };

let edge;
before(async () => (edge = await startEdge({ entry: BREAKABLE_ENTRY })));
after(() => edge?.stop());

const make = async (credential, body = {}) =>
  expectOk(
    await send(edge, "/v1/_ext/browser-tokens", {
      method: "POST",
      headers: { ...JSON_TYPE, ...credential },
      body: JSON.stringify({ origin: ORIGIN, ...body }),
    }),
  ).token;

/** Returns the headers of a Data API key and of an Account API token of a plan. */
async function credentials(plan) {
  const { secret } = expectOk(await operator(edge, "POST", "/keys", { plan }));
  const account = await createAccount(edge, { plan, brands: [brand("Velunara")] });
  return [{ "X-API-Key": secret }, { Authorization: `Bearer ${account.token}` }];
}

/** Sends a request as a page. Checks that this page may read the error, and that no other page may. */
async function assertReadable(token, code, path, { headers, ...init } = {}) {
  for (const origin of [ORIGIN, "https://elsewhere.example"]) {
    const answer = await send(edge, path, {
      ...init,
      headers: { Authorization: `Bearer ${token}`, Origin: origin, ...headers },
    });
    const allowed = answer.headers.get("access-control-allow-origin");
    if (origin !== ORIGIN) {
      assert.equal(allowed, null, `${code} to ${origin}`);
      continue;
    }
    assertProblem(answer, code);
    assert.equal(allowed, ORIGIN, code);
    assert.match(answer.headers.get("access-control-expose-headers"), /retry-after/);
  }
}

const post = (body, headers) => ({
  method: "POST",
  headers: { ...JSON_TYPE, ...headers },
  body: typeof body === "string" ? body : JSON.stringify(body),
});

test("a page can read every error of the Data API", async () => {
  const [key] = await credentials("enterprise");
  const token = await make(key);
  const narrow = await make(key, { operations: ["search"] });
  const forced = await make(key, { filters: { category: "Beauty" } });
  await assertReadable(token, "missing_field", "/v1/aggregate", post({}));
  await assertReadable(token, "invalid_json", "/v1/aggregate", post("{"));
  await assertReadable(token, "unknown_parameter", `/v1/schema?key=${key["X-API-Key"]}`);
  await assertReadable(narrow, "insufficient_scope", "/v1/schema");
  await assertReadable(
    forced,
    "insufficient_scope",
    "/v1/aggregate",
    post({ ...QUESTIONS.aggregate, filters: { category: "Gaming" } }),
  );
  await assertReadable(token, "not_found", "/v1/nowhere");
  await assertReadable(token, "not_found", "/nowhere");
  await assertReadable(token, "method_not_allowed", "/v1/aggregate");
  await assertReadable(token, "not_acceptable", "/v1/aggregate", post(QUESTIONS.aggregate, { Accept: "text/html" }));
  await assertReadable(token, "payload_too_large", "/v1/aggregate", post("x".repeat(70_000)));
  await assertReadable(token, "unsupported_media_type", "/v1/aggregate", {
    method: "POST",
    headers: { "Content-Type": "text/plain" },
    body: "{}",
  });
  await assertReadable(token, "backend_unavailable", "/v1/aggregate", post(QUESTIONS.aggregate));
  for (const part of ["METER", "DB"])
    await assertReadable(token, "backend_unavailable", "/v1/schema", { headers: { "x-break": `${part} fails` } });
});

test("a page can read every error of the Account API", async () => {
  const [, bearer] = await credentials("professional");
  const token = await make(bearer);
  const narrow = await make(bearer, { operations: ["sentiment"], filters: { platform: "youtube" } });
  await assertReadable(token, "unknown_parameter", "/v1/sentiment?nonsense=1");
  await assertReadable(token, "invalid_date", "/v1/sentiment?from=2026-02-30");
  await assertReadable(narrow, "insufficient_scope", "/v1/trends");
  await assertReadable(narrow, "insufficient_scope", "/v1/sentiment?platform=tiktok");
  await assertReadable(token, "not_found", "/v1/mentions/none");
  await assertReadable(token, "method_not_allowed", "/v1/sentiment", post({}));
  await assertReadable(token, "not_acceptable", "/v1/sentiment", { headers: { Accept: "text/html" } });
  await assertReadable(token, "backend_unavailable", "/v1/sentiment");
  await assertReadable(token, "backend_unavailable", "/v1/sentiment", { headers: { "x-break": "METER fails" } });
});

test("a page can read the errors about its limit and about its expired token", async () => {
  expectOk(await operator(edge, "PUT", "/plans/data/few", { per_minute: 3 }));
  const [key] = await credentials("few").catch(async () => [
    { "X-API-Key": expectOk(await operator(edge, "POST", "/keys", { plan: "few" })).secret },
  ]);
  const token = await make(key);
  for (let asked = 0; asked < 4; asked += 1)
    await send(edge, "/v1/schema", { headers: { Authorization: `Bearer ${token}`, Origin: ORIGIN } });
  await assertReadable(token, "rate_limited", "/v1/schema");

  const { id, secret } = expectOk(await operator(edge, "POST", "/keys", { plan: "enterprise" }));
  const revoked = await make({ "X-API-Key": secret });
  expectOk(await operator(edge, "POST", `/keys/${id}/revoke`, {}));
  await assertReadable(revoked, "invalid_credentials", "/v1/schema");
});

test("a preflight succeeds on every path of the interfaces, known or unknown, and on no other", async () => {
  const preflight = (path, method) =>
    send(edge, path, { method: "OPTIONS", headers: { Origin: ORIGIN, "Access-Control-Request-Method": method } });
  for (const [path, method] of [
    ["/v1/search", "POST"],
    ["/v1/schema", "GET"],
    ["/v1/sentiment", "GET"],
    ["/v1/mentions/men_0123456789", "GET"],
  ]) {
    const answer = await preflight(path, method);
    assert.deepEqual(
      [
        answer.status,
        answer.headers.get("access-control-allow-methods"),
        answer.headers.get("access-control-allow-origin"),
      ],
      [204, method, ORIGIN],
      path,
    );
  }
  assert.equal((await preflight("/v1/nowhere", "GET")).headers.get("access-control-allow-origin"), ORIGIN);
  for (const path of ["/v1/_ext/browser-tokens", "/admin/v1/keys", "/nowhere"])
    assert.equal((await preflight(path, "POST")).headers.get("access-control-allow-origin"), null, path);
});
