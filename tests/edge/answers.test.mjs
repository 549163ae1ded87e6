// Compares every operation, after a real import, with an independent computation over the same records.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startServingEdge } from "./harness.mjs";
import { ask, eachOf } from "../support/client.mjs";
import { dataOf, demoData } from "../support/data.mjs";
import { OPERATIONS, comparableData, differenceOf, expectations } from "../support/oracle.mjs";

/** Random requests per operation and dataset. */
const REQUESTS = 200;
/** Number of differences that a failure shows. */
const SHOWN = 3;

const comparableOf = (folder) => folder && comparableData(folder);
const small = await comparableOf(dataOf("small"));
const full = await comparableOf(dataOf("full"));
const folders = { [small ? "small" : "the demo dataset"]: small ?? demoData, ...(full && { full }) };

for (const [name, folder] of Object.entries(folders)) {
  describe(`on ${name}`, () => {
    let edge;
    const failures = Object.fromEntries(OPERATIONS.map((operation) => [operation, []]));
    const asked = Object.fromEntries(OPERATIONS.map((operation) => [operation, 0]));

    before(async () => {
      edge = await startServingEdge(folder);
      // One run covers all operations, because reading the records takes most of the time.
      await eachOf(expectations(folder, { count: REQUESTS }), async (expected) => {
        const { operation, request } = expected;
        const answer = await ask(edge, operation, request);
        const wrong = answer.status === 200 ? differenceOf(expected, answer.json) : `${answer.status} ${answer.text}`;
        asked[operation] += 1;
        if (wrong) failures[operation].push(`${JSON.stringify(request)}: ${wrong}`);
      });
    });
    after(() => edge?.stop());

    for (const operation of OPERATIONS) {
      test(`${operation} answers match the records`, () => {
        const wrong = failures[operation];
        assert.equal(asked[operation], REQUESTS);
        assert.equal(
          wrong.length,
          0,
          `${wrong.length} of ${REQUESTS} ${operation} answers differ:\n${wrong.slice(0, SHOWN).join("\n")}`,
        );
      });
    }
  });
}
