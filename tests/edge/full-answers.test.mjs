// Compares every operation of both interfaces with an independent computation over the same records, after one import
// of the large dataset. The backends are compared with more requests natively, in `tests/sqlite/`.
import { after, before, describe } from "node:test";
import { createKey, importFolder, startEdge } from "./harness.mjs";
import { Differences, compareAccounts, compareData, testAccounts, testData } from "../support/comparison.mjs";
import { dataOf } from "../support/data.mjs";
import { withIndexedAt, readDocuments, writeNdjson } from "../support/documents.mjs";
import { comparableData } from "../support/oracle.mjs";

/** Random requests per operation, and how many of them one account sends. */
const REQUESTS = 50;
const PER_ACCOUNT = 25;

const full = dataOf("full");

describe("on full", { skip: full === undefined && "there is no such dataset" }, () => {
  const differences = new Differences();
  let edge;
  before(async () => {
    const folder = writeNdjson(withIndexedAt(readDocuments(await comparableData(full))));
    edge = await startEdge();
    await importFolder(edge, folder);
    const { secret } = await createKey(edge);
    await compareData(differences, { ...edge, secret }, folder, REQUESTS);
    await compareAccounts(differences, edge, folder, REQUESTS, PER_ACCOUNT);
  });
  after(() => edge?.stop());
  testData(differences, REQUESTS);
  testAccounts(differences, REQUESTS);
});
