// Access to the Account API: tokens, accounts, plans, and the order in which a request is checked.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServingEdge } from "./harness.mjs";
import { brand, changeAccount, createAccount, createToken, expectOk, fetchAs } from "../support/account.mjs";
import { eachOf, operator, send } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { assertProblem } from "../support/problem.mjs";

const CHALLENGE = 'Bearer realm="account"';

let edge;
let account;
/** Addresses with their endpoints, by the smallest plan that includes them. */
let addresses;
before(async () => {
  // Without caches, an operator's change is effective at once.
  edge = await startServingEdge(demoData, { caches: false });
  account = await createAccount(edge, { brands: [brand("Quillovar"), brand("Isolanna")] });
  const [mention] = expectOk(await fetchAs(edge, account, "/v1/mentions?limit=1")).data;
  const influencer = mention.channel.influencer_id;
  const each = (names) => names.map((name) => [`/v1/${name}`, `GET /v1/${name}`]);
  addresses = {
    starter: [
      ...each([
        "mentions",
        "mentions/stats",
        "sentiment",
        "sentiment/timeline",
        "sentiment/breakdown",
        "account",
        "account/usage",
      ]),
      [`/v1/mentions/${mention.id}`, "GET /v1/mentions/:id"],
    ],
    professional: [
      ...each(["influencers", "trends", "trends/emerging", "_ext/explain-change"]),
      ["/v1/trends/compare?by=period", "GET /v1/trends/compare"],
      [`/v1/influencers/${influencer}`, "GET /v1/influencers/:id"],
      [`/v1/influencers/${influencer}/mentions`, "GET /v1/influencers/:id/mentions"],
    ],
  };
});
after(() => edge?.stop());

const every = () => [...addresses.starter, ...addresses.professional].map(([address]) => address);

function assertUnauthorized(answer, code) {
  const body = assertProblem(answer, code);
  assert.equal(answer.status, 401);
  assert.equal(body.param, "header:Authorization");
  assert.equal(answer.headers.get("www-authenticate"), CHALLENGE);
  return body;
}

test("a request without a token is 401 and names the missing header", async () => {
  for (const address of every()) {
    assert.match(
      assertUnauthorized(await send(edge, address), "missing_credentials").message,
      /^Header Authorization is required/,
    );
  }
  for (const Authorization of [
    "",
    "Bearer",
    "Bearer ",
    account.token,
    `Basic ${account.token}`,
    `Token ${account.token}`,
  ]) {
    assertUnauthorized(await send(edge, "/v1/mentions", { headers: { Authorization } }), "missing_credentials");
  }
  assertUnauthorized(
    await send(edge, "/v1/mentions", { headers: { Cookie: `Authorization=Bearer ${account.token}` } }),
    "missing_credentials",
  );
});

test("a mistyped, unknown or malformed token is 401, and the response does not say which", async () => {
  const mistyped = account.token.slice(0, -1) + (account.token.at(-1) === "0" ? "1" : "0");
  const unknown = expectOk(await operator(edge, "POST", "/keys", { account_id: account.id, face: "account" }));
  expectOk(await operator(edge, "POST", `/keys/${unknown.id}/revoke`, {}));
  const tokens = [
    mistyped,
    unknown.secret,
    account.token.toLowerCase(),
    `${account.token}0`,
    "x",
    "oht_live_",
    `oht_live_${"a".repeat(38)}`,
    edge.adminSecret,
  ];
  const messages = new Set();
  for (const token of tokens) {
    const answer = await fetchAs(edge, { token }, "/v1/mentions");
    messages.add(assertUnauthorized(answer, "invalid_credentials").message);
    if (token.length > 10) assert.ok(!answer.text.includes(token), "a secret is never repeated");
  }
  assert.equal(messages.size, 1, [...messages].join("\n"));
});

test("the scheme's name is case-insensitive", async () => {
  for (const scheme of ["Bearer", "bearer", "BEARER"]) {
    expectOk(await send(edge, "/v1/account", { headers: { Authorization: `${scheme} ${account.token}` } }));
  }
});

test("keys are valid for the Data API only, and tokens for the Account API only", async () => {
  for (const address of ["/v1/mentions", "/v1/account"]) {
    assertUnauthorized(await fetchAs(edge, { token: edge.secret }, address), "invalid_credentials");
    assertUnauthorized(await send(edge, address, { headers: { "X-API-Key": edge.secret } }), "missing_credentials");
    assertUnauthorized(await send(edge, address, { headers: { "X-API-Key": account.token } }), "missing_credentials");
  }
  const schema = (headers) => send(edge, "/v1/schema", { headers });
  const asKey = await schema({ "X-API-Key": account.token });
  assert.deepEqual([asKey.status, assertProblem(asKey, "invalid_credentials").param], [403, "header:X-API-Key"]);
  assert.equal(
    assertProblem(await schema({ Authorization: `Bearer ${account.token}` }), "missing_credentials").message,
    "Header X-API-Key is required.",
  );
  // If a request has both credentials, the one that belongs to the path counts.
  expectOk(await fetchAs(edge, account, "/v1/account", { headers: { "X-API-Key": "wrong" } }));
});

test("a token in the address is never accepted and not repeated", async () => {
  for (const query of [`access_token=${account.token}`, account.token]) {
    const [with_, without] = [
      await fetchAs(edge, account, `/v1/mentions?${query}`),
      await send(edge, `/v1/mentions?${query}`),
    ];
    assert.match(assertProblem(with_, "unknown_parameter").message, /does not belong into an address.*Authorization/);
    assert.match(
      assertUnauthorized(without, "missing_credentials").message,
      /^Header Authorization is required.* A secret does not belong into an address/,
    );
    for (const { text } of [with_, without]) assert.ok(!text.includes(account.token));
  }
});

test("a revoked token is 401 on the next request; an expired token and one without the scope give no access", async () => {
  const token = await createToken(edge, account);
  expectOk(await fetchAs(edge, { token: token.secret }, "/v1/mentions"));
  expectOk(await operator(edge, "POST", `/keys/${token.id}/revoke`, {}));
  assertUnauthorized(await fetchAs(edge, { token: token.secret }, "/v1/mentions"), "invalid_credentials");
  const expired = await createToken(edge, account, { expires_at: "2026-01-01T00:00:00Z" });
  assertUnauthorized(await fetchAs(edge, { token: expired.secret }, "/v1/mentions"), "invalid_credentials");
  const bare = await createToken(edge, account, { scopes: [] });
  for (const address of every())
    assertProblem(await fetchAs(edge, { token: bare.secret }, address), "insufficient_scope");
});

test("a suspended account has no access until it is active again", async () => {
  const one = await createAccount(edge, { brands: [brand("Isolanna")] });
  expectOk(await fetchAs(edge, one, "/v1/mentions"));
  await changeAccount(edge, one, { status: "suspended" });
  for (const address of every()) assertProblem(await fetchAs(edge, one, address), "account_suspended");
  await changeAccount(edge, one, { status: "active" });
  expectOk(await fetchAs(edge, one, "/v1/mentions"));
});

test("a plan has its own endpoints, and the refusal of another endpoint names the plan that has it", async () => {
  const brands = [brand("Quillovar"), brand("Isolanna")];
  const [starter, professional] = await eachOf(["starter", "professional"], (plan) =>
    createAccount(edge, { plan, brands }),
  );
  for (const [address] of addresses.starter)
    for (const one of [starter, professional]) expectOk(await fetchAs(edge, one, address));
  for (const [address, endpoint] of addresses.professional) {
    expectOk(await fetchAs(edge, professional, address));
    const answer = await fetchAs(edge, starter, address);
    const { request_id: id, ...body } = assertProblem(answer, "plan_upgrade_required");
    const message = `endpoint ${endpoint} needs plan professional or higher. Current plan: starter.`;
    assert.deepEqual(body, {
      type: "/problems/plan-upgrade-required",
      title: "Plan upgrade required",
      status: 403,
      detail: message,
      message,
      code: "plan_upgrade_required",
      param: "header:Authorization",
      current_plan: "starter",
      required_plan: "professional",
      errors: [],
      retryable: false,
      instance: `urn:request:${id}`,
    });
    assert.equal(answer.headers.get("x-quota-charged"), "false");
  }
  await changeAccount(edge, starter, { plan: "professional" });
  for (const [address] of addresses.professional) expectOk(await fetchAs(edge, starter, address));
});

test("a request is checked in a fixed order: path, method, token, limits, plan, parameters", async () => {
  const plan = "one-a-minute";
  expectOk(await operator(edge, "PUT", `/plans/account/${plan}`, { per_minute: 1, per_day: 1000 }));
  expectOk(await operator(edge, "PUT", `/plans/data/${plan}`, { per_minute: 1, per_month: 1000 }));
  const [starter, exhausted] = await eachOf(["starter", plan], (plan) => createAccount(edge, { plan }));
  await fetchAs(edge, exhausted, "/v1/account");
  const steps = [
    ["not_found", "/v1/trend?nonsense=1", { method: "PATCH" }, { token: "wrong" }],
    ["method_not_allowed", "/v1/trends?nonsense=1", { method: "PATCH" }, { token: "wrong" }],
    ["invalid_credentials", "/v1/trends?nonsense=1", {}, { token: "wrong" }],
    ["rate_limited", "/v1/mentions?nonsense=1", {}, exhausted],
    ["plan_upgrade_required", "/v1/trends?nonsense=1", {}, starter],
    ...["/v1/reports", "/v1/webhooks"].flatMap((path) => [
      [
        "payload_too_large",
        path,
        { method: "POST", headers: { "Content-Type": "application/json" }, body: " ".repeat(70_000) },
        starter,
      ],
      [
        "unsupported_media_type",
        path,
        { method: "POST", headers: { "Content-Type": "text/plain" }, body: "{" },
        starter,
      ],
      [
        "plan_upgrade_required",
        path,
        { method: "POST", headers: { "Content-Type": "application/json" }, body: "{" },
        starter,
      ],
    ]),
    ["unknown_parameter", "/v1/mentions?nonsense=1&brand=nobody", {}, starter],
    ["value_not_allowed", "/v1/mentions?brand=nobody", {}, starter],
  ];
  for (const [code, address, init, asking] of steps) assertProblem(await fetchAs(edge, asking, address, init), code);
});

test("a request beyond the plan's limit is 429 and says when to retry", async () => {
  const plan = "two-a-day";
  for (const face of ["account", "data"])
    expectOk(
      await operator(edge, "PUT", `/plans/${face}/${plan}`, {
        per_minute: 100,
        ...(face === "account" ? { per_day: 2 } : { per_month: 2 }),
      }),
    );
  const one = await createAccount(edge, { plan, brands: [brand("Isolanna")] });
  for (const left of ["1", "0"]) {
    const { headers } = await fetchAs(edge, one, "/v1/sentiment");
    assert.deepEqual(
      [headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining"), headers.get("x-quota-charged")],
      ["2", left, "true"],
    );
  }
  const answer = await fetchAs(edge, one, "/v1/sentiment");
  assert.deepEqual(assertProblem(answer, "quota_exceeded")["violated-policies"], ["day"]);
  const tomorrow = Math.floor(Date.now() / 86_400_000 + 1) * 86_400;
  assert.equal(answer.headers.get("x-ratelimit-reset"), String(tomorrow));
  assert.ok(Math.abs(Number(answer.headers.get("retry-after")) - (tomorrow - Date.now() / 1000)) < 5);
  // Free requests are still answered.
  assert.equal(expectOk(await fetchAs(edge, one, "/v1/account")).usage.day.used, 2);
});
