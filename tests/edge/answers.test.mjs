// Compares every operation, after a real import, with an independent computation over the same records.
import { after, before, describe } from "node:test";
import { startServingEdge } from "./harness.mjs";
import { Differences, compareData, testData } from "../support/comparison.mjs";
import { dataOf, demoData } from "../support/data.mjs";
import { comparableData } from "../support/oracle.mjs";

/** Random requests per operation. */
const REQUESTS = 100;

const small = dataOf("small");
const folder = small ? await comparableData(small) : demoData;

describe(`on ${small ? "small" : "the demo dataset"}`, () => {
  const differences = new Differences();
  let edge;
  before(async () => {
    edge = await startServingEdge(folder);
    await compareData(differences, edge, folder, REQUESTS);
  });
  after(() => edge?.stop());
  testData(differences, REQUESTS);
});
