// A fault behind the dashboard is a 503 with Retry-After, and signs nobody out.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServingEdge } from "./harness.mjs";
import { brand, createAccount, expectOk } from "../support/account.mjs";
import { BREAKABLE_ENTRY, expectUnavailable } from "../support/breakable.mjs";
import { operator } from "../support/client.mjs";
import { fetchAsMember, createMember, fetchDashboard, invitationOf, invite, signIn } from "../support/dashboard.mjs";
import { demoData } from "../support/data.mjs";
import { assertProblem } from "../support/problem.mjs";
import { QUESTIONS } from "../support/questions.mjs";

let edge;
let account;
let admin;
before(async () => {
  edge = await startServingEdge(demoData, { entry: BREAKABLE_ENTRY, caches: false });
  account = await createAccount(edge, { plan: "enterprise", brands: [brand("Velunara")] });
  admin = await createMember(edge, account);
});
after(() => edge?.stop());

const call = (method, path, body, headers) => fetchDashboard(edge, admin.cookie, method, path, body, headers);

/** Checks that the member is still signed in. */
async function stillSignedIn() {
  assert.equal((await call("GET", "/session")).status, 200);
  assert.equal((await fetchAsMember(edge, admin.cookie, "POST", "/v1/aggregate", QUESTIONS.aggregate)).status, 200);
}

for (const broken of [
  "METER fails",
  "METER slow",
  "METER throws",
  "METER text",
  "METER json",
  "METER nothing",
  "METER 500",
  "KV fails",
  "KV slow",
  "KV text",
  "KV list",
]) {
  test(`${broken} is a 503, and the session stays valid`, async () => {
    const headers = { "x-break": broken };
    // A slow meter may still process the request.
    const leaving = await createMember(edge, account, { role: "viewer" });
    const asked = [
      ["session", () => call("GET", "/session", undefined, headers)],
      ["members", () => call("GET", "/members", undefined, headers)],
      ["a question", () => fetchAsMember(edge, admin.cookie, "POST", "/v1/aggregate", QUESTIONS.aggregate, headers)],
      ["signing out", () => fetchDashboard(edge, leaving.cookie, "POST", "/sign-out", undefined, headers)],
    ];
    await Promise.all(
      asked.map(async ([what, asking]) => {
        const refused = await expectUnavailable(asking, what);
        assert.equal(refused.headers.get("set-cookie"), null, what);
      }),
    );
    await stillSignedIn();
  });
}

test("a failing database affects only the endpoints that use it", async () => {
  const headers = { "x-break": "DB fails" };
  for (const path of ["/reports", "/schedules", "/webhooks/whk_0123456789ABCDEFGHJK/deliveries"])
    await expectUnavailable(() => call("GET", path, undefined, headers), path);
  for (const path of ["/session", "/members", "/sessions", "/tokens", "/views"])
    assert.equal((await call("GET", path, undefined, headers)).status, 200, path);
  await stillSignedIn();
});

test("an invitation that met a fault before it was used stays valid", async () => {
  const member = await invite(edge, account, { role: "viewer" });
  for (const broken of ["METER fails", "KV fails"])
    await expectUnavailable(() => signIn(edge, invitationOf(member), { "x-break": broken }), broken);
  assert.equal((await signIn(edge, invitationOf(member))).status, 200);
});

test("a sign-in whose response was lost happens once, and can be repeated", async () => {
  const member = await invite(edge, account, { role: "viewer" });
  // Every response of the object is lost, and so is this one. The invitation ends, because it may have been used.
  await expectUnavailable(
    () => signIn(edge, invitationOf(member), { "x-break": "METER unheard", "x-break-only": "sign_in" }),
    "unheard",
  );
  assertProblem(await signIn(edge, invitationOf(member)), "invalid_credentials");
  const { sessions } = expectOk(await operator(edge, "GET", `/accounts/${account.id}/sessions`));
  assert.equal(sessions.filter((session) => session.member.id === member.id).length, 1, "three tries made one session");
});

test("a member whose creation lost its response is created once", async () => {
  const before = expectOk(await call("GET", "/members")).members.length;
  await expectUnavailable(
    () =>
      operator(
        edge,
        "POST",
        `/accounts/${account.id}/members`,
        { label: "Lost" },
        { "x-break": "METER unheard", "x-break-only": "operate" },
      ),
    "unheard",
  );
  assert.equal(expectOk(await call("GET", "/members")).members.length, before + 1);
});
