// Compares every operation of the Account API, after a real import, with an independent computation over the same
// records.
import { after, before, describe } from "node:test";
import { importFolder, startEdge } from "./harness.mjs";
import { Differences, compareAccounts, testAccounts } from "../support/comparison.mjs";
import { demoData } from "../support/data.mjs";
import { endingInDays, withIndexedAt, readDocuments, writeNdjson } from "../support/documents.mjs";

/** Random requests per operation and dataset, and how many of them one account sends. */
const QUESTIONS = 60;
const PER_ACCOUNT = 20;

/** Days of the moved demo dataset that lie in the future. The default window then ends today, before the data does. */
const DAYS_TO_COME = 4;

const demo = readDocuments(demoData);
const datasets = {
  "the demo dataset": demo,
  "the demo dataset, moved to these days": endingInDays(demo, DAYS_TO_COME),
};

for (const [name, documents] of Object.entries(datasets)) {
  describe(`on ${name}`, () => {
    const differences = new Differences();
    let edge;
    before(async () => {
      const folder = writeNdjson(withIndexedAt(documents));
      edge = await startEdge();
      await importFolder(edge, folder);
      await compareAccounts(differences, edge, folder, QUESTIONS, PER_ACCOUNT);
    });
    after(() => edge?.stop());
    testAccounts(differences, QUESTIONS);
  });
}
