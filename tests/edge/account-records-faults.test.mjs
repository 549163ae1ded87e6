// KV failures while operators change accounts and keys: no change is partial or lost, and no unknown key works.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startEdge } from "./harness.mjs";
import { changeAccount, expectOk } from "../support/account.mjs";
import { KV_FAULTS_ENTRY, setKvFaults, kvWrites } from "../support/breakable-copies.mjs";
import { ask, operator } from "../support/client.mjs";
import { eventually } from "../support/eventually.mjs";
import { assertProblem } from "../support/problem.mjs";

/** A query without a valid index: it is counted and then refused, so it needs no dataset. */
const QUESTION = { index: "nothing" };
/** Time within which KV is updated once it works again, in milliseconds. */
const SETTLED_MS = 20_000;
/** Time after which KV accepts a name again, in milliseconds, so that the next change is written at once. */
const TAKES_AGAIN_MS = 1_200;

let edge;
let kv;
before(async () => {
  edge = await startEdge({ entry: KV_FAULTS_ENTRY, caches: false });
  kv = await edge.mf.getKVNamespace("KV");
});
after(() => edge?.stop());
afterEach(() => setKvFaults(edge));

const createAccount = async () =>
  expectOk(await operator(edge, "POST", "/accounts", { name: "Meridian", plan: "enterprise" }));
const postKey = (account) => operator(edge, "POST", "/keys", { account_id: account.id });
const rotate = (key, grace_hours = 0) => operator(edge, "POST", `/keys/${key.id}/rotate`, { grace_hours });
const code = async ({ secret }) => (await ask(edge, "aggregate", QUESTION, { secret })).json.code;
const listed = async (account) => expectOk(await operator(edge, "GET", `/keys?account_id=${account.id}`)).keys;

function assertUnavailable(answer, message) {
  assertProblem(answer, "backend_unavailable");
  assert.match(answer.json.message, message);
  assert.ok(Number(answer.headers.get("retry-after")) > 0);
}

/** Returns the ids of an account's keys that are active in KV. */
async function activeInKv(account) {
  const { keys } = await kv.list({ prefix: "credential/" });
  const records = await Promise.all(keys.map(({ name }) => kv.get(name, "json")));
  return records
    .filter((record) => record?.account_id === account.id && record.status === "active")
    .map(({ id }) => id)
    .sort();
}

/** Returns the names of all records in KV except usage. */
const names = async () => (await kv.list()).keys.map(({ name }) => name).filter((name) => !name.startsWith("usage/"));

for (const start of ["key/", "account/", "credential/"]) {
  for (const way of ["fails", "lands"]) {
    test(`a key is not created when the write under ${start} ${way}, and none of its records stay`, async () => {
      const account = await createAccount();
      const known = await names();
      await setKvFaults(edge, { op: "put", start, way });
      assertUnavailable(await postKey(account), /nothing was made or changed/);
      await setKvFaults(edge);
      assert.deepEqual(await listed(account), []);
      await eventually(names, known, SETTLED_MS);
      const key = expectOk(await postKey(account));
      assert.equal(await code(key), "value_not_allowed");
      assert.deepEqual(await activeInKv(account), [key.id]);
    });

    test(`a key is not rotated when the write under ${start} ${way}, and it stays valid`, async () => {
      const account = await createAccount();
      const key = expectOk(await postKey(account));
      const [before, known] = [await listed(account), await names()];
      await setKvFaults(edge, { op: "put", start, way });
      for (const grace of [0, 24]) assertUnavailable(await rotate(key, grace), /nothing was made or changed/);
      await setKvFaults(edge);
      assert.deepEqual(
        (await listed(account)).map(({ last_used_at: _, ...shown }) => shown),
        before.map(({ last_used_at: _, ...shown }) => shown),
      );
      assert.equal(await code(key), "value_not_allowed");
      await eventually(names, known, SETTLED_MS);
      assert.deepEqual(await activeInKv(account), [key.id]);
      const fresh = expectOk(await rotate(key));
      assert.deepEqual([await code(key), await code(fresh)], ["invalid_credentials", "value_not_allowed"]);
    });
  }
}

test("an incomplete key is removed even if KV keeps failing for a while", async () => {
  const account = await createAccount();
  const known = await names();
  await setKvFaults(edge, { op: "put", start: "credential/", way: "lands" }, { op: "delete", way: "fails" });
  assertUnavailable(await postKey(account), /nothing was made/);
  assert.equal((await activeInKv(account)).length, 1, "KV has it, and nobody has its secret");
  assert.deepEqual(await listed(account), []);
  await sleep(4_000);
  await setKvFaults(edge);
  await eventually(names, known, SETTLED_MS);
});

test("a rotated key ends and its secret is returned, even if KV refuses the old key's end", async () => {
  const account = await createAccount();
  const key = expectOk(await postKey(account));
  await setKvFaults(edge, { op: "put", start: "credential/", skip: 1, way: "fails" });
  const fresh = expectOk(await rotate(key));
  assert.deepEqual([await code(key), await code(fresh)], ["invalid_credentials", "value_not_allowed"]);
  assert.deepEqual(
    (await listed(account)).map(({ id, status }) => [id, status]).sort(),
    [
      [key.id, "revoked"],
      [fresh.id, "active"],
    ].sort(),
  );
  await setKvFaults(edge);
  await eventually(() => activeInKv(account), [fresh.id], SETTLED_MS);
});

test("a revoked key is refused at once while KV fails, and KV is updated later", async () => {
  const account = await createAccount();
  const key = expectOk(await postKey(account));
  await sleep(TAKES_AGAIN_MS);
  await setKvFaults(edge, { op: "put", way: "fails" });
  const revoke = () => operator(edge, "POST", `/keys/${key.id}/revoke`, {});
  for (let tried = 0; tried < 2; tried += 1) assertUnavailable(await revoke(), /the change holds/);
  assert.equal(await code(key), "invalid_credentials");
  assertProblem(await rotate(key), "conflict");
  await setKvFaults(edge);
  await eventually(() => activeInKv(account), [], SETTLED_MS);
  assert.equal(expectOk(await revoke()).status, "revoked");
});

test("a suspended account is refused at once while KV fails, and KV is updated later", async () => {
  const account = await createAccount();
  const key = expectOk(await postKey(account));
  await sleep(TAKES_AGAIN_MS);
  await setKvFaults(edge, { op: "put", way: "fails" });
  const suspend = () => operator(edge, "POST", `/accounts/${account.id}`, { status: "suspended" });
  for (let tried = 0; tried < 2; tried += 1) assertUnavailable(await suspend(), /the change holds/);
  assert.equal(await code(key), "account_suspended");
  const show = async () => expectOk(await operator(edge, "GET", `/accounts/${account.id}`));
  assert.equal((await show()).status, "suspended");
  await setKvFaults(edge);
  // Constant reads do not delay the write.
  await eventually(
    async () => (await show()) && (await kv.get(`account/${account.id}`, "json")).status,
    "suspended",
    SETTLED_MS,
  );
  assert.equal(expectOk(await suspend()).revision, 2);
});

test("creating or rotating a key whose response was lost happens once when it is repeated", async () => {
  const account = await createAccount();
  await setKvFaults(edge, { op: "answer", start: "create_key", times: 2, way: "lands" });
  const key = expectOk(await postKey(account));
  await setKvFaults(
    edge,
    { op: "answer", start: "rotate_key", times: 1, way: "lands" },
    { op: "answer", start: "revoke_key", times: 2, way: "lands" },
  );
  const fresh = expectOk(await rotate(key, 24));
  assert.deepEqual((await listed(account)).map(({ id }) => id).sort(), [key.id, fresh.id].sort());
  for (const one of [key, fresh]) assert.equal(await code(one), "value_not_allowed");
  assert.equal(expectOk(await operator(edge, "POST", `/keys/${key.id}/revoke`, {})).status, "revoked");
});

test("a key whose creation is never answered is removed", async () => {
  const account = await createAccount();
  await setKvFaults(edge, { op: "answer", start: "create_key", way: "lands" });
  assertUnavailable(await postKey(account), /it is not known whether the key was made. If it was, it is taken back/);
  await eventually(async () => (await listed(account)).map(({ status }) => status), ["revoked"], SETTLED_MS);
  await eventually(() => activeInKv(account), [], SETTLED_MS);
});

test("an account that KV did not accept does not exist", async () => {
  for (const way of ["fails", "lands"]) {
    const known = await names();
    await setKvFaults(edge, { op: "put", start: "account/", way });
    assertUnavailable(
      await operator(edge, "POST", "/accounts", { name: "Meridian", plan: "starter" }),
      /nothing was made/,
    );
    await setKvFaults(edge);
    await eventually(names, known, SETTLED_MS);
  }
});

test("records that KV cannot read are not changed", async () => {
  const account = await createAccount();
  const key = expectOk(await postKey(account));
  const other = await startEdge({ entry: KV_FAULTS_ENTRY, adminSecret: edge.adminSecret });
  try {
    const there = await other.mf.getKVNamespace("KV");
    const { hash } = await kv.get(`key/${key.id}`, "json");
    for (const name of [
      `account/${account.id}`,
      `account/${account.id}/credential/${key.id}`,
      `key/${key.id}`,
      `credential/${hash}`,
    ])
      await there.put(name, await kv.get(name));
    await setKvFaults(other, { op: "get", way: "fails" });
    for (const [path, body] of [
      [`/accounts/${account.id}`, { status: "suspended" }],
      [`/keys/${key.id}/revoke`, {}],
      [`/keys/${key.id}/rotate`, {}],
    ]) {
      assertUnavailable(await operator(other, "POST", path, body), /nothing was changed/);
    }
    await setKvFaults(other);
    assert.equal(expectOk(await operator(other, "GET", `/accounts/${account.id}`)).status, "active");
    assert.equal((await ask(other, "aggregate", QUESTION, { secret: key.secret })).json.code, "value_not_allowed");
  } finally {
    await other.stop();
  }
});

test("many concurrent changes are all stored, and KV gets the latest state once", async () => {
  const account = await createAccount();
  const brands = (count) => Array.from({ length: count }, (_, at) => ({ label: `Brand ${at}`, terms: ["velunara"] }));
  await Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      changeAccount(edge, account, { brands: brands(1 + (at % 20)), name: `Name ${at}` }),
    ),
  );
  const latest = expectOk(await operator(edge, "GET", `/accounts/${account.id}`));
  assert.equal(latest.revision, 31);
  await eventually(() => kv.get(`account/${account.id}`, "json"), latest, SETTLED_MS);
  const told = (await kvWrites(edge)).filter(([op, name]) => op === "put" && name === `account/${account.id}`);
  assert.ok(told.length < 10, `told ${told.length} times`);
});

test("slow KV makes operators wait, and loses nothing", async () => {
  const account = await createAccount();
  await setKvFaults(edge, { op: "put", way: "slow" });
  const key = expectOk(await postKey(account));
  assert.equal((await changeAccount(edge, account, { name: "Zenith" })).revision, 2);
  await setKvFaults(edge);
  assert.equal(await code(key), "value_not_allowed");
  assert.equal((await kv.get(`account/${account.id}`, "json")).name, "Zenith");
});

test("none of these tests wrote a name more than once a second, which is KV's limit", async () => {
  const last = new Map();
  for (const [op, name, at] of await kvWrites(edge)) {
    const before = last.get(name);
    assert.ok(before === undefined || at - before >= 1000, `${op} ${name} after ${at - before} ms`);
    last.set(name, at);
  }
  assert.ok(
    [...last.keys()].some((name) => name.startsWith("usage/")),
    "what was used is told between",
  );
});
