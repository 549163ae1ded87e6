// The dashboard's API: tokens, brands, reports, webhooks and saved views of an account.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServingEdge } from "./harness.mjs";
import { brand, createAccount, expectOk, fetchAs } from "../support/account.mjs";
import { ask, eachOf, operator } from "../support/client.mjs";
import { fetchAsMember, createMember, fetchDashboard } from "../support/dashboard.mjs";
import { demoData } from "../support/data.mjs";
import { eventually } from "../support/eventually.mjs";
import { assertProblem } from "../support/problem.mjs";
import { QUESTIONS } from "../support/questions.mjs";
import { startReceiver } from "../support/receiver.mjs";

const SCHEDULED = { type: "sentiment", formats: ["csv"] };
const REPORT = { ...SCHEDULED, from: "2026-01-01", to: "2026-01-31" };

let edge;
let account;
let admin;
before(async () => {
  edge = await startServingEdge(demoData, { bindings: { LOCAL_WEBHOOKS: "on" } });
  account = await createAccount(edge, { plan: "enterprise", brands: [brand("Velunara")] });
  admin = await createMember(edge, account);
});
after(() => edge?.stop());

const call = (method, path, body) => fetchDashboard(edge, admin.cookie, method, path, body);

test("tokens of both interfaces are created, used, rotated and revoked, and their secrets are shown once", async () => {
  const expires_at = "2030-01-01T00:00:00Z";
  const token = expectOk(
    await call("POST", "/tokens", { name: "Site", face: "account", origins: ["https://site.example"], expires_at }),
  );
  assert.match(token.secret, /^oht_live_/);
  assert.deepEqual(
    [token.account_id, token.plan, token.scopes, token.origins, token.expires_at],
    [account.id, "enterprise", ["account:read"], ["https://site.example"], expires_at],
  );
  const key = expectOk(await call("POST", "/tokens", { name: "Agent", face: "data", access_level: "raw" }));
  assert.equal((await fetchAs(edge, { token: token.secret }, "/v1/account")).status, 200);
  assert.equal((await ask(edge, "aggregate", QUESTIONS.aggregate, { secret: key.secret })).status, 200);

  const fresh = expectOk(await call("POST", `/tokens/${token.id}/rotate`, { grace_hours: 0 }));
  assert.equal((await fetchAs(edge, { token: token.secret }, "/v1/account")).status, 401);
  assert.equal((await fetchAs(edge, { token: fresh.secret }, "/v1/account")).status, 200);
  assert.equal(expectOk(await call("POST", `/tokens/${key.id}/revoke`)).status, "revoked");
  assertProblem(await ask(edge, "aggregate", QUESTIONS.aggregate, { secret: key.secret }), "invalid_credentials");

  const { keys } = expectOk(await call("GET", "/tokens"));
  const shown = Object.fromEntries(keys.map((one) => [one.id, one]));
  assert.deepEqual(
    [shown[token.id].status, shown[token.id].rotated_to, shown[fresh.id].status, shown[key.id].status],
    ["revoked", fresh.id, "active", "revoked"],
  );
  assert.ok(keys.every((one) => one.account_id === account.id && !("secret" in one) && !("hash" in one)));
  await eventually(
    async () => expectOk(await call("GET", "/tokens")).keys.find(({ id }) => id === fresh.id).last_used_at !== null,
    true,
  );
});

test("creating tokens cannot change an account's plan, scope or id", async () => {
  for (const more of [
    { plan: "enterprise" },
    { account_id: "acc_0000000000" },
    { scopes: ["data:search", "account:read"] },
    { test: true },
  ]) {
    assertProblem(await call("POST", "/tokens", { name: "a", face: "data", ...more }), "unknown_field");
  }
  assertProblem(await call("POST", "/tokens", { name: "a" }), "missing_field");
});

test("an account has at most a hundred active tokens", async () => {
  const other = await createAccount(edge, { plan: "enterprise" });
  const member = await createMember(edge, other);
  // The account was created with one of them.
  await eachOf(
    Array.from({ length: 99 }),
    async () => expectOk(await operator(edge, "POST", "/keys", { account_id: other.id, face: "data" })),
    6,
  );
  const make = () => fetchDashboard(edge, member.cookie, "POST", "/tokens", { name: "one more", face: "data" });
  assertProblem(await make(), "limit_reached");
  const { keys } = expectOk(await fetchDashboard(edge, member.cookie, "GET", "/tokens"));
  expectOk(await fetchDashboard(edge, member.cookie, "POST", `/tokens/${keys[0].id}/revoke`));
  expectOk(await make());
});

test("of a hundred and sixty concurrent tokens, a hundred are created", async () => {
  const other = await createAccount(edge, { plan: "enterprise" });
  const member = await createMember(edge, other);
  const make = () => fetchDashboard(edge, member.cookie, "POST", "/tokens", { name: "at once", face: "data" });
  const made = await Promise.all(Array.from({ length: 160 }, make));
  // The account was created with one of them.
  assert.equal(made.filter(({ status }) => status === 201).length, 99);
  for (const answer of made.filter(({ status }) => status !== 201)) assertProblem(answer, "limit_reached");
  const first = made.find(({ status }) => status === 201).json;
  const rotate = (grace_hours) =>
    fetchDashboard(edge, member.cookie, "POST", `/tokens/${first.id}/rotate`, { grace_hours });
  assertProblem(await rotate(1), "limit_reached");
  assert.equal((await rotate(0)).status, 201);
});

test("a change of brands needs the current revision", async () => {
  const { account: before } = expectOk(await call("GET", "/session"));
  const wanted = {
    brands: [brand("Velunara"), { label: "Borealume", terms: ["borealume"], exact: true }],
    revision: before.revision,
  };
  const changed = expectOk(await call("POST", "/brands", wanted));
  assert.deepEqual(
    [changed.brands.map(({ label }) => label), changed.brands[0].id, changed.revision],
    [["Velunara", "Borealume"], before.brands[0].id, before.revision + 1],
  );
  assert.equal(
    assertProblem(await call("POST", "/brands", { brands: [], revision: before.revision }), "conflict").param,
    "/revision",
  );
  assert.deepEqual(expectOk(await call("GET", "/session")).account.brands, changed.brands, "at once");
  for (const more of [{ plan: "starter" }, { status: "active" }, { name: "Another" }])
    assertProblem(await call("POST", "/brands", { ...wanted, ...more }), "unknown_field");
});

test("an admin previews a brand, which changes nothing", async () => {
  const { account: before } = expectOk(await call("GET", "/session"));
  const ottermoor = { label: "The drink", terms: ["ottermoor"] };
  const preview = async (more) =>
    expectOk(await call("POST", "/brands/preview", { brands: [{ ...ottermoor, ...more }] }));
  const { matches: all, near_misses: none } = await preview();
  assert.ok(all.mentions > 20 && all.examples.length === 20 && none.mentions === 0);
  assert.ok(all.examples.every(({ brand_name }) => brand_name === "Ottermoor"));
  const drink = await preview({ must_context: ["oat drink"] });
  assert.ok(drink.matches.mentions > 0 && drink.near_misses.mentions > 0);
  assert.equal(drink.matches.mentions + drink.near_misses.mentions, all.mentions);
  assert.equal(drink.must_context[0].mentions, drink.matches.mentions);
  const game = await preview({ must_not_context: ["oat drink"] });
  assert.deepEqual(game.matches, drink.near_misses);
  assert.deepEqual(game.must_not_context, [{ entry: "oat drink", ...drink.matches }]);
  const { param } = assertProblem(
    await call("POST", "/brands/preview", { brands: [ottermoor, { ...ottermoor, label: "Again" }] }),
    "limit_violation",
  );
  assert.equal(param, "/brands");
  assert.deepEqual(expectOk(await call("GET", "/session")).account.brands, before.brands);
});

test("reports and schedules of the account are listed, created and cancelled", async () => {
  const report = expectOk(await fetchAsMember(edge, admin.cookie, "POST", "/v1/reports", REPORT));
  const { reports, next } = expectOk(await call("GET", "/reports"));
  assert.deepEqual([reports.map(({ id }) => id), next], [[report.id], null]);
  const wanted = { ...SCHEDULED, every: "weekly", day: 1, hour: 6 };
  const schedule = expectOk(await call("POST", "/schedules", wanted));
  assert.deepEqual([schedule.account_id, schedule.every], [account.id, "weekly"]);
  assert.deepEqual(
    expectOk(await call("GET", "/schedules")).schedules.map(({ id }) => id),
    [schedule.id],
  );
  assertProblem(await call("POST", "/schedules", { ...wanted, every: "daily" }), "value_not_allowed");
  assert.deepEqual(expectOk(await call("DELETE", `/schedules/${schedule.id}`)), { id: schedule.id, cancelled: true });
  assert.deepEqual(expectOk(await call("GET", "/schedules")).schedules, []);
  await eventually(
    async () => (await fetchAsMember(edge, admin.cookie, "GET", `/v1/reports/${report.id}`)).json.status,
    "ready",
    60_000,
  );
  const file = await fetchAsMember(edge, admin.cookie, "GET", `/v1/reports/${report.id}/download?format=csv`);
  assert.equal(file.status, 200);
  assert.equal(file.headers.get("cache-control"), "private, no-cache");
});

test("webhooks are tested, listed, rotated and disabled", async () => {
  const receiver = await startReceiver();
  try {
    const webhook = expectOk(
      await fetchAsMember(edge, admin.cookie, "POST", "/v1/webhooks", {
        url: receiver.url("ok"),
        events: ["report.ready"],
      }),
    );
    assert.match(webhook.secret, /^whsec_/);
    const { event } = expectOk(await call("POST", `/webhooks/${webhook.id}/test`));
    const delivered = async () =>
      expectOk(await call("GET", `/webhooks/${webhook.id}/deliveries?status=delivered`)).deliveries.some(
        (one) => one.event === event,
      );
    await eventually(delivered, true);
    const rotated = expectOk(await call("POST", `/webhooks/${webhook.id}/rotate`));
    assert.notEqual(rotated.secret, webhook.secret);
    assertProblem(await call("POST", `/webhooks/${webhook.id}/replay`, { event: "evt_none" }), "conflict");
    assert.deepEqual(expectOk(await call("POST", `/webhooks/${webhook.id}/replay`, {})).events, []);
    assertProblem(await call("POST", `/webhooks/${webhook.id}/replay`, { to: "x" }), "invalid_json");
    const stranger = await createAccount(edge, { plan: "enterprise" });
    const foreign = expectOk(
      await fetchAs(edge, stranger, "/v1/webhooks", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ url: receiver.url("ok", "foreign"), events: ["report.ready"] }),
      }),
    );
    for (const from of [foreign.id, "whk_0123456789"]) {
      assert.equal(
        assertProblem(await call("POST", `/webhooks/${webhook.id}/replay`, { from }), "not_found").param,
        "/from",
      );
      assertProblem(await call("POST", `/webhooks/${webhook.id}/replay`, { from, event }), "not_found");
      assertProblem(await operator(edge, "POST", `/webhooks/${webhook.id}/replay`, { from }), "not_found");
    }
    assert.deepEqual(expectOk(await call("POST", `/webhooks/${webhook.id}/replay`, { from: webhook.id })).events, []);
    const disabled = expectOk(await call("POST", `/webhooks/${webhook.id}/disable`));
    assert.deepEqual([disabled.status, "secret" in disabled], ["disabled", false]);
    assertProblem(await call("POST", `/webhooks/${webhook.id}/test`), "conflict");
    assertProblem(await call("GET", `/webhooks/${webhook.id}/deliveries?status=none`), "value_not_allowed");
  } finally {
    await receiver.stop();
  }
});

test("names with invisible characters are refused everywhere", async () => {
  const postAs = (path, body) => fetchAsMember(edge, admin.cookie, "POST", path, body);
  const doors = {
    "an account's name": [(name) => operator(edge, "POST", "/accounts", { name, plan: "starter" }), "/name"],
    "a new name": [(name) => operator(edge, "POST", `/accounts/${account.id}`, { name }), "/name"],
    "a brand's label": [
      (name) => operator(edge, "POST", `/accounts/${account.id}`, { brands: [{ label: name, terms: ["a"] }] }),
      "/brands/0/label",
    ],
    "a brand's term": [
      (name) => call("POST", "/brands", { revision: 1, brands: [{ label: "a", terms: ["b", name] }] }),
      "/brands/0/terms/1",
    ],
    "a key's name": [
      (name) => operator(edge, "POST", "/keys", { account_id: account.id, face: "data", name }),
      "/name",
    ],
    "a token's name": [(name) => call("POST", "/tokens", { face: "account", name }), "/name"],
    "a member's label": [(name) => call("POST", "/members", { label: name, role: "viewer" }), "/label"],
    "a member's label from the operator": [
      (name) => operator(edge, "POST", `/accounts/${account.id}/members`, { label: name }),
      "/label",
    ],
    "a webhook's description": [
      (name) => postAs("/v1/webhooks", { url: "https://hooks.example.com/a", events: ["*"], description: name }),
      "/description",
    ],
    "a report's title": [(name) => postAs("/v1/reports", { ...REPORT, title: name }), "/title"],
    "a schedule's title": [
      (name) => call("POST", "/schedules", { ...SCHEDULED, every: "weekly", day: 1, hour: 6, title: name }),
      "/title",
    ],
    "a view's name": [(name) => call("PUT", "/views", { revision: 0, views: [{ name, view: 1 }] }), "/views/0/name"],
  };
  for (const [door, [send, param]] of Object.entries(doors)) {
    for (const [name, ending] of [
      ["\u001b[2Jok", "Got U+001B."],
      ["\u202enimda", "Got U+202E."],
      ["a\u200bb", "Got U+200B."],
    ]) {
      const refused = assertProblem(await send(name), "value_not_allowed");
      assert.equal(refused.param, param, door);
      assert.ok(refused.message.endsWith(ending), `${door}: ${refused.message}`);
    }
    // A brand also needs a letter or a digit.
    const blank = await send("\u00a0");
    assert.deepEqual([blank.status, blank.json.param], [400, param], door);
  }
  for (const name of ["\u202ea", "A", "%1B%5B2J", "a b"])
    assertProblem(
      await operator(edge, "PUT", `/plans/data/${name.includes("%") ? name : encodeURIComponent(name)}`, {
        per_minute: 1,
      }),
      "value_not_allowed",
    );
  assert.equal(
    expectOk(await operator(edge, "GET", `/accounts/${account.id}`)).name,
    "Meridian",
    "nothing was changed",
  );
});

test("a member has at most fifty small views, and no other member sees them", async () => {
  const one = await createMember(edge, account, { role: "viewer" });
  const own = (method, body) => fetchDashboard(edge, one.cookie, method, "/views", body);
  assert.deepEqual(expectOk(await own("GET")), { revision: 0, views: [] });
  const views = Array.from({ length: 50 }, (_, at) => ({
    name: `View ${at}`,
    view: { query: "brand=é&from=2026-01-01", text: "x".repeat(2_000) },
  }));
  assert.deepEqual(expectOk(await own("PUT", { revision: 0, views })), { revision: 1 });
  assert.deepEqual(expectOk(await own("GET")), { revision: 1, views });
  assert.deepEqual(expectOk(await own("PUT", { revision: 0, views })), { revision: 1 }, "sent again, it was done once");
  assertProblem(await own("PUT", { revision: 0, views: [] }), "conflict");
  const answers = await Promise.all(
    ["a", "b", "c"].map((name) => own("PUT", { revision: 1, views: [{ name, view: null }] })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
  for (const [body, code] of [
    [{ revision: 2, views: [...views, views[0]] }, "limit_violation"],
    [{ revision: 2, views: [{ name: "a", view: "x".repeat(2_049) }] }, "limit_violation"],
    [{ revision: 2, views: [{ name: "a", view: { token: "oht_live_0123456789abcdefgh" } }] }, "value_not_allowed"],
    [{ revision: 2, views: [{ name: "a" }] }, "invalid_json"],
    [{ revision: 2, views: [{ name: "\u202eadmin", view: 1 }] }, "value_not_allowed"],
    [{ revision: 2, views: [{ name: "\u00a0", view: 1 }] }, "value_not_allowed"],
    ['{"revision":9223372036854775808,"views":[]}', "limit_violation"],
    ['{"revision":18446744073709551616,"views":[]}', "limit_violation"],
    ['{"revision":-1,"views":[]}', "limit_violation"],
    ["[", "invalid_json"],
    [{ revision: 2, views: [{ name: "a", view: "x".repeat(300_000) }] }, "payload_too_large"],
  ])
    assertProblem(await own("PUT", body), code);
  assert.deepEqual(expectOk(await call("GET", "/views")), { revision: 0, views: [] });
});

test("an unknown path is not found, and each path has its methods", async () => {
  assertProblem(await call("GET", "/nothing"), "not_found");
  assertProblem(await call("PUT", "/members"), "method_not_allowed");
  const { text } = await fetchAsMember(edge, admin.cookie, "GET", "/v1/openapi.json");
  assert.ok(!text.includes("/dashboard/v1"));
});
