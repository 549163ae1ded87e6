// The library accepts and refuses the requests of the corpus as specified, in every form that a request may have.
import assert from "node:assert/strict";
import { test } from "node:test";
import { check, shape } from "overheard";
import { FILES, bodyOf, casesOf } from "../support/corpus.mjs";

/**
 * Returns the equivalent forms of a case's body. Some texts have no object form, and bytes that are not UTF-8 no text.
 */
function formsOf(example) {
  const bytes = bodyOf(example);
  return {
    bytes: new Uint8Array(bytes),
    ...("body_base64" in example ? {} : { text: bytes.toString() }),
    ...("body" in example ? { object: example.body } : {}),
  };
}

/** Compares a violation. Members that a case omits are ignored, except those that belong to a message. */
function assertViolation(expected, actual) {
  for (const member of ["code", "param", "message", "allowed", "did_you_mean"]) {
    const withMessage = ["allowed", "did_you_mean"].includes(member) && "message" in expected;
    if (member in expected || withMessage) assert.deepEqual(actual[member], expected[member], member);
  }
}

function assertAccepted(operation, request, { canonical, cost }) {
  assert.equal(check(operation, request), null);
  const shaped = shape(operation, request);
  assert.equal(shaped.body, canonical);
  assert.equal(shaped.cost, cost);
  assert.equal(shaped.method, "POST");
  assert.equal(shaped.path, `/v1/${operation}`);
  assert.deepEqual(shape(operation, canonical), shaped, "of the canonical text");
}

function assertRefused(operation, request, refuse) {
  const problem = check(operation, request);
  assert.notEqual(problem, null, "accepted");
  // The message alone is made in another way than the body.
  assert.equal(check(operation, request).message, JSON.parse(problem.body).message);
  assert.equal(problem.errors.length, refuse.length, problem.body);
  refuse.forEach((expected, at) => assertViolation(expected, problem.errors[at]));
  assert.throws(
    () => shape(operation, request),
    (error) => error.problem.body === problem.body && error.message === problem.message,
  );
}

for (const [file, operation] of Object.entries(FILES)) {
  test(`${operation} accepts and refuses the requests of ${file} as specified`, () => {
    const failures = [];
    let compared = 0;
    for (const example of casesOf(file)) {
      for (const [form, request] of Object.entries(formsOf(example))) {
        compared++;
        try {
          if (example.accept) assertAccepted(operation, request, example.accept);
          else assertRefused(operation, request, example.refuse);
        } catch (error) {
          failures.push(`${example.name} as ${form} (${example.rule}): ${error.message}`);
        }
      }
    }
    assert.ok(compared > 30, `only ${compared} requests`);
    assert.equal(failures.length, 0, failures.join("\n\n"));
  });
}
