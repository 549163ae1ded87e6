// Compares an edge with an independent computation over the same records, by random requests of every operation.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAccount, pagesOf } from "./account.mjs";
import { ask, eachOf } from "./client.mjs";
import {
  ACCOUNT_OPERATIONS,
  OPERATIONS,
  accountQuestions,
  differenceOf,
  differencesOf,
  expectations,
} from "./oracle.mjs";

/** Number of differences that a failure shows. */
const SHOWN = 3;

/** The number of requests and the differences, by operation. */
export class Differences {
  #asked = new Map();
  #found = new Map();

  add(operation, difference) {
    this.#asked.set(operation, (this.#asked.get(operation) ?? 0) + 1);
    if (difference) this.#found.set(operation, [...(this.#found.get(operation) ?? []), difference]);
  }

  /** Fails if an answer of an operation differs, or if there were not as many requests. */
  check(operation, count) {
    const wrong = this.#found.get(operation) ?? [];
    assert.equal(this.#asked.get(operation) ?? 0, count);
    const shown = wrong.slice(0, SHOWN).join("\n");
    assert.equal(wrong.length, 0, `${wrong.length} of ${count} ${operation} answers differ:\n${shown}`);
  }
}

/** Compares `count` answers of each operation of the Data API with the records of a folder. */
export async function compareData(differences, edge, folder, count) {
  // One run covers all operations, because reading the records takes most of the time.
  await eachOf(expectations(folder, { count }), async (expected) => {
    const { operation, request } = expected;
    const { status, json, text } = await ask(edge, operation, request);
    const wrong = status === 200 ? differenceOf(expected, json) : `${status} ${text}`;
    differences.add(operation, wrong && `${JSON.stringify(request)}: ${wrong}`);
  });
}

/**
 * Compares `count` answers of each operation of the Account API with the records of a folder, `perAccount` of them for
 * one account. Accounts have the brands of the random requests, under ids that the edge assigned.
 */
export async function compareAccounts(differences, edge, folder, count, perAccount) {
  const accounts = new Map();
  const accountOf = (brands) => {
    const key = JSON.stringify(brands);
    if (!accounts.has(key))
      accounts.set(key, createAccount(edge, { brands: brands.map(({ id, primary, ...brand }) => brand) }));
    return accounts.get(key);
  };
  const questions = await eachOf(accountQuestions(folder, { count, perAccount }), async (line) => {
    const account = await accountOf(line.brands);
    const ids = new Map(line.brands.map(({ id }, at) => [id, account.brands[at].id]));
    const question = JSON.parse(JSON.stringify(line).replaceAll(/brd_[0-9A-Z]+/g, (id) => ids.get(id) ?? id));
    const { page, before } = await pageOf(edge, account, question);
    const { status, json, text } = page;
    const today = new Date().toISOString().slice(0, 10);
    return { ...question, skip: before, today, reply: { status, body: json ?? text } };
  });
  for (const [at, difference] of (await differencesOf(folder, questions)).entries()) {
    const { operation, address, skip } = questions[at];
    differences.add(operation, difference && `${address} behind ${skip}: ${difference}`);
  }
}

/**
 * Fetches the page after `skip` items by following the cursors, as a client does, or the last page of a shorter list.
 * Returns the number of items before it too.
 */
async function pageOf(edge, account, { address, skip }) {
  let before = 0;
  for await (const page of pagesOf(edge, account, address)) {
    // The comparison reports a response that is no page of the list.
    if (before >= skip || !page.json?.next_cursor) return { page, before };
    before += page.json.data.length;
  }
}

/** Defines a test of each operation of the Data API that checks `count` answers. */
export const testData = (differences, count) => testOperations(OPERATIONS, differences, count);

/** Defines a test of each operation of the Account API that checks `count` answers. */
export const testAccounts = (differences, count) => testOperations(ACCOUNT_OPERATIONS, differences, count);

function testOperations(operations, differences, count) {
  for (const operation of operations)
    test(`${operation} answers match the records`, () => differences.check(operation, count));
}
