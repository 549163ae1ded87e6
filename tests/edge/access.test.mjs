// Sign-in behind Cloudflare Access, with real keys, real signatures and a server that publishes the keys.
import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { after, before, test } from "node:test";
import { operatorOf, runCli, startEdge } from "./harness.mjs";
import { createAccount, expectOk } from "../support/account.mjs";
import { operator, send } from "../support/client.mjs";
import { CLOCK_ENTRY, setClockAhead } from "../support/clock.mjs";
import { cookieOf, createMember, fetchDashboard, invitationOf, invite, signIn } from "../support/dashboard.mjs";
import { eventually } from "../support/eventually.mjs";
import { assertProblem } from "../support/problem.mjs";
import { AUDIENCE, HEADER, createSigningKey, startAccessTeam } from "../support/team.mjs";

const PARAM = "header:Cf-Access-Jwt-Assertion";

let team;
let edge;
let account;
before(async () => {
  team = await startAccessTeam();
  edge = await startEdge({ bindings: team.settings });
  account = await createAccount(edge);
});
after(async () => {
  await edge?.stop();
  await team?.stop();
});

const through = (assertion) => (assertion === undefined ? {} : { [HEADER]: assertion });
const enter = (member, assertion, cookie) => signIn(edge, invitationOf(member), through(assertion), cookie);
const identify = (assertion, cookie, at = edge) =>
  fetchDashboard(at, cookie, "POST", "/sign-in", { identity: "access" }, through(assertion));
const session = (cookie, at = edge) => fetchDashboard(at, cookie, "GET", "/session");
const newLink = async (of, { id }) => expectOk(await operator(edge, "POST", `/accounts/${of.id}/members/${id}/invite`));
const nameOf = (sub) => `subject/${createHash("sha256").update(`${team.url}\n${sub}`).digest("hex")}`;
const kept = async (sub, at = edge) =>
  JSON.parse((await (await at.mf.getKVNamespace("KV")).get(nameOf(sub))) ?? "null");
const identityOf = async (of, { id }) =>
  expectOk(await operator(edge, "GET", `/accounts/${of.id}/members`)).members.find((member) => member.id === id)
    .identity;

/** Creates a member bound to a subject, and waits until KV has the binding. */
async function createBoundMember(sub, of = account, at = edge) {
  const member = await invite(at, of, { role: "viewer" });
  const cookie = cookieOf(await signIn(at, invitationOf(member), through(team.assertion({ sub }))));
  await eventually(() => kept(sub, at), { account_id: of.id, member: member.id });
  return { ...member, cookie };
}

const assertUnknown = (answer) => {
  const { param, message } = assertProblem(answer, "invalid_credentials");
  assert.deepEqual([answer.status, param, answer.headers.get("set-cookie")], [403, "/identity", null]);
  assert.match(message, /Ask an admin of the account, or its operator, for an invitation link/);
};
const assertRefusedAssertion = (answer, why) => {
  const { param, message } = assertProblem(answer, "invalid_credentials");
  assert.deepEqual([answer.status, param, answer.headers.get("set-cookie")], [403, PARAM, null]);
  assert.match(message, why);
};

test("a member who accepts an invitation through the provider signs in without one later, and only a hash is stored", async () => {
  const invited = await invite(edge, account, { role: "analyst" });
  assert.equal(await identityOf(account, invited), null);
  const sub = "7335d417-61da-459d-899c-0a01c76a2f94";
  const assertion = team.assertion({ sub, email: "nobody.reads@this.example" });
  const first = await enter(invited, assertion);
  assert.equal(first.status, 200, first.text);
  assert.equal(first.json.member.id, invited.id);
  assert.equal(await identityOf(account, invited), "access");
  assert.equal(
    (await fetchDashboard(edge, cookieOf(first), "GET", "/members")).json.members.find(({ id }) => id === invited.id)
      .identity,
    "access",
  );
  await eventually(() => kept(sub), { account_id: account.id, member: invited.id });

  const again = await identify(assertion);
  assert.equal(again.status, 200, again.text);
  assert.deepEqual([again.json.member, again.json.account.id], [first.json.member, account.id]);
  assert.notEqual(cookieOf(again), cookieOf(first));
  assert.equal((await session(cookieOf(first))).status, 200, "one member, two browsers");

  const listed = await runCli(["members", "list", account.id, "--to", edge.url], operatorOf(edge));
  assert.match(listed.stdout, /^id +label +role +status +sessions +identity +last_used_at/m);
  assert.match(listed.stdout, new RegExp(`^${invited.id} .* access `, "m"));
  const kv = await edge.mf.getKVNamespace("KV");
  const { keys } = await kv.list();
  const all = (await Promise.all(keys.map(async ({ name }) => `${name} ${await kv.get(name)}`))).join("\n");
  for (const text of [sub, "nobody.reads", "this.example"])
    assert.ok(![all, first.text, again.text, listed.stdout].join("").includes(text), text);
});

test("an invalid assertion signs nobody in, with or without an invitation", async () => {
  const known = await createBoundMember("subject-refused");
  const invited = await invite(edge, account);
  const sub = "subject-refused";
  const other = createSigningKey(team.keys[0].kid);
  const hs256 = (secret) => (text) => createHmac("sha256", secret).update(text).digest("base64url");
  const now = Math.floor(Date.now() / 1000);
  const good = team.assertion({ sub });
  const [header, claims, signature] = good.split(".");
  const changed = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(claims, "base64url")), sub: "admin" }),
  ).toString("base64url");
  for (const [assertion, why] of [
    [undefined, /goes through the identity provider in front/],
    ["", /goes through the identity provider in front/],
    [team.assertion({ sub }, { key: { ...other, kid: team.keys[0].kid } }), /signature is wrong/],
    [`${header}.${changed}.${signature}`, /signature is wrong/],
    [`${header}.${claims}.${"A".repeat(signature.length)}`, /signature is wrong/],
    [`${header}.${claims}.`, /signature is wrong/],
    [team.assertion({ sub, aud: ["0".repeat(64)] }), /another application/],
    [team.assertion({ sub, iss: "https://other.cloudflareaccess.com" }), /another team/],
    [team.assertion({ sub, exp: now - 61 }), /has expired/],
    [team.assertion({ sub, nbf: now + 600 }), /still to come/],
    [team.assertion({ sub, iat: now + 600 }), /still to come/],
    [team.assertion({ sub }, { header: { alg: "none" }, signed: () => "" }), /not signed with RS256/],
    [team.assertion({ sub }, { header: { alg: "HS256" }, signed: hs256(team.keys[0].pem) }), /not signed with RS256/],
    [team.assertion({ sub }, { header: { alg: "HS256" }, signed: hs256(team.keys[0].jwk.n) }), /not signed with RS256/],
    [team.assertion({ sub }, { signed: hs256(team.keys[0].pem) }), /signature is wrong/],
    [team.assertion({ sub }, { key: createSigningKey("made-up") }), /no key of the team/],
    [team.assertion({ sub }, { header: { crit: ["exp"] } }), /no JSON Web Token/],
    [team.assertion({ sub: "", common_name: "program.access" }), /names no person/],
    [team.assertion({ sub, custom: "x".repeat(8_192) }), /longer than 8192 bytes/],
    [`${good}, ${good}`, /no JSON Web Token/],
    ["x", /no JSON Web Token/],
  ]) {
    assertRefusedAssertion(await identify(assertion), why);
    assertRefusedAssertion(await enter(invited, assertion), why);
  }
  // A cookie of that name is ignored: any browser can set it, and Access sets the header.
  assertRefusedAssertion(
    await fetchDashboard(edge, `CF_Authorization=${good}`, "POST", "/sign-in", { identity: "access" }),
    /goes through/,
  );
  assert.equal((await session(known.cookie)).status, 200);
  assert.equal((await enter(invited, team.assertion({ sub: "subject-late" }))).status, 200, "the link was not used up");
});

test("unknown key ids do not make the edge fetch the team's keys each time", async () => {
  const before = team.asked;
  for (let times = 0; times < 40; times += 1)
    assertRefusedAssertion(
      await identify(team.assertion({}, { key: { ...team.keys[0], kid: `made-up-${times}` } })),
      /no key of the team/,
    );
  assert.ok(team.asked - before <= 4, `asked ${team.asked - before} times`);
});

test("an unknown subject gets instructions on how to become a member", async () => {
  assertUnknown(await identify(team.assertion({ sub: "subject-nobody" })));
  const kv = await edge.mf.getKVNamespace("KV");
  const member = await createBoundMember("subject-known");
  // The KV copy alone does not sign anybody in, because it may be stale.
  for (const [sub, owner] of [
    ["subject-stale-1", { account_id: account.id, member: member.id }],
    ["subject-stale-2", { account_id: account.id, member: "mem_00000000000000000000" }],
    ["subject-stale-3", { account_id: "acc_00000000000000000000", member: member.id }],
  ]) {
    await kv.put(nameOf(sub), JSON.stringify(owner));
    assertUnknown(await identify(team.assertion({ sub })));
  }
});

test("a removed member cannot sign in at once, and none of its data stays", async () => {
  const member = await createBoundMember("subject-removed");
  expectOk(await operator(edge, "DELETE", `/accounts/${account.id}/members/${member.id}`));
  assertUnknown(await identify(team.assertion({ sub: "subject-removed" })));
  await eventually(() => kept("subject-removed"), null);
});

test("a later invitation binds a member again", async () => {
  const member = await createBoundMember("subject-old");
  const link = await newLink(account, member);
  assert.equal((await enter(link, team.assertion({ sub: "subject-new" }))).status, 200);
  assertUnknown(await identify(team.assertion({ sub: "subject-old" })));
  await eventually(
    async () => [await kept("subject-old"), await kept("subject-new")],
    [null, { account_id: account.id, member: member.id }],
  );
  assert.equal((await identify(team.assertion({ sub: "subject-new" }))).json.member.id, member.id);
});

test("if two members have one subject, the last used invitation decides who is signed in", async () => {
  const sub = "subject-twice";
  const assertion = team.assertion({ sub });
  const first = await createBoundMember(sub);
  const second = await createBoundMember(sub);
  assert.deepEqual([await identityOf(account, first), await identityOf(account, second)], [null, "access"]);
  assert.equal((await identify(assertion)).json.member.id, second.id);
  const elsewhere = await createAccount(edge, { plan: "starter" });
  const third = await createBoundMember(sub, elsewhere);
  assert.equal((await identify(assertion)).json.account.id, elsewhere.id);
  // Deleting a member affects its own account only.
  expectOk(await operator(edge, "DELETE", `/accounts/${account.id}/members/${second.id}`));
  await createBoundMember("subject-told-after-it");
  assert.deepEqual(await kept(sub), { account_id: elsewhere.id, member: third.id });
  assert.equal((await identify(assertion)).json.member.id, third.id);
});

test("a sign-in always creates a new session and never adopts one that a client sent", async () => {
  const sub = "subject-fixed";
  const member = await createBoundMember(sub);
  const elsewhere = await createBoundMember("subject-elsewhere", await createAccount(edge, { plan: "starter" }));
  for (const planted of [member.cookie, elsewhere.cookie, `__Host-overheard=${"a".repeat(60)}`]) {
    const cookie = cookieOf(await identify(team.assertion({ sub }), planted));
    assert.notEqual(cookie, planted);
    assert.equal((await session(cookie)).json.member.id, member.id);
    assertProblem(await session(planted), "invalid_credentials");
  }
});

test("a suspended account and pages of other origins sign nobody in", async () => {
  const other = await createAccount(edge, { plan: "starter" });
  await createBoundMember("subject-suspended", other);
  const assertion = team.assertion({ sub: "subject-suspended" });
  assertProblem(
    await fetchDashboard(
      edge,
      undefined,
      "POST",
      "/sign-in",
      { identity: "access" },
      { ...through(assertion), Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
    ),
    "origin_not_allowed",
  );
  expectOk(await operator(edge, "POST", `/accounts/${other.id}`, { status: "suspended" }));
  assertProblem(await identify(assertion), "account_suspended");
});

test("a request without a session is told of the provider, and a sign-in body names exactly one method", async () => {
  assert.equal((await session()).headers.get("www-authenticate"), 'Session realm="dashboard", identity="access"');
  for (const [body, code] of [
    [{}, "missing_field"],
    [{ identity: "other" }, "value_not_allowed"],
    [{ identity: true }, "invalid_type"],
    [{ identity: "access", invitation: "ohi_a" }, "value_not_allowed"],
  ]) {
    assertProblem(await fetchDashboard(edge, undefined, "POST", "/sign-in", body, through(team.assertion())), code);
  }
});

test("a deployment without a provider accepts invitations only, and ignores assertions", async () => {
  const plain = await startEdge();
  try {
    const own = await createAccount(plain, { plan: "starter" });
    const member = await createMember(plain, own);
    const refused = assertProblem(await identify(team.assertion(), undefined, plain), "value_not_allowed");
    assert.deepEqual(
      [refused.param, refused.message],
      ["/identity", "no identity provider stands in front of this deployment. Sign in by the link of an invitation."],
    );
    assert.equal((await session(undefined, plain)).headers.get("www-authenticate"), 'Session realm="dashboard"');
    const { members } = expectOk(await operator(plain, "GET", `/accounts/${own.id}/members`));
    assert.equal(members.find(({ id }) => id === member.id).identity, null);
  } finally {
    await plain.stop();
  }
});

test("rotated keys are fetched, and an unreachable team neither refuses nor admits members", async () => {
  const own = await startAccessTeam();
  const late = await startEdge({ bindings: own.settings, entry: CLOCK_ENTRY });
  try {
    const of = await createAccount(late, { plan: "starter" });
    const member = await invite(late, of);
    const enterLate = (link, assertion) => signIn(late, invitationOf(link), through(assertion));
    const assertUnavailable = (answer) => {
      assertProblem(answer, "backend_unavailable");
      assert.deepEqual([answer.headers.get("retry-after"), answer.headers.get("set-cookie")], ["2", null]);
    };
    const sub = "subject-late";
    const down = [
      (response) => response.writeHead(500).end(),
      (response) => response.writeHead(302, { Location: own.url }).end(),
      (response) => response.writeHead(200).end("<html>"),
      (response) => response.writeHead(200).end(JSON.stringify({ keys: [] })),
      (response) => response.writeHead(200).end(`{"keys":[],"x":"${"x".repeat(70_000)}"}`),
      (response) => response.destroy(),
      // A server that never responds.
      () => {},
    ];
    let ahead = 0;
    const pass = (milliseconds) => setClockAhead(late, (ahead += milliseconds));
    for (const answer of down) {
      own.answer = answer;
      assertUnavailable(await enterLate(member, own.assertion({ sub })));
      const asked = own.asked;
      assertUnavailable(await enterLate(member, own.assertion({ sub })));
      assert.equal(own.asked, asked, "it is left alone for a moment");
      await pass(2_000);
    }
    own.answer = undefined;
    assert.equal((await enterLate(member, own.assertion({ sub }))).status, 200);
    const identifyLate = (assertion) => identify(assertion, undefined, late);
    // The new signing key, and the old one, which stays valid for a while.
    const [old, next] = [own.keys[0], createSigningKey("next")];
    own.keys = [next, old];
    await pass(10_000);
    for (const key of [next, old]) assertUnknown(await identifyLate(own.assertion({ sub: "subject-nobody" }, { key })));
    // A withdrawn key stays cached for at most five minutes.
    own.keys = [next];
    assertUnknown(await identifyLate(own.assertion({ sub: "subject-nobody" }, { key: old })));
    await pass(300_000);
    assertRefusedAssertion(
      await identifyLate(own.assertion({ sub: "subject-nobody" }, { key: old })),
      /no key of the team/,
    );
    // Cached keys are valid while the team is unreachable, until they expire.
    own.answer = down[0];
    await pass(60_000);
    assertUnknown(await identifyLate(own.assertion({ sub: "subject-nobody" }, { key: next })));
    assertUnavailable(
      await identifyLate(own.assertion({ sub: "subject-nobody" }, { key: createSigningKey("made-up") })),
    );
    await pass(240_000);
    assertUnavailable(await identifyLate(own.assertion({ sub: "subject-nobody" }, { key: next })));
    own.answer = undefined;
    await pass(2_000);
    const cookie = cookieOf(await enterLate(await invite(late, of), own.assertion({ sub }, { key: next })));
    assert.equal((await session(cookie, late)).status, 200);
  } finally {
    await late.stop();
    await own.stop();
  }
});

test("invalid settings are refused by name, at the first request and by doctor", async () => {
  for (const [bindings, says] of [
    [{ ACCESS_TEAM_DOMAIN: "https://acme.cloudflareaccess.com" }, /ACCESS_TEAM_DOMAIN is set without ACCESS_AUDIENCE/],
    [{ ACCESS_AUDIENCE: AUDIENCE }, /ACCESS_AUDIENCE is set without ACCESS_TEAM_DOMAIN/],
    [
      { ACCESS_TEAM_DOMAIN: "acme", ACCESS_AUDIENCE: "1" },
      /ACCESS_TEAM_DOMAIN must be the origin of a team.*ACCESS_AUDIENCE must be the application's AUD tag/,
    ],
  ]) {
    const wrong = await startEdge({ bindings });
    try {
      assert.match(assertProblem(await send(wrong, "/v1"), "backend_unavailable").message, says);
      const doctor = await runCli(["doctor", "--to", wrong.url], operatorOf(wrong));
      assert.equal(doctor.code, 1);
      assert.match(doctor.stdout, says);
    } finally {
      await wrong.stop();
    }
  }
  const doctor = await runCli(["doctor", "--to", edge.url], operatorOf(edge));
  assert.match(doctor.stdout, new RegExp(`ACCESS_TEAM_DOMAIN ${team.url}, ACCESS_AUDIENCE ${AUDIENCE}\\.`));
});

test("only a local edge accepts a team on the same machine", async () => {
  const answer = await edge.mf.dispatchFetch("https://edge.example/v1");
  assert.equal(answer.status, 503);
  assert.match(
    (await answer.json()).message,
    /ACCESS_TEAM_DOMAIN may be on this machine only where the edge runs on this machine/,
  );
});
