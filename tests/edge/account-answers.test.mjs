// Every question of the Account API at the edge, after a real import, against an independent computation over the same
// documents. Accounts have the brands that the questions were made for, under ids that the edge gave them.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { importFolder, startEdge } from "./harness.mjs";
import { createAccount, pagesOf } from "../support/account.mjs";
import { eachOf } from "../support/client.mjs";
import { dataOf, demoData } from "../support/data.mjs";
import { endingInDays, knownSince, readDocuments, writeNdjson } from "../support/documents.mjs";
import { ACCOUNT_OPERATIONS, accountQuestions, differencesOf } from "../support/oracle.mjs";

/** Random questions per operation and dataset, and how many of them are asked by the same account. */
const QUESTIONS = 100;
const PER_ACCOUNT = 20;
/** Differences that are shown. */
const SHOWN = 3;

/** Days of the demo dataset that are still to come, where it is moved: the usual window ends today, and not with it. */
const DAYS_TO_COME = 4;

const full = dataOf("full");
const demo = readDocuments(demoData);
const datasets = {
  "the demo dataset": demo,
  "the demo dataset, moved to these days": endingInDays(demo, DAYS_TO_COME),
  ...(full && { full: readDocuments(full) }),
};

/** The page that so many items precede, reached as a client reaches it. */
async function pageOf(edge, account, { address, skip }) {
  let left = skip;
  for await (const page of pagesOf(edge, account, address)) {
    // Whatever else it is than a page of the list, the judge will say.
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
      const known = writeNdjson(knownSince(documents));
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
      test(`${operation} answers as the documents say`, () => {
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
