// Lifetimes of invitations and sessions, tested with a clock that is put forward.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startEdge } from "./harness.mjs";
import { createAccount, expectOk } from "../support/account.mjs";
import { operator } from "../support/client.mjs";
import { CLOCK_ENTRY, setClockAhead } from "../support/clock.mjs";
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

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let edge;
let account;
let ahead = 0;
before(async () => {
  edge = await startEdge({ entry: CLOCK_ENTRY });
  account = await createAccount(edge, { plan: "enterprise" });
});
after(() => edge?.stop());

/** Puts the clock forward by so many milliseconds. */
const advanceClock = (milliseconds) => setClockAhead(edge, (ahead += milliseconds));
const session = ({ cookie }) => fetchDashboard(edge, cookie, "GET", "/session");
const schema = ({ cookie }) => fetchAsMember(edge, cookie, "GET", "/v1/account");
const assertOver = (answer) => assert.equal(assertProblem(answer, "invalid_credentials").param, "header:Cookie");

test("an invitation is valid for seven days", async () => {
  const [early, late] = [await invite(edge, account), await invite(edge, account)];
  assert.equal(Date.parse(early.invitation.expires_at) - Date.parse(early.created_at), 7 * DAY);
  await advanceClock(7 * DAY - MINUTE);
  assert.equal((await signIn(edge, invitationOf(early))).status, 200);
  await advanceClock(MINUTE);
  assertProblem(await signIn(edge, invitationOf(late)), "invalid_credentials");
  const { members } = expectOk(await operator(edge, "GET", `/accounts/${account.id}/members`));
  const shown = members.find(({ id }) => id === late.id);
  assert.deepEqual([shown.status, shown.invited_until], ["away", null]);
});

test("requests to both interfaces and to the dashboard extend a session", async () => {
  const member = await createMember(edge, account, { role: "viewer" });
  for (const use of [session, schema, session, schema]) {
    await advanceClock(12 * HOUR - MINUTE);
    const answer = await use(member);
    assert.equal(answer.status, 200, answer.text);
  }
  const { session: shown } = expectOk(await session(member));
  const lasts = Date.parse(shown.idle_ends_at) - Date.parse(shown.created_at);
  assert.equal(Math.round(lasts / MINUTE), (48 * HOUR - 4 * MINUTE + 12 * HOUR) / MINUTE);
});

test("a session ends twelve hours after its last use", async () => {
  for (const use of [session, schema]) {
    const member = await createMember(edge, account, { role: "viewer" });
    await advanceClock(12 * HOUR);
    assertOver(await use(member));
    const { sessions } = expectOk(await operator(edge, "GET", `/accounts/${account.id}/sessions`));
    assert.ok(!sessions.some(({ id }) => id === member.session.id));
  }
});

test("a session ends after thirty days, even if it is used", async () => {
  const member = await createMember(edge, account, { role: "viewer" });
  for (let half = 0; half < 60; half += 1) {
    assert.equal((await session(member)).status, 200, String(half));
    await advanceClock(12 * HOUR - MINUTE);
  }
  const { session: shown } = expectOk(await session(member));
  assert.equal(shown.idle_ends_at, shown.ends_at, "there is no more than the rest of it");
  await advanceClock(60 * MINUTE);
  assertOver(await session(member));
  assertOver(await schema(member));
});

test("failed attempts count for ten minutes", async () => {
  const used = invitationOf(await invite(edge, account));
  expectOk(await signIn(edge, used));
  for (let times = 0; times < 10; times += 1) assertProblem(await signIn(edge, used), "invalid_credentials");
  assertProblem(await signIn(edge, used), "rate_limited");
  await advanceClock(10 * MINUTE);
  const fresh = await invite(edge, account);
  assert.match(cookieOf(await signIn(edge, invitationOf(fresh))), /ohs_/);
});
