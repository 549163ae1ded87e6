// Lists of the operator's API that are longer than a page are complete and sorted.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createKey, operate, startEdge } from "./harness.mjs";
import { expectOk } from "../support/account.mjs";
import { ask, eachOf, operator } from "../support/client.mjs";
import { QUESTIONS } from "../support/questions.mjs";

/** Most items in one response. */
const PAGE = 100;

let edge;
/** One account has most keys, many have one each, and one key belongs to the operator. */
const accounts = [];
const keys = [];
let own;
before(async () => {
  edge = await startEdge();
  own = await createKey(edge);
  const make = async (path, body) => expectOk(await operator(edge, "POST", path, body));
  accounts.push(
    ...(await eachOf(Array.from({ length: PAGE + 20 }), () =>
      make("/accounts", { name: "Meridian", plan: "starter" }),
    )),
  );
  const owners = [...accounts, ...Array.from({ length: 2 * PAGE }, () => accounts[40])];
  keys.push(...(await eachOf(owners, ({ id }) => make("/keys", { account_id: id }))));
});
after(() => edge?.stop());

const sorted = (items) => items.map(({ id }) => id).sort();

async function pagesOf(path, list) {
  const pages = [];
  for (let next = null; pages.length === 0 || next !== null; ) {
    const query = next === null ? "" : `${path.includes("?") ? "&" : "?"}after=${encodeURIComponent(next)}`;
    const page = expectOk(await operator(edge, "GET", `${path}${query}`));
    pages.push(page[list]);
    ({ next } = page);
  }
  return pages;
}

test("keys come in full pages, each once, grouped by account", async () => {
  const pages = await pagesOf("/keys", "keys");
  assert.deepEqual(
    pages.map(({ length }) => length),
    [PAGE, PAGE, PAGE, keys.length + 1 - 3 * PAGE],
  );
  assert.deepEqual(sorted(pages.flat()), sorted([...keys, own]));
  const places = pages.flat().map(({ account_id: account, id }) => `${account} ${id}`);
  assert.deepEqual(places, places.toSorted());
  assert.deepEqual([...new Set(pages.flat().map(({ plan }) => plan))].sort(), ["ample", "starter"]);
});

test("the keys of one account are listed completely and without others", async () => {
  const pages = await pagesOf(`/keys?account_id=${accounts[40].id}`, "keys");
  assert.deepEqual(
    pages.map(({ length }) => length),
    [PAGE, PAGE, 1],
  );
  assert.deepEqual(sorted(pages.flat()), sorted(keys.filter(({ account_id: account }) => account === accounts[40].id)));
  assert.deepEqual(await pagesOf(`/keys?account_id=${accounts[41].id}`, "keys").then((pages) => pages.map(sorted)), [
    [keys[41].id],
  ]);
  assert.deepEqual(await pagesOf("/keys?account_id=acc_nobody", "keys"), [[]]);
});

test("accounts come in full pages, however many keys lie between them", async () => {
  const pages = await pagesOf("/accounts", "accounts");
  assert.deepEqual(
    pages.map(({ length }) => length),
    [PAGE, 20],
  );
  assert.deepEqual(
    pages.flat().map(({ id }) => id),
    sorted(accounts),
  );
});

test("a page may begin after any text, including one that was never listed", async () => {
  const last = sorted(accounts).at(-1);
  for (const [after, count] of [
    ["", PAGE],
    ["acc_", PAGE],
    [last.slice(0, -1), 1],
    [last, 0],
    ["zzz", 0],
  ]) {
    const { accounts: page, next } = expectOk(await operator(edge, "GET", `/accounts?after=${after}`));
    assert.equal(page.length, count, after);
    assert.equal(next === null, count < PAGE, after);
  }
});

test("the last use of a key is on whichever page lists the key", async () => {
  const used = keys.at(-1);
  await ask(edge, "aggregate", QUESTIONS.aggregate, { secret: used.secret });
  const listed = (await pagesOf("/keys", "keys")).flat();
  assert.deepEqual(
    listed.filter(({ last_used_at: at }) => at !== null).map(({ id }) => id),
    [used.id],
  );
});

test("the command lists everything", async () => {
  const listed = async (...args) => JSON.parse(await operate(edge, [...args, "list", "--json"]));
  assert.deepEqual(sorted((await listed("keys")).keys), sorted([...keys, own]));
  assert.deepEqual(sorted((await listed("accounts")).accounts), sorted(accounts));
  const table = await operate(edge, ["keys", "list", "--account", accounts[40].id]);
  assert.equal(table.trim().split("\n").length, 1 + 2 * PAGE + 1);
});
