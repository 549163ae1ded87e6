// Members of an account: admins and operators create, change and remove them. Also tests the roles and the limits.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operate, startEdge } from "./harness.mjs";
import { brand, createAccount, expectOk } from "../support/account.mjs";
import { eachOf, operator } from "../support/client.mjs";
import {
  fetchAsMember,
  cookieOf,
  createMember,
  fetchDashboard,
  invitationOf,
  invite,
  signIn,
} from "../support/dashboard.mjs";
import { assertProblem } from "../support/problem.mjs";

const REPORT = { type: "sentiment", from: "2026-01-01", to: "2026-01-31", formats: ["csv"] };

let edge;
let account;
const of = {};
before(async () => {
  edge = await startEdge();
  account = await createAccount(edge, { plan: "enterprise", brands: [brand("Velunara")] });
  for (const role of ["admin", "analyst", "viewer"])
    of[role] = await createMember(edge, account, { role, label: `The ${role}` });
});
after(() => edge?.stop());

const admin = (method, path, body) => fetchDashboard(edge, of.admin.cookie, method, path, body);

test("each role may do its tasks, and a refusal names the role that may do the rest", async () => {
  const nothing = "whk_none";
  const calls = [
    ["viewer", "GET", "/session"],
    ["viewer", "GET", "/members"],
    ["viewer", "GET", "/sessions"],
    ["viewer", "GET", "/tokens"],
    ["viewer", "GET", "/reports"],
    ["viewer", "GET", "/schedules"],
    ["viewer", "GET", "/views"],
    ["viewer", "PUT", "/views", { revision: 99, views: [] }, 409],
    ["viewer", "GET", `/webhooks/${nothing}/deliveries`, undefined, 404],
    ["analyst", "POST", "/schedules", {}, 400],
    ["analyst", "DELETE", "/schedules/sch_none", undefined, 404],
    ["analyst", "POST", `/webhooks/${nothing}/test`, undefined, 404],
    ["admin", "POST", `/webhooks/${nothing}/replay`, {}, 404],
    ["admin", "POST", `/webhooks/${nothing}/rotate`, undefined, 404],
    ["admin", "POST", `/webhooks/${nothing}/disable`, undefined, 404],
    ["admin", "POST", "/tokens", {}, 400],
    ["admin", "POST", "/tokens/tok_none/rotate", {}, 404],
    ["admin", "POST", "/tokens/tok_none/revoke", undefined, 404],
    ["admin", "POST", "/brands", {}, 400],
    ["admin", "POST", "/brands/preview", {}, 400],
    ["admin", "POST", "/members", {}, 400],
    ["admin", "POST", "/members/mem_none", { role: "viewer" }, 404],
    ["admin", "POST", "/members/mem_none/invite", undefined, 404],
    ["admin", "DELETE", "/members/mem_none", undefined, 404],
  ];
  const roles = ["viewer", "analyst", "admin"];
  for (const [needed, method, path, body, status = 200] of calls) {
    for (const role of roles) {
      const answer = await fetchDashboard(edge, of[role].cookie, method, path, body);
      const what = `${role}: ${method} ${path}: ${answer.text}`;
      if (roles.indexOf(role) >= roles.indexOf(needed)) {
        assert.equal(answer.status, status, what);
      } else {
        const problem = assertProblem(answer, "insufficient_scope");
        assert.deepEqual([problem.param, problem.message.includes(needed)], ["header:Cookie", true], what);
      }
    }
  }
});

test("a viewer cannot create a member", async () => {
  for (const cookie of [of.viewer.cookie, of.analyst.cookie]) {
    for (const [method, path, body] of [
      ["POST", "/members", { label: "Another", role: "viewer" }],
      ["POST", `/members/${of.viewer.id}`, { role: "admin" }],
      ["POST", `/members/${of.viewer.id}/invite`],
      ["DELETE", `/members/${of.admin.id}`],
      ["POST", "/tokens", { name: "a", face: "data" }],
      ["POST", "/brands", { brands: [] }],
    ]) {
      assertProblem(await fetchDashboard(edge, cookie, method, path, body), "insufficient_scope");
    }
    for (const [method, path, body] of [
      ["POST", "/v1/webhooks", { url: "https://hooks.example.com/a", events: ["report.ready"] }],
      ["DELETE", "/v1/webhooks/whk_0123456789ABCDEFGHJK"],
    ])
      assertProblem(await fetchAsMember(edge, cookie, method, path, body), "insufficient_scope");
  }
  assertProblem(await fetchAsMember(edge, of.viewer.cookie, "POST", "/v1/reports", REPORT), "insufficient_scope");
});

test("a changed role is effective with the next request", async () => {
  const member = await createMember(edge, account, { role: "viewer" });
  assertProblem(
    await fetchDashboard(edge, member.cookie, "POST", `/members/${member.id}`, { label: "Mine" }),
    "insufficient_scope",
  );
  expectOk(await admin("POST", `/members/${member.id}`, { role: "admin" }));
  assert.equal(
    expectOk(await fetchDashboard(edge, member.cookie, "POST", `/members/${member.id}`, { label: "Mine" })).label,
    "Mine",
  );
  expectOk(await admin("POST", `/members/${member.id}`, { role: "viewer" }));
  assertProblem(await fetchAsMember(edge, member.cookie, "POST", "/v1/reports", REPORT), "insufficient_scope");
  assert.deepEqual(expectOk(await fetchDashboard(edge, member.cookie, "GET", "/session")).member, {
    id: member.id,
    label: "Mine",
    role: "viewer",
  });
});

test("members see their own sessions, admins all", async () => {
  const { sessions: all } = expectOk(await admin("GET", "/sessions"));
  assert.ok(new Set(all.map(({ member }) => member.id)).size >= 3);
  assert.deepEqual(
    all.filter(({ current }) => current).map(({ id }) => id),
    [of.admin.session.id],
  );
  const { sessions: own } = expectOk(await fetchDashboard(edge, of.viewer.cookie, "GET", "/sessions"));
  assert.deepEqual(
    own.map(({ id, current }) => [id, current]),
    [[of.viewer.session.id, true]],
  );
  assertProblem(
    await fetchDashboard(edge, of.viewer.cookie, "DELETE", `/sessions/${of.admin.session.id}`),
    "not_found",
  );
  assert.ok(!JSON.stringify(all).includes("hash"));
});

test("the last admin stays, unless an operator removes it", async () => {
  const small = await createAccount(edge, { plan: "starter" });
  const [one, other] = [await createMember(edge, small), await createMember(edge, small)];
  expectOk(await fetchDashboard(edge, one.cookie, "DELETE", `/members/${other.id}`));
  for (const [method, body] of [["DELETE"], ["POST", { role: "viewer" }]])
    assert.match(
      assertProblem(await fetchDashboard(edge, one.cookie, method, `/members/${one.id}`, body), "conflict").message,
      /last admin/,
    );
  assert.equal(
    expectOk(
      await fetchDashboard(edge, one.cookie, "POST", `/members/${one.id}`, { role: "admin", label: "Still admin" }),
    ).label,
    "Still admin",
  );
  expectOk(await operator(edge, "DELETE", `/accounts/${small.id}/members/${one.id}`));
  assert.deepEqual(expectOk(await operator(edge, "GET", `/accounts/${small.id}/members`)).members, []);
});

test("labels are short and visible, and are all that is stored about a person", async () => {
  for (const [label, code] of [
    ["", "limit_violation"],
    ["x".repeat(81), "limit_violation"],
    ["a\u0000b", "value_not_allowed"],
    ["a\nb", "value_not_allowed"],
    ["\u202eadmin", "value_not_allowed"],
    ["   ", "value_not_allowed"],
  ]) {
    assertProblem(await admin("POST", "/members", { label, role: "viewer" }), code);
    assertProblem(await operator(edge, "POST", `/accounts/${account.id}/members`, { label }), code);
  }
  assertProblem(
    await admin("POST", "/members", { label: "a", role: "viewer", email: "a@example.com" }),
    "unknown_field",
  );
  assert.equal(expectOk(await admin("POST", "/members", { label: "é".repeat(80), role: "viewer" })).label.length, 80);
  assert.deepEqual(Object.keys(of.viewer).sort(), [
    "cookie",
    "created_at",
    "id",
    "identity",
    "invitation",
    "invited_until",
    "label",
    "last_used_at",
    "role",
    "session",
    "sessions",
    "status",
  ]);
});

test("an account has at most a hundred members, and a member twenty sessions", async () => {
  const large = await createAccount(edge, { plan: "starter" });
  const members = await eachOf(Array.from({ length: 100 }), () => invite(edge, large, { role: "viewer" }), 8);
  assertProblem(await operator(edge, "POST", `/accounts/${large.id}/members`, {}), "limit_reached");
  expectOk(await operator(edge, "DELETE", `/accounts/${large.id}/members/${members[0].id}`));
  expectOk(await operator(edge, "POST", `/accounts/${large.id}/members`, {}));
  assertProblem(await signIn(edge, invitationOf(members[0])), "invalid_credentials");

  const cookies = [];
  for (let times = 0; times < 21; times += 1) {
    const link = expectOk(await operator(edge, "POST", `/accounts/${large.id}/members/${members[1].id}/invite`));
    cookies.push(cookieOf(await signIn(edge, invitationOf(link))));
  }
  const statuses = await eachOf(
    cookies,
    async (cookie) => (await fetchDashboard(edge, cookie, "GET", "/session")).status,
  );
  assert.equal(statuses.filter((status) => status === 200).length, 20);
  assert.equal(statuses[20], 200, "the newest stays");
  assert.equal(
    expectOk(await operator(edge, "GET", `/accounts/${large.id}/members`)).members.find(
      ({ id }) => id === members[1].id,
    ).sessions,
    20,
  );
});

test("a member may send three hundred requests a minute to the dashboard's API", async () => {
  const busy = await createMember(edge, account, { role: "viewer" });
  const answers = await eachOf(
    Array.from({ length: 620 }),
    () => fetchDashboard(edge, busy.cookie, "GET", "/views"),
    8,
  );
  const limited = answers.filter(({ status }) => status !== 200);
  // A minute may end during the test, once.
  assert.ok(limited.length >= 20 && limited.length <= 320, String(limited.length));
  assertProblem(limited[0], "rate_limited");
  assert.ok(Number(limited[0].headers.get("retry-after")) <= 60);
  assert.equal((await fetchDashboard(edge, of.viewer.cookie, "GET", "/views")).status, 200);
});

test("an operator manages members with the command", async () => {
  const run = async (...args) => operate(edge, args);
  const fresh = await createAccount(edge, { plan: "starter" });
  const printed = await run("members", "invite", fresh.id, "--label", "Front desk", "--role", "admin");
  const link = /^http\S+#ohi_\w+$/m.exec(printed)[0];
  const cookie = cookieOf(await signIn(edge, new URL(link).hash.slice(1)));
  assert.match(await run("members", "list", fresh.id), /Front desk\s+admin\s+active/);
  const [{ id }] = JSON.parse(await run("members", "list", fresh.id, "--json")).members;
  assert.match(await run("members", "role", fresh.id, id, "viewer"), /viewer/);
  assert.equal(expectOk(await fetchDashboard(edge, cookie, "GET", "/session")).member.role, "viewer");
  assert.match(await run("sessions", "list", fresh.id), /Front desk/);
  const [{ id: session }] = JSON.parse(await run("sessions", "list", fresh.id, "--json")).sessions;
  assert.match(await run("sessions", "end", fresh.id, session, "--dry-run"), /Nothing was changed/);
  assert.equal((await fetchDashboard(edge, cookie, "GET", "/session")).status, 200);
  await run("sessions", "end", fresh.id, session);
  assertProblem(await fetchDashboard(edge, cookie, "GET", "/session"), "invalid_credentials");
  const again = JSON.parse(await run("members", "invite", fresh.id, "--member", id, "--json"));
  assert.equal((await signIn(edge, invitationOf(again))).status, 200);
  assert.match(await run("members", "remove", fresh.id, id, "--dry-run"), /Nothing was changed/);
  await run("sessions", "end", fresh.id, "--all");
  await run("members", "remove", fresh.id, id);
  assert.match(await run("members", "list", fresh.id), /No members/);
});
