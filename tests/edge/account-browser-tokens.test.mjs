// Browser tokens of the Account API: created with an API token, limited to its plan and its filters.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServingEdge } from "./harness.mjs";
import { brand, createAccount, createToken, expectOk, fetchAs } from "../support/account.mjs";
import { ask, operator, send } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { assertProblem } from "../support/problem.mjs";
import { QUESTIONS } from "../support/questions.mjs";

const ORIGIN = "https://dashboard.example";
const NAMES = [
  "mentions",
  "mention",
  "mention-stats",
  "sentiment",
  "sentiment-timeline",
  "sentiment-breakdown",
  "influencers",
  "influencer",
  "influencer-mentions",
  "trends",
  "emerging-trends",
  "trend-comparison",
  "explain-change",
  "report",
  "download-report",
  "webhooks",
  "account",
  "account-usage",
];

let edge;
let account;
before(async () => {
  edge = await startServingEdge(demoData);
  account = await createAccount(edge, { plan: "professional", brands: [brand("Velunara"), brand("Borealume")] });
});
after(() => edge?.stop());

const make = (body, bearer = account.token) =>
  send(edge, "/v1/_ext/browser-tokens", {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ origin: ORIGIN, ...body }),
  });
const token = async (body, bearer) => expectOk(await make(body, bearer)).token;
const asPage = (secret, path, { origin = ORIGIN, ...init } = {}) =>
  send(edge, path, {
    ...init,
    headers: { Authorization: `Bearer ${secret}`, ...(origin && { Origin: origin }), ...init.headers },
  });

test("a page can use every operation of the account's plan, from its origin only", async () => {
  const made = expectOk(await make({}));
  assert.deepEqual([made.operations, made.filters], [NAMES, null]);
  const {
    data: [mention],
  } = expectOk(await fetchAs(edge, account, "/v1/mentions?limit=1"));
  const influencer = `/v1/influencers/${mention.channel.influencer_id}`;
  const paths = [
    "mentions",
    `mentions/${mention.id}`,
    "mentions/stats",
    "sentiment",
    "sentiment/timeline",
    "sentiment/breakdown",
    "influencers",
    "trends",
    "trends/emerging",
    "trends/compare?by=period",
    "_ext/explain-change",
  ].map((path) => `/v1/${path}`);
  for (const path of [...paths, influencer, `${influencer}/mentions`]) {
    const answer = await asPage(made.token, path);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers.get("access-control-allow-origin"), ORIGIN, path);
    assert.deepEqual(answer.json, (await fetchAs(edge, account, path)).json, path);
  }
  for (const path of ["/v1/account", "/v1/account/usage"])
    assert.equal((await asPage(made.token, path)).status, 200, path);
  for (const origin of ["https://elsewhere.example", null]) {
    const refused = await asPage(made.token, "/v1/sentiment", { origin });
    assertProblem(refused, "origin_not_allowed");
    assert.equal(refused.headers.get("access-control-allow-origin"), null);
  }
});

test("a token of one interface is refused by the other", async () => {
  const ofAccount = await token({});
  for (const [operation, question] of Object.entries(QUESTIONS)) {
    const refused = await asPage(ofAccount, `/v1/${operation}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(question),
    });
    assertProblem(refused, "insufficient_scope");
  }
  assertProblem(await asPage(ofAccount, "/v1/schema"), "insufficient_scope");
  for (const operation of ["search", "schema"])
    assertProblem(await make({ operations: [operation] }), "value_not_allowed");

  const ofData = expectOk(
    await send(edge, "/v1/_ext/browser-tokens", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-API-Key": edge.secret },
      body: JSON.stringify({ origin: ORIGIN }),
    }),
  );
  for (const path of ["/v1/mentions", "/v1/sentiment", "/v1/account"])
    assertProblem(await asPage(ofData.token, path), "insufficient_scope");
  assert.equal((await ask(edge, "aggregate", QUESTIONS.aggregate)).status, 200);
});

test("a token is limited to the plan and to the operations that it was created for", async () => {
  const starter = await createAccount(edge, { plan: "starter", brands: [brand("Velunara")] });
  assert.deepEqual(expectOk(await make({}, starter.token)).operations, [
    ...NAMES.slice(0, 6),
    "account",
    "account-usage",
  ]);
  const refused = assertProblem(
    await make({ operations: ["mentions", "trends"] }, starter.token),
    "plan_upgrade_required",
  );
  assert.deepEqual([refused.current_plan, refused.required_plan], ["starter", "professional"]);
  const narrow = await token({ operations: ["sentiment"] });
  assert.equal((await asPage(narrow, "/v1/sentiment")).status, 200);
  assert.match(
    assertProblem(await asPage(narrow, "/v1/mentions"), "insufficient_scope").message,
    /does not open mentions. It opens: sentiment\.$/,
  );
  // A later downgrade also limits existing tokens.
  const once = await createAccount(edge, { plan: "professional", brands: [brand("Velunara")] });
  const trends = await token({ operations: ["trends"] }, once.token);
  assert.equal((await asPage(trends, "/v1/trends")).status, 200);
  expectOk(await operator(edge, "POST", `/accounts/${once.id}`, { plan: "starter" }));
  assertProblem(await asPage(trends, "/v1/trends"), "plan_upgrade_required");
});

test("a token cannot change anything", async () => {
  const changes = [
    ["create-report", "POST", "/v1/reports", { type: "sentiment", from: "2026-01-01", to: "2026-01-31" }],
    ["create-webhook", "POST", "/v1/webhooks", { url: "https://hooks.example.com/a", events: ["*"] }],
    ["delete-webhook", "DELETE", "/v1/webhooks/whk_0123456789", undefined],
  ];
  const made = expectOk(await make({}));
  for (const [operation, method, path, body] of changes) {
    const refused = assertProblem(await make({ operations: ["report", operation] }), "value_not_allowed");
    assert.equal(refused.message, `operations '${operation}' changes something. Browser tokens only read.`);
    const init = {
      method,
      ...(body && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    };
    assertProblem(await asPage(made.token, path, init), "insufficient_scope");
  }
  // The lists of reports and webhooks are unchanged.
  assert.deepEqual(expectOk(await asPage(made.token, "/v1/webhooks")).data, []);
});

test("only a token's own page can read its refusals", async () => {
  const made = expectOk(await make({ operations: ["sentiment"] }));
  const refusals = [
    ["/v1/nowhere", {}, 404],
    ["/v1/sentiment", { method: "PATCH" }, 405],
    ["/v1/sentiment?from=x", {}, 400],
    ["/v1/mentions", {}, 403],
    ["/v1/sentiment", { headers: { Accept: "text/html" } }, 406],
    ["/v1/reports", { method: "POST", headers: { "Content-Type": "text/plain" }, body: "{" }, 403],
  ];
  for (const [path, init, status] of refusals) {
    for (const [origin, readable] of [
      [ORIGIN, ORIGIN],
      ["https://elsewhere.example", null],
    ]) {
      const answer = await asPage(made.token, path, { origin, ...init });
      assert.equal(answer.headers.get("access-control-allow-origin"), readable, `${status} ${path}`);
      if (readable) assert.equal(answer.status, status, path);
    }
  }
});

test("requests cannot override forced filters", async () => {
  const filters = { brand: "Velunara", platform: ["youtube", "tiktok"], min_views: 1000 };
  const made = expectOk(await make({ filters }));
  assert.deepEqual(made.filters, filters);
  assert.ok(
    !made.operations.some((name) => ["mention", "influencer", "account", "account-usage"].includes(name)),
    "what takes no such filters",
  );
  const { data } = expectOk(await asPage(made.token, "/v1/mentions?limit=100"));
  assert.ok(data.length > 0);
  for (const mention of data) {
    assert.equal(mention.brand.label, "Velunara");
    assert.ok(["youtube", "tiktok"].includes(mention.platform) && mention.video.views >= 1000);
  }
  const stats = async (secret, query) =>
    expectOk(
      secret
        ? await asPage(secret, `/v1/mentions/stats?${query}`)
        : await fetchAs(edge, account, `/v1/mentions/stats?${query}`),
    ).totals;
  assert.deepEqual(
    await stats(made.token, ""),
    await stats(null, "brand=Velunara&platform=youtube,tiktok&min_views=1000"),
  );
  assert.deepEqual(
    await stats(made.token, "platform=youtube,instagram&min_views=5000"),
    await stats(null, "brand=Velunara&platform=youtube&min_views=5000"),
  );
  for (const query of [
    "brand=Borealume",
    `brand=${account.brands[1].id}`,
    "platform=instagram",
    "platform=-youtube,-tiktok",
    "brand=-Velunara",
  ]) {
    assert.match(
      assertProblem(await asPage(made.token, `/v1/sentiment?${query}`), "insufficient_scope").message,
      /must lie within .* with this token/,
    );
  }
  // The next page has the same filters.
  const first = await asPage(made.token, "/v1/mentions?limit=1");
  const second = await asPage(made.token, /<(.*)>/.exec(first.headers.get("link"))[1]);
  assert.equal(expectOk(second).data[0].brand.label, "Velunara");
});

test("invalid filters are refused, and an empty filter gives no access", async () => {
  assertProblem(await make({ filters: { brand: "Ostrivane" } }), "value_not_allowed");
  assertProblem(await make({ filters: { platform: "vimeo" } }), "value_not_allowed");
  assert.equal(assertProblem(await make({ filters: { platform: null } }), "invalid_type").param, "/filters/platform");
  assertProblem(await make({ filters: { category: "Beauty", q: "glow" } }), "unknown_field");
  assertProblem(await make({ operations: ["account"], filters: { category: "Beauty" } }), "value_not_allowed");
});

test("an API token with an allowed origin is accepted from its pages, preflight included", async () => {
  const { secret } = await createToken(edge, account, { origins: [ORIGIN] });
  for (const path of [
    "/v1/mentions",
    "/v1/mentions/men_0123456789",
    "/v1/mentions/stats",
    "/v1/influencers/inf_0123456789/mentions",
    "/v1/trends/compare",
    "/v1/account/usage",
  ]) {
    const preflight = await send(edge, path, {
      method: "OPTIONS",
      headers: {
        Origin: ORIGIN,
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "authorization",
      },
    });
    assert.deepEqual(
      [
        preflight.status,
        preflight.headers.get("access-control-allow-origin"),
        preflight.headers.get("access-control-allow-methods"),
      ],
      [204, ORIGIN, "GET"],
      path,
    );
    assert.match(preflight.headers.get("access-control-allow-headers"), /authorization/);
  }
  for (const [origin, readable] of [
    [ORIGIN, ORIGIN],
    ["https://elsewhere.example", null],
  ]) {
    for (const path of ["/v1/sentiment", "/v1/sentiment?limit=1", "/v1/mentions/men_0123456789"]) {
      const answer = await asPage(secret, path, { origin });
      assert.equal(answer.headers.get("access-control-allow-origin"), readable, `${path} ${answer.status}`);
    }
  }
});
