// Compares every operation of the Account API, after a real import, with an independent computation over the same
// records. Accounts have the brands of the random requests, under ids that the edge assigned.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { importFolder, startEdge } from "./harness.mjs";
import { createAccount, pagesOf } from "../support/account.mjs";
import { eachOf } from "../support/client.mjs";
import { dataOf, demoData } from "../support/data.mjs";
import { endingInDays, withIndexedAt, readDocuments, writeNdjson } from "../support/documents.mjs";
import { ACCOUNT_OPERATIONS, accountQuestions, comparableData, differencesOf } from "../support/oracle.mjs";

/** Random requests per operation and dataset, and how many of them one account sends. */
const QUESTIONS = 100;
const PER_ACCOUNT = 20;
/** Number of differences that a failure shows. */
const SHOWN = 3;

/** Days of the moved demo dataset that lie in the future. The default window then ends today, before the data does. */
const DAYS_TO_COME = 4;

const full = dataOf("full");
const demo = readDocuments(demoData);
const datasets = {
  "the demo dataset": demo,
  "the demo dataset, moved to these days": endingInDays(demo, DAYS_TO_COME),
  ...(full && { full: readDocuments(await comparableData(full)) }),
};

/** Fetches the page after `skip` items by following the cursors, as a client does. */
async function pageOf(edge, account, { address, skip }) {
  let left = skip;
  for await (const page of pagesOf(edge, account, address)) {
    // The comparison reports a response that is no page of the list.
    if (left <= 0 || !page.json?.next_cursor) return page;
    left -= page.json.data.length;
  }
}

for (const [name, documents] of Object.entries(datasets)) {
  describe(`on ${name}`, () => {
    let edge;
    const failures = Object.fromEntries(ACCOUNT_OPERATIONS.map((operation) => [operation, []]));
    const asked = Object.fromEntries(ACCOUNT_OPERATIONS.map((operation) => [operation, 0]));

    before(async () => {
      const known = writeNdjson(withIndexedAt(documents));
      edge = await startEdge();
      await importFolder(edge, known);

      const accounts = new Map();
      const accountOf = (brands) => {
        const key = JSON.stringify(brands);
        if (!accounts.has(key))
          accounts.set(key, createAccount(edge, { brands: brands.map(({ id, primary, ...brand }) => brand) }));
        return accounts.get(key);
      };
      const questions = await eachOf(
        accountQuestions(known, { count: QUESTIONS, perAccount: PER_ACCOUNT }),
        async (line) => {
          const account = await accountOf(line.brands);
          const ids = new Map(line.brands.map(({ id }, at) => [id, account.brands[at].id]));
          const question = JSON.parse(JSON.stringify(line).replaceAll(/brd_[0-9A-Z]+/g, (id) => ids.get(id) ?? id));
          const { status, json, text } = await pageOf(edge, account, question);
          return { ...question, today: new Date().toISOString().slice(0, 10), reply: { status, body: json ?? text } };
        },
      );
      for (const [at, difference] of (await differencesOf(known, questions)).entries()) {
        const { operation, address, skip } = questions[at];
        asked[operation] += 1;
        if (difference !== null) failures[operation].push(`${address} behind ${skip}: ${difference}`);
      }
    });
    after(() => edge?.stop());

    for (const operation of ACCOUNT_OPERATIONS) {
      test(`${operation} answers match the records`, () => {
        const wrong = failures[operation];
        assert.equal(asked[operation], QUESTIONS);
        assert.equal(
          wrong.length,
          0,
          `${wrong.length} of ${QUESTIONS} ${operation} answers differ:\n${wrong.slice(0, SHOWN).join("\n")}`,
        );
      });
    }
  });
}
