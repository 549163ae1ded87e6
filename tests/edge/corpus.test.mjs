// The edge accepts and refuses the requests of the corpus as specified.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServingEdge } from "./harness.mjs";
import { ask, eachOf } from "../support/client.mjs";
import { FILES, bodyOf, casesOf } from "../support/corpus.mjs";
import { demoData } from "../support/data.mjs";
import { assertProblem } from "../support/problem.mjs";

let edge;
before(async () => (edge = await startServingEdge(demoData)));
after(() => edge?.stop());

/** Compares a violation. Members that a case omits are ignored, except those that belong to a message. */
function assertViolation(expected, actual) {
  for (const member of ["code", "param", "message", "allowed", "did_you_mean"]) {
    const withMessage = ["allowed", "did_you_mean"].includes(member) && "message" in expected;
    if (member in expected || withMessage) assert.deepEqual(actual[member], expected[member], member);
  }
}

async function check(operation, example) {
  const answer = await ask(edge, operation, bodyOf(example));
  if (example.accept) {
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers.get("content-type"), "application/json");
    assert.equal(answer.headers.get("x-query-cost"), String(example.accept.cost));
    assert.equal(answer.headers.get("x-size-applied"), null, "a raw key is never clamped");
    return answer.text;
  }
  const first = example.refuse[0].code;
  const body = assertProblem(answer, first ?? answer.json?.code);
  assert.equal(body.errors.length, example.refuse.length, JSON.stringify(body.errors, null, 1));
  example.refuse.forEach((expected, at) => assertViolation(expected, body.errors[at]));
  return undefined;
}

for (const [file, operation] of Object.entries(FILES)) {
  test(`${operation} accepts and refuses the requests of ${file} as specified`, async () => {
    const failures = [];
    const cases = casesOf(file);
    await eachOf(cases, async (example) => {
      try {
        const answered = await check(operation, example);
        // The canonical text is the same query, so its answer is the same.
        if (answered !== undefined)
          assert.equal((await ask(edge, operation, example.accept.canonical)).text, answered, "of the canonical text");
      } catch (error) {
        failures.push(`${example.name} (${example.rule}): ${error.message}`);
      }
    });
    assert.equal(failures.length, 0, `${failures.length} of ${cases.length} cases differ:\n${failures.join("\n\n")}`);
  });
}
