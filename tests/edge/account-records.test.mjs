// Operators' changes of accounts and keys: none is lost, none is read from a copy, and each is effective at once.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createKey, startEdge } from "./harness.mjs";
import { brand, changeAccount, expectOk, fetchAs } from "../support/account.mjs";
import { ask, eachOf, operator } from "../support/client.mjs";
import { eventually } from "../support/eventually.mjs";
import { assertProblem } from "../support/problem.mjs";

/** A query without a valid index: it is counted and then refused, so it needs no dataset. */
const QUESTION = { index: "nothing" };
/** Time within which KV is updated, in milliseconds. */
const SETTLED_MS = 15_000;
/** Number of accounts that are changed at the same time. */
const AT_ONCE = 12;

let edge;
let kv;
before(async () => {
  edge = await startEdge();
  kv = await edge.mf.getKVNamespace("KV");
});
after(() => edge?.stop());

const createAccount = async (members = {}) =>
  expectOk(await operator(edge, "POST", "/accounts", { name: "Meridian", plan: "enterprise", ...members }));
const showAccount = async ({ id }) => expectOk(await operator(edge, "GET", `/accounts/${id}`));
const createDataKey = async (account, members = {}) =>
  expectOk(await operator(edge, "POST", "/keys", { account_id: account.id, ...members }));
const rotate = (key, grace_hours) => operator(edge, "POST", `/keys/${key.id}/rotate`, { grace_hours });
const revoke = async (key) => expectOk(await operator(edge, "POST", `/keys/${key.id}/revoke`, {}));
const opens = async ({ secret }) =>
  (await ask(edge, "aggregate", QUESTION, { secret })).json.code === "value_not_allowed";

/** Returns the KV copies of an account and its keys. */
async function copies(account) {
  const { keys } = await kv.list({ prefix: "credential/" });
  const records = await Promise.all(keys.map(({ name }) => kv.get(name, "json")));
  return {
    account: await kv.get(`account/${account.id}`, "json"),
    keys: records.filter((record) => record?.account_id === account.id),
  };
}

/** Restores older copies in KV, as a distant location would still return them. */
async function putBack({ account, keys }) {
  if (account) await kv.put(`account/${account.id}`, JSON.stringify(account));
  for (const key of keys) await kv.put(`credential/${key.hash}`, JSON.stringify(key));
}

test("a hundred suspensions concurrent with renames, plans and brands lose none of these changes", async () => {
  const accounts = await eachOf(Array.from({ length: 100 }), () => createAccount(), AT_ONCE);
  const changes = [
    { status: "suspended" },
    { name: "Zenith" },
    { plan: "professional" },
    { brands: [brand("Velunara")] },
  ];
  const wrong = [];
  await eachOf(
    accounts,
    async (account) => {
      const changed = await Promise.all(changes.map((change) => changeAccount(edge, account, change)));
      const { status, name, plan, brands, revision } = await showAccount(account);
      const found = [status, name, plan, brands.map(({ label }) => label).join(), revision];
      if (found.join() !== "suspended,Zenith,professional,Velunara,5") wrong.push(found);
      assert.deepEqual(changed.map(({ revision }) => revision).sort(), [2, 3, 4, 5]);
    },
    AT_ONCE,
  );
  assert.deepEqual(wrong, []);
  // KV gets changes that come too quickly a second later.
  await eachOf(
    accounts,
    async (account) =>
      eventually(() => kv.get(`account/${account.id}`, "json"), await showAccount(account), SETTLED_MS),
    AT_ONCE,
  );
});

test("a second change within a second does not wait, and the next request sees it", async () => {
  const account = await createAccount();
  const began = performance.now();
  for (const plan of ["professional", "starter", "professional", "starter"])
    assert.equal((await changeAccount(edge, account, { plan })).plan, plan);
  const took = performance.now() - began;
  const { secret } = await createDataKey(account, { face: "account", name: "token" });
  const shown = await fetchAs(edge, { token: secret }, "/v1/trends");
  assert.equal(assertProblem(shown, "plan_upgrade_required").current_plan, "starter", "whatever KV has by then");
  // KV accepts a name once in 1.1 seconds, so four writes would take 3.3.
  assert.ok(took < 1_100, `${took} ms`);
  await eventually(() => kv.get(`account/${account.id}`, "json"), await showAccount(account), SETTLED_MS);
});

test("a change based on an outdated revision is refused and changes nothing", async () => {
  const account = await createAccount();
  assert.equal(account.revision, 1);
  const first = await changeAccount(edge, account, { name: "Zenith", revision: 1 });
  assert.equal(first.revision, 2);
  const stale = await operator(edge, "POST", `/accounts/${account.id}`, { status: "suspended", revision: 1 });
  const { message, param } = assertProblem(stale, "conflict");
  assert.deepEqual(
    [message, param],
    [
      `the account '${account.id}' has changed since revision 1: it is at revision 2 now. Read it again before changing it.`,
      "/revision",
    ],
  );
  assert.deepEqual(await showAccount(account), first);
  assert.deepEqual(
    await changeAccount(edge, account, { name: "Zenith", revision: 1 }),
    first,
    "sent again, it is the change that was made",
  );
  assert.deepEqual(
    await changeAccount(edge, account, { name: "Zenith" }),
    first,
    "what changes nothing is no revision",
  );
  assertProblem(await operator(edge, "POST", `/accounts/${account.id}`, { revision: -1 }), "limit_violation");
  assertProblem(
    await operator(edge, "POST", "/accounts", { name: "A", plan: "starter", revision: 1 }),
    "unknown_field",
  );
});

test("concurrent changes based on one revision succeed once", async () => {
  const account = await createAccount();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      operator(edge, "POST", `/accounts/${account.id}`, { name: `Name ${at}`, revision: 1 }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(409)]);
  assert.deepEqual(await showAccount(account), answers.find(({ status }) => status === 200).json);
});

test("a suspended account is refused on the next request, even if copies of its record are stale", async () => {
  const account = await createAccount();
  const key = await createDataKey(account);
  for (let warm = 0; warm < 5; warm += 1) assert.ok(await opens(key));
  const before = await copies(account);
  await changeAccount(edge, account, { status: "suspended" });
  await putBack(before);
  assertProblem(await ask(edge, "aggregate", QUESTION, { secret: key.secret }), "account_suspended");
  await changeAccount(edge, account, { status: "active" });
  assert.ok(await opens(key));
});

test("a revoked key cannot be rotated, even if copies of its record are stale", async () => {
  const account = await createAccount();
  const key = await createDataKey(account);
  const before = await copies(account);
  const revoked = await revoke(key);
  await putBack(before);
  const refused = assertProblem(await rotate(key, 0), "conflict");
  assert.equal(refused.message, `the key '${key.id}' is revoked: make a new one instead.`);
  assert.deepEqual(await revoke(key), revoked, "it was revoked when it was");
  const { keys } = expectOk(await operator(edge, "GET", `/keys?account_id=${account.id}`));
  assert.deepEqual(
    keys.map(({ id, status }) => [id, status]),
    [[key.id, "revoked"]],
  );
});

test("a rotated key cannot be rotated again within its grace period, and its successor stays valid", async () => {
  const account = await createAccount();
  const end = new Date(Date.now() + 100 * 3_600_000).toISOString().replace(/\.\d+/, "");
  for (const members of [{}, { expires_at: end }]) {
    const first = await createDataKey(account, members);
    const second = expectOk(await rotate(first, 24));
    assert.deepEqual([second.rotated_from, second.expires_at], [first.id, members.expires_at]);
    const refused = assertProblem(await rotate(first, 24), "conflict");
    assert.equal(
      refused.message,
      `the key '${first.id}' was rotated already: '${second.id}' takes its place. Rotate that one.`,
    );
    const third = expectOk(await rotate(second, 48));
    assert.equal(third.expires_at, members.expires_at, "it has the end that was set, and no other");
    for (const key of [first, second, third]) assert.ok(await opens(key));
    const { keys } = expectOk(await operator(edge, "GET", `/keys?account_id=${account.id}`));
    const found = keys.find(({ id }) => id === first.id);
    assert.deepEqual([found.status, found.rotated_to], ["active", second.id]);
    const graceEnds = Date.parse(found.expires_at) - Date.now();
    assert.ok(graceEnds > 23.9 * 3_600_000 && graceEnds <= 24 * 3_600_000, found.expires_at);
  }
});

test("concurrent rotations create one key", async () => {
  const account = await createAccount();
  const key = await createDataKey(account);
  const answers = await Promise.all(Array.from({ length: 10 }, () => rotate(key, 1)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(9).fill(409)]);
  const made = answers.find(({ status }) => status === 201).json;
  const { keys } = expectOk(await operator(edge, "GET", `/keys?account_id=${account.id}`));
  assert.deepEqual(keys.map(({ id }) => id).sort(), [key.id, made.id].sort());
  // The records of the other attempts are removed.
  await eventually(
    async () => (await copies(account)).keys.map(({ id }) => id).sort(),
    [key.id, made.id].sort(),
    SETTLED_MS,
  );
});

test("keys of the operator's own account, which has no record, can be rotated and revoked", async () => {
  const { id, secret } = await createKey(edge, { name: "own" });
  assert.ok(await opens({ secret }));
  const fresh = expectOk(await rotate({ id }, 0));
  assert.equal(fresh.account_id, "acc_0000000000");
  assert.deepEqual([await opens({ secret }), await opens(fresh)], [false, true]);
  assert.equal((await revoke(fresh)).status, "revoked");
  assert.ok(!(await opens(fresh)));
});

test("operators get the stored plans and not cached ones", async () => {
  expectOk(await operator(edge, "PUT", "/plans/data/agency", { per_minute: 10, per_month: 100 }));
  const account = await createAccount({ plan: "agency" });
  const left = async () =>
    expectOk(await operator(edge, "GET", `/accounts/${account.id}/usage`)).windows.data.map(({ limit }) => limit);
  assert.deepEqual(await left(), [100]);
  // Changed by another process.
  await kv.put("plan/data/agency", JSON.stringify({ per_minute: 10, per_month: 700 }));
  assert.deepEqual(await left(), [700]);
});

test("records from before account objects existed are migrated completely", async () => {
  const account = await createAccount({ brands: [brand("Velunara")] });
  const [kept, revoked] = [await createDataKey(account), await createDataKey(account)];
  await revoke(revoked);
  await changeAccount(edge, account, { status: "suspended" });
  const known = await showAccount(account);
  const statuses = [
    [kept.id, "active"],
    [revoked.id, "revoked"],
  ].sort();
  const statusesOf = (keys) => keys.map(({ id, status }) => [id, status]).sort();
  const told = async () => {
    const { account: record, keys } = await copies(account);
    return [record, statusesOf(keys)];
  };
  await eventually(told, [known, statuses], SETTLED_MS);
  const other = await startEdge({ adminSecret: edge.adminSecret });
  try {
    const there = await other.mf.getKVNamespace("KV");
    const {
      account: { revision, ...record },
      keys: records,
    } = await copies(account);
    await there.put(`account/${account.id}`, JSON.stringify(record));
    for (const key of records) {
      for (const name of [`key/${key.id}`, `account/${account.id}/credential/${key.id}`])
        await there.put(name, JSON.stringify({ hash: key.hash }));
      await there.put(`credential/${key.hash}`, JSON.stringify(key));
    }
    const asked = async (method, path, body) => expectOk(await operator(other, method, path, body));
    const secretOf = ({ secret }) => ({ secret });
    assertProblem(await ask(other, "aggregate", QUESTION, secretOf(kept)), "account_suspended");
    assert.deepEqual(await asked("GET", `/accounts/${account.id}`), { ...known, revision: 0 });
    // The object already has the account as suspended.
    await there.put(`account/${account.id}`, JSON.stringify({ ...known, status: "active" }));
    assert.deepEqual(await asked("GET", `/accounts/${account.id}`), { ...known, revision: 0 });
    assert.deepEqual(await asked("POST", `/accounts/${account.id}`, { status: "active" }), {
      ...known,
      status: "active",
      revision: 1,
    });
    assert.equal((await ask(other, "aggregate", QUESTION, secretOf(kept))).json.code, "value_not_allowed");
    const { keys } = await asked("GET", `/keys?account_id=${account.id}`);
    assert.deepEqual(statusesOf(keys), statuses);
    assertProblem(await operator(other, "POST", `/keys/${revoked.id}/rotate`, {}), "conflict");
    const fresh = await asked("POST", `/keys/${kept.id}/rotate`, {});
    assertProblem(await ask(other, "aggregate", QUESTION, secretOf(kept)), "invalid_credentials");
    assert.equal((await ask(other, "aggregate", QUESTION, secretOf(fresh))).json.code, "value_not_allowed");
    assert.equal((await asked("POST", `/keys/${fresh.id}/revoke`, {})).status, "revoked");
  } finally {
    await other.stop();
  }
});
