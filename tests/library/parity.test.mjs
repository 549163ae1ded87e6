// The core has byte-identical results natively, as the package's module, and behind the edge.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { check, shape } from "overheard";
import { startServingEdge } from "../edge/harness.mjs";
import { eachOf, openConnections } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import {
  REQUESTS,
  assertParity,
  mutatedRequests,
  mutatedBodies,
  mutatedQuestions,
  nativeResults,
  shown,
} from "./support/parity.mjs";

/** Number of refused requests that are sent to the edge; PARITY=all sends every one. */
const SENT = process.env.PARITY === "all" ? Infinity : 6_000;
const AT_ONCE = 4;
/** Request ids of the edge, and of requests that were never sent. */
const REQUEST_ID = /req_[0-9A-HJKMNP-TV-Z]{10,26}/g;
const NEVER_SENT = "req_0000000000";

const requests = mutatedRequests();

test(`${REQUESTS} mutated requests: for bytes and text, the module agrees with the native core`, () =>
  assertParity({ check, shape }, requests));

test(`${REQUESTS / 5} mutated queries of the Account API: the module agrees with the native core`, async () => {
  const questions = mutatedQuestions();
  const expected = await nativeResults(questions);
  const refused = expected.filter((said) => typeof said === "string").length;
  assert.ok(
    refused > questions.length / 2 && refused < questions.length * 0.95,
    `${refused} of ${questions.length} are refused`,
  );
  for (const [at, { operation, body }] of questions.entries()) {
    // A leading question mark is not part of the query.
    const query = `?${body}`;
    const problem = check(operation, query);
    const said = problem ? problem.body : [shape(operation, query).path, shape(operation, query).cost];
    assert.deepEqual(said, expected[at], shown({ operation, body }));
  }
});

for (const made of ["report", "webhook"]) {
  test(`${REQUESTS / 5} mutated ${made}s: the module agrees with the native core`, async () => {
    const reports = mutatedBodies(made);
    const expected = await nativeResults(reports);
    const refused = expected.filter((said) => typeof said === "string").length;
    assert.ok(
      refused > reports.length / 2 && refused < reports.length * 0.95,
      `${refused} of ${reports.length} are refused`,
    );
    for (const [at, { operation, body }] of reports.entries()) {
      const problem = check(operation, body);
      const said = problem ? problem.body : [shape(operation, body).path, shape(operation, body).cost];
      assert.deepEqual(said, expected[at], shown({ operation, body }));
    }
  });
}

let edge;
before(async () => (edge = await startServingEdge(demoData)));
after(() => edge?.stop());

test("refused requests: the edge's error body equals the module's", async () => {
  const refused = requests.filter(({ operation, body }) => check(operation, body));
  const every = Math.max(1, Math.floor(refused.length / SENT));
  const sent = refused.filter((_, at) => at % every === 0);
  assert.ok(sent.length >= Math.min(SENT, refused.length));
  const { ask, close } = openConnections(edge, AT_ONCE);
  const compare = async ({ operation, body }) => {
    const { status, text } = await ask(operation, body);
    const problem = check(operation, body);
    assert.equal(status, problem.status);
    assert.equal(text.replace(REQUEST_ID, NEVER_SENT), problem.body, shown({ operation, body }));
  };
  await eachOf(sent, compare, AT_ONCE).finally(close);
});
