// Sign-in by invitation and sessions: single use, expiry, own origin, own account.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServingEdge } from "./harness.mjs";
import { brand, createAccount, expectOk } from "../support/account.mjs";
import { ask, operator, send } from "../support/client.mjs";
import {
  fetchAsMember,
  cookieOf,
  createMember,
  fetchDashboard,
  invitationOf,
  invite,
  pageHeaders,
  signIn,
} from "../support/dashboard.mjs";
import { demoData } from "../support/data.mjs";
import { eventually } from "../support/eventually.mjs";
import { assertProblem } from "../support/problem.mjs";
import { QUESTIONS } from "../support/questions.mjs";

const SEARCH = { index: "siv_business_ideas", size: 50 };
const SCHEDULED = { type: "sentiment", formats: ["csv"] };
const REPORT = { ...SCHEDULED, from: "2026-01-01", to: "2026-01-31" };

let edge;
let account;
let admin;
before(async () => {
  edge = await startServingEdge(demoData, { bindings: { LOCAL_WEBHOOKS: "on" } });
  account = await createAccount(edge, { plan: "professional", brands: [brand("Velunara")] });
  admin = await createMember(edge, account, { label: "Admin desk" });
});
after(() => edge?.stop());

const session = (cookie, headers) => fetchDashboard(edge, cookie, "GET", "/session", undefined, headers);
const search = (cookie, headers) => fetchAsMember(edge, cookie, "POST", "/v1/search", SEARCH, headers);

/** Checks that an error says that the session is over. */
function assertOver(answer) {
  assert.equal(assertProblem(answer, "invalid_credentials").param, "header:Cookie");
  assert.equal(answer.headers.get("www-authenticate"), 'Session realm="dashboard"');
  assert.equal(answer.headers.get("set-cookie"), null, "whoever signed in meanwhile stays signed in");
}

test("an invitation signs in once, and the account's object stores only hashes of secrets", async () => {
  const member = await invite(edge, account, { label: "Café Zürich", role: "analyst" });
  assert.match(member.invitation.link, /^http:\/\/127\.0\.0\.1:\d+\/join#ohi_\w+$/);
  assert.equal(member.status, "invited");
  const answer = await signIn(edge, invitationOf(member));
  const cookie = cookieOf(answer);
  const { member: shown, account: of, limits, endpoints, max_webhooks, access_level, session: own } = answer.json;
  assert.deepEqual(shown, { id: member.id, label: "Café Zürich", role: "analyst" });
  assert.deepEqual(
    [of.id, of.name, of.plan, of.brands.map(({ label }) => label), of.revision],
    [account.id, "Meridian", "professional", ["Velunara"], 1],
  );
  assert.deepEqual(limits, {
    data: { per_minute: 300, per_month: 100000 },
    account: { per_minute: 500, per_day: 50000 },
  });
  assert.deepEqual([endpoints.includes("webhooks"), max_webhooks > 0, access_level], [true, true, "raw"]);
  assert.equal(Date.parse(own.ends_at) - Date.parse(own.created_at), 30 * 86_400_000);
  assert.equal(Date.parse(own.idle_ends_at) - Date.parse(own.created_at), 12 * 3_600_000);
  assert.ok(!answer.text.includes(cookie.split("=")[1]), "no script sees the secret");
  assert.deepEqual((await session(cookie)).json, answer.json);

  const again = assertProblem(await signIn(edge, invitationOf(member)), "invalid_credentials");
  assert.equal(again.param, "/invitation");
  const kv = await edge.mf.getKVNamespace("KV");
  const { keys } = await kv.list();
  const all = (await Promise.all(keys.map(async ({ name }) => `${name} ${await kv.get(name)}`))).join("\n");
  for (const secret of [cookie.split("=")[1], invitationOf(member)]) assert.ok(!all.includes(secret.slice(-38)));
  const { members } = expectOk(await operator(edge, "GET", `/accounts/${account.id}/members`));
  assert.equal(members.find(({ id }) => id === member.id).status, "active");
  assert.ok(!JSON.stringify(members).includes("ohi_"));
});

test("concurrent sign-ins with one invitation succeed once", async () => {
  const member = await invite(edge, account, { role: "viewer" });
  const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(edge, invitationOf(member))));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  for (const answer of answers.filter(({ status }) => status !== 200)) assertProblem(answer, "invalid_credentials");
  const { sessions } = expectOk(await operator(edge, "GET", `/accounts/${account.id}/sessions`));
  assert.equal(sessions.filter((one) => one.member.id === member.id).length, 1);
});

test("a newer invitation ends the previous one, and also signs in a member who is signed in", async () => {
  const member = await createMember(edge, account, { role: "viewer" });
  const links = [];
  for (let times = 0; times < 2; times += 1)
    links.push(
      invitationOf(expectOk(await operator(edge, "POST", `/accounts/${account.id}/members/${member.id}/invite`))),
    );
  assertProblem(await signIn(edge, links[0]), "invalid_credentials");
  const cookie = cookieOf(await signIn(edge, links[1]));
  assert.equal((await session(cookie)).json.member.id, member.id);
  assert.equal((await session(member.cookie)).status, 200, "one member, two browsers");
});

test("a sign-in always creates a new session and never adopts one that a client sent", async () => {
  const first = await createMember(edge, account, { role: "viewer" });
  const other = await createAccount(edge, { plan: "starter" });
  const ofOther = await createMember(edge, other);
  for (const [planted, survives] of [
    [first.cookie, false],
    [ofOther.cookie, false],
    [`__Host-overheard=${"a".repeat(60)}`, undefined],
    ["__Host-overheard=", undefined],
  ]) {
    const member = await invite(edge, account, { role: "viewer" });
    const cookie = cookieOf(await signIn(edge, invitationOf(member), {}, planted));
    assert.notEqual(cookie, planted);
    assert.equal((await session(cookie)).json.member.id, member.id);
    if (survives === false) assertOver(await session(planted));
  }
});

test("pages of other origins cannot use a session", async () => {
  const own = new URL(edge.url).origin;
  const hostile = [
    { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" },
    { "Sec-Fetch-Site": "same-site", Origin: own.replace(/:\d+$/, ":1") },
    { "Sec-Fetch-Site": "none" },
    { "Sec-Fetch-Site": "same-origin", Origin: "https://evil.example" },
    { "Sec-Fetch-Site": "same-origin", Origin: "null" },
    { Origin: "https://evil.example" },
    { Origin: "null" },
    {},
  ];
  for (const headers of hostile) {
    const sent = { "X-Overheard-Dashboard": "1", Cookie: admin.cookie, ...headers };
    for (const path of ["/dashboard/v1/session", "/v1/account", "/v1/schema"]) {
      const answer = await send(edge, path, { headers: sent });
      assertProblem(answer, "origin_not_allowed");
      assert.equal(answer.headers.get("access-control-allow-origin"), null);
      assert.equal(answer.headers.get("access-control-allow-credentials"), null);
    }
    for (const [path, body] of [
      ["/dashboard/v1/members", { label: "Mallory", role: "admin" }],
      ["/dashboard/v1/sign-out", {}],
      ["/dashboard/v1/sign-in", { invitation: "ohi_" }],
      ["/v1/aggregate", QUESTIONS.aggregate],
    ]) {
      assertProblem(
        await send(edge, path, {
          method: "POST",
          headers: { ...sent, "Content-Type": "application/json" },
          body: JSON.stringify(body),
        }),
        "origin_not_allowed",
      );
    }
  }
  // A request that may change something needs the origin, even if other headers name the site.
  const siteAlone = { "X-Overheard-Dashboard": "1", "Sec-Fetch-Site": "same-origin", Cookie: admin.cookie };
  assert.equal((await send(edge, "/dashboard/v1/session", { headers: siteAlone })).status, 200);
  assert.equal(
    (
      await send(edge, "/dashboard/v1/session", {
        headers: { "X-Overheard-Dashboard": "1", Origin: own, Cookie: admin.cookie },
      })
    ).status,
    200,
    "a browser that sends no Sec-Fetch-Site",
  );
  assertProblem(
    await send(edge, `/dashboard/v1/members/${admin.id}`, { method: "DELETE", headers: siteAlone }),
    "origin_not_allowed",
  );
  // A form cannot set headers.
  const form = {
    method: "POST",
    headers: {
      Cookie: admin.cookie,
      Origin: own,
      "Sec-Fetch-Site": "same-origin",
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: "label=Mallory",
  };
  assert.equal(
    assertProblem(await send(edge, "/dashboard/v1/members", form), "origin_not_allowed").param,
    "header:X-Overheard-Dashboard",
  );
  assert.equal(
    assertProblem(
      await send(edge, "/v1/account", {
        headers: { Cookie: admin.cookie, Origin: own, "Sec-Fetch-Site": "same-origin" },
      }),
      "missing_credentials",
    ).param,
    "header:Authorization",
  );
  for (const path of ["/v1/account", "/dashboard/v1/session"]) {
    const preflight = await send(edge, path, {
      method: "OPTIONS",
      headers: {
        Origin: "https://evil.example",
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "x-overheard-dashboard",
      },
    });
    assert.doesNotMatch(preflight.headers.get("access-control-allow-headers") ?? "", /x-overheard-dashboard/i);
    assert.equal(preflight.headers.get("access-control-allow-credentials"), null);
  }
});

test("a stolen cookie is useless once its session has ended, however it ended", async () => {
  const ways = [
    async ({ cookie }) => {
      const answer = await fetchDashboard(edge, cookie, "POST", "/sign-out");
      assert.deepEqual(
        [answer.status, answer.headers.get("set-cookie")],
        [204, "__Host-overheard=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Strict"],
      );
    },
    ({ session: { id }, cookie }) => fetchDashboard(edge, cookie, "DELETE", `/sessions/${id}`),
    ({ session: { id } }) => fetchDashboard(edge, admin.cookie, "DELETE", `/sessions/${id}`),
    ({ session: { id } }) => operator(edge, "DELETE", `/accounts/${account.id}/sessions/${id}`),
    ({ id }) => fetchDashboard(edge, admin.cookie, "DELETE", `/members/${id}`),
    ({ id }) => operator(edge, "DELETE", `/accounts/${account.id}/members/${id}`),
  ];
  for (const end of ways) {
    const member = await createMember(edge, account, { role: "analyst" });
    assert.equal((await search(member.cookie)).status, 200);
    const ended = await end(member);
    if (ended) assert.ok(ended.status < 300, ended.text);
    for (const refused of [
      await search(member.cookie),
      await session(member.cookie),
      await fetchAsMember(edge, member.cookie, "GET", "/v1/account"),
      await fetchDashboard(edge, member.cookie, "GET", "/tokens"),
    ])
      assertOver(refused);
  }
});

test("signing out succeeds even without a session", async () => {
  for (const cookie of [undefined, "__Host-overheard=x", "other=1"])
    assert.equal((await fetchDashboard(edge, cookie, "POST", "/sign-out")).status, 204);
  const { cookie } = await createMember(edge, account);
  for (let times = 0; times < 2; times += 1)
    assert.equal((await fetchDashboard(edge, cookie, "POST", "/sign-out")).status, 204);
});

test("a missing or invalid session gives no access", async () => {
  for (const path of ["/dashboard/v1/session", "/v1/account", "/v1/schema"]) {
    assert.equal(
      assertProblem(await fetchAsMember(edge, undefined, "GET", path), "missing_credentials").param,
      "header:Cookie",
    );
    const secret = admin.cookie.split("=")[1];
    assertProblem(await fetchAsMember(edge, `${admin.cookie}; ${admin.cookie}`, "GET", path), "missing_credentials");
    const typo = `${secret.slice(0, -1)}${secret.endsWith("0") ? "1" : "0"}`;
    for (const wrong of [typo, "ohs_a_b_c", secret.replace("ohs_", "ohi_"), "x".repeat(5000)])
      assertOver(await fetchAsMember(edge, `__Host-overheard=${wrong}`, "GET", path));
  }
  const invited = await invite(edge, account);
  assertOver(await session(`__Host-overheard=${invitationOf(invited)}`));
});

test("a session has the access of a key, and a request with a key uses the key", async () => {
  const viewer = await createMember(edge, account, { role: "viewer", label: "Viewer desk" });
  for (const [cookie, documents] of [
    [admin.cookie, 50],
    [viewer.cookie, 10],
  ]) {
    const answer = await search(cookie);
    assert.equal(expectOk(answer).results.length, documents, answer.text.slice(0, 200));
  }
  for (const [operation, question] of Object.entries(QUESTIONS)) {
    assert.equal(
      (await fetchAsMember(edge, viewer.cookie, "POST", `/v1/${operation}`, question)).text,
      (await ask(edge, operation, question)).text,
      operation,
    );
  }
  for (const path of ["/v1/mentions?limit=2", "/v1/sentiment", "/v1/trends", "/v1/account/usage", "/v1/webhooks"]) {
    const answer = await fetchAsMember(edge, viewer.cookie, "GET", path);
    assert.equal(answer.status, 200, `${path} ${answer.text}`);
    assert.match(answer.headers.get("vary"), /\bCookie\b/);
    assert.ok(
      ["private, no-cache", "no-store"].includes(answer.headers.get("cache-control")),
      answer.headers.get("cache-control"),
    );
  }
  const { token } = expectOk(await fetchAsMember(edge, viewer.cookie, "GET", "/v1/account"));
  assert.deepEqual([token.id, token.name, token.expires_at], [viewer.id, "Viewer desk", viewer.session.ends_at]);
  const once = await fetchAsMember(edge, viewer.cookie, "GET", "/v1/mentions?limit=3");
  assert.equal(
    (
      await fetchAsMember(edge, viewer.cookie, "GET", "/v1/mentions?limit=3", undefined, {
        "If-None-Match": once.headers.get("etag"),
      })
    ).status,
    304,
  );
  assertProblem(await search(admin.cookie, { "X-API-Key": "ohk_live_x" }), "invalid_credentials");
  assertProblem(
    await fetchAsMember(edge, admin.cookie, "GET", "/v1/account", undefined, { Authorization: "Bearer x" }),
    "invalid_credentials",
  );
  assertProblem(
    await fetchAsMember(edge, admin.cookie, "POST", "/v1/_ext/browser-tokens", { origin: "https://a.example" }),
    "missing_credentials",
  );
  assertProblem(
    await fetchAsMember(edge, admin.cookie, "POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list" }),
    "missing_credentials",
  );
});

test("a session's requests count against its account's plan, and are listed under its member", async () => {
  const small = await createAccount(edge, { plan: "starter" });
  expectOk(await operator(edge, "PUT", "/plans/account/tiny", { per_minute: 100, per_day: 2 }));
  expectOk(await operator(edge, "PUT", "/plans/data/tiny", { per_minute: 3, per_month: 100 }));
  expectOk(await operator(edge, "POST", `/accounts/${small.id}`, { plan: "tiny", brands: [brand("Velunara")] }));
  const member = await createMember(edge, { id: small.id }, { role: "viewer" });
  const charged = [];
  for (let times = 0; times < 3; times += 1)
    charged.push((await fetchAsMember(edge, member.cookie, "GET", "/v1/sentiment")).headers.get("x-quota-charged"));
  assert.deepEqual(charged, ["true", "true", "false"]);
  assertProblem(await fetchAsMember(edge, member.cookie, "GET", "/v1/sentiment"), "quota_exceeded");
  const statuses = [];
  for (let times = 0; times < 4; times += 1)
    statuses.push((await fetchAsMember(edge, member.cookie, "POST", "/v1/aggregate", QUESTIONS.aggregate)).status);
  // The limit per minute is the member's, for both interfaces. Four usage requests were sent before.
  assert.ok(statuses.includes(429), String(statuses));
  await eventually(async () => {
    const { groups } = expectOk(
      await fetchAsMember(edge, member.cookie, "GET", "/v1/account/usage?group_by=token,endpoint"),
    );
    return groups
      .filter(({ token, endpoint }) => token === member.id && endpoint === "GET /v1/sentiment")
      .reduce((sum, { requests }) => sum + requests, 0);
  }, 4);
});

test("plans limit sessions too, and a suspended account has no access", async () => {
  const starter = await createAccount(edge, { plan: "starter", brands: [brand("Velunara")] });
  const member = await createMember(edge, starter);
  assertProblem(await fetchAsMember(edge, member.cookie, "GET", "/v1/trends"), "plan_upgrade_required");
  assertProblem(await fetchDashboard(edge, member.cookie, "POST", "/schedules", {}), "plan_upgrade_required");
  const open = await invite(edge, starter);
  expectOk(await operator(edge, "POST", `/accounts/${starter.id}`, { status: "suspended" }));
  for (const refused of [
    await session(member.cookie),
    await fetchAsMember(edge, member.cookie, "GET", "/v1/account"),
    await signIn(edge, invitationOf(open)),
  ])
    assertProblem(refused, "account_suspended");
  expectOk(await operator(edge, "POST", `/accounts/${starter.id}`, { status: "active" }));
  await eventually(async () => (await session(member.cookie)).status, 200, 40_000);
});

test("ids of another account are unknown", async () => {
  const other = await createAccount(edge, { plan: "professional", brands: [brand("Velunara")] });
  const theirs = await createMember(edge, other);
  const token = expectOk(await operator(edge, "POST", "/keys", { account_id: other.id, face: "account" }));
  const webhook = expectOk(
    await fetchAsMember(edge, theirs.cookie, "POST", "/v1/webhooks", {
      url: "http://127.0.0.1:9/a",
      events: ["report.ready"],
    }),
  );
  const schedule = expectOk(
    await operator(edge, "POST", `/accounts/${other.id}/schedules`, { ...SCHEDULED, every: "weekly", day: 1, hour: 6 }),
  );
  const report = expectOk(await fetchAsMember(edge, theirs.cookie, "POST", "/v1/reports", REPORT));
  for (const [method, path, body] of [
    ["POST", `/members/${theirs.id}`, { role: "viewer" }],
    ["POST", `/members/${theirs.id}/invite`],
    ["DELETE", `/members/${theirs.id}`],
    ["DELETE", `/sessions/${theirs.session.id}`],
    ["POST", `/tokens/${token.id}/revoke`],
    ["POST", `/tokens/${token.id}/rotate`, {}],
    ["DELETE", `/schedules/${schedule.id}`],
    ["GET", `/webhooks/${webhook.id}/deliveries`],
    ["POST", `/webhooks/${webhook.id}/test`],
    ["POST", `/webhooks/${webhook.id}/rotate`],
    ["POST", `/webhooks/${webhook.id}/disable`],
    ["POST", `/webhooks/${webhook.id}/replay`, {}],
  ]) {
    assertProblem(await fetchDashboard(edge, admin.cookie, method, path, body), "not_found");
  }
  assertProblem(await fetchAsMember(edge, admin.cookie, "GET", `/v1/reports/${report.id}`), "not_found");
  assertProblem(await operator(edge, "DELETE", `/accounts/${account.id}/members/${theirs.id}`), "not_found");
  for (const list of ["members", "sessions", "tokens", "reports", "schedules"]) {
    const { text } = await fetchDashboard(edge, admin.cookie, "GET", `/${list}`);
    for (const id of [other.id, theirs.id, theirs.session.id, token.id, schedule.id, report.id])
      assert.ok(!text.includes(id), `${list} ${id}`);
  }
  // A secret with another account's id has an invalid checksum, and a session belongs to its own member.
  assert.equal((await session(theirs.cookie)).json.account.id, other.id);
});

test("a secret is not repeated anywhere", async () => {
  const secret = admin.cookie.split("=")[1];
  const random = secret.slice(-38);
  for (const answer of [
    await fetchDashboard(edge, admin.cookie, "POST", "/members", { label: secret, role: secret }),
    await fetchDashboard(edge, admin.cookie, "DELETE", `/members/${secret}`),
    await fetchDashboard(edge, admin.cookie, "GET", `/tokens?${secret}=1`),
    await send(edge, `/${secret}`),
    await send(edge, "/v1/account", { headers: { ...pageHeaders(edge, admin.cookie), Origin: `https://${secret}` } }),
    await signIn(edge, secret),
  ]) {
    assert.ok(answer.status >= 400);
    assert.ok(!`${answer.text}${[...answer.headers]}`.includes(random), answer.text);
  }
});

test("an address with too many attempts must wait, and others need not", async () => {
  const target = await createAccount(edge, { plan: "starter" });
  const spent = await createMember(edge, target);
  const used = invitationOf(
    expectOk(await operator(edge, "POST", `/accounts/${target.id}/members/${spent.id}/invite`)),
  );
  expectOk(await signIn(edge, used));
  const from = (address, invitation = used) => signIn(edge, invitation, { "CF-Connecting-IP": address });
  for (let times = 0; times < 10; times += 1) assertProblem(await from("192.0.2.1"), "invalid_credentials");
  const limited = await from("192.0.2.1");
  assertProblem(limited, "rate_limited");
  const wait = Number(limited.headers.get("retry-after"));
  assert.ok(wait > 500 && wait <= 600, String(wait));
  const fresh = expectOk(await operator(edge, "POST", `/accounts/${target.id}/members/${spent.id}/invite`));
  assertProblem(await from("192.0.2.1", invitationOf(fresh)), "rate_limited");
  assert.equal((await from("192.0.2.2", invitationOf(fresh))).status, 200);
  // An IPv6 network counts as one address.
  for (let times = 0; times < 10; times += 1) assertProblem(await from(`2001:db8::${times}`), "invalid_credentials");
  assertProblem(await from("2001:db8::ffff"), "rate_limited");
  assertProblem(await from("2001:db8:1::1"), "invalid_credentials");
  // All addresses together.
  for (let times = 0; times < 80; times += 1) await from(`198.51.100.${times}`);
  assertProblem(await from("203.0.113.1"), "rate_limited");
});
