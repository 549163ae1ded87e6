// Mutated requests, what the native core says of them, and what a module says.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { hostProgram } from "../../../scripts/host-program.mjs";
import { FILES, bodyOf, casesOf } from "../../support/corpus.mjs";
import { mutate, mutateValue } from "../../support/mutate.mjs";
import { random } from "../../support/random.mjs";

/** Mutated requests in all. */
export const REQUESTS = 100_000;
export const SEED = 20261121;

/**
 * Mutated cases of every file, as many of each: one in four by their bytes, which is mostly no JSON, others by their
 * values.
 */
export function mutated(count = REQUESTS) {
  const next = random(SEED);
  const files = Object.entries(FILES);
  return files.flatMap(([file, operation]) => {
    const cases = casesOf(file);
    const bodies = cases.map(bodyOf);
    const values = cases.filter((example) => "body" in example).map((example) => example.body);
    const body = () =>
      values.length === 0 || next() < 0.25
        ? mutate(bodies, next)
        : Buffer.from(JSON.stringify(mutateValue(values, next)));
    return Array.from({ length: Math.ceil(count / files.length) }, () => ({ operation, body: body() }));
  });
}

/** Mutated questions of the Account API: their addresses as a browser writes them. */
export function mutatedQuestions(count = REQUESTS / 5) {
  const next = random(SEED);
  const cases = casesOf("account.json");
  const queries = cases.map(({ query }) => Buffer.from(query));
  return Array.from({ length: count }, () => {
    const { operation } = cases[Math.floor(next() * cases.length)];
    const whole =
      next() < 0.5
        ? queries
        : cases.filter((example) => example.operation === operation).map(({ query }) => Buffer.from(query));
    return { operation, body: Buffer.from(mutate(whole, next).toString()) };
  });
}

/** Mutated bodies of what the Account API makes: a `report` or a `webhook`. */
export function mutatedBodies(made, count = REQUESTS / 5) {
  const next = random(SEED);
  // Most cases of webhooks have an address that is refused, whatever else is changed.
  const cases = casesOf(`${made}s.json`);
  const [bodies, values] = [
    cases.map(bodyOf),
    cases
      .filter((example) => "body" in example && (made === "report" || "accept" in example))
      .map((example) => example.body),
  ];
  const body = () => (next() < 0.25 ? mutate(bodies, next) : Buffer.from(JSON.stringify(mutateValue(values, next))));
  return Array.from({ length: count }, () => ({ operation: `create-${made}`, body: body() }));
}

/** What the native core says of some requests. */
export async function native(requests) {
  const child = spawn(await hostProgram("overheard-parity", "overheard-parity"), {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(requests.map(({ operation, body }) => `${operation} ${body.toString("base64")}\n`).join(""));
  let output = "";
  for await (const text of child.stdout.setEncoding("utf8")) output += text;
  return output
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** What a module says of a request: its canonical form and its cost, or the error body. */
function verdict({ check, shape }, operation, body) {
  const problem = check(operation, body);
  if (problem) return problem.body;
  const shaped = shape(operation, body);
  return [shaped.body, shaped.cost];
}

export const shown = ({ operation, body }) => `${operation} ${JSON.stringify(body.toString("latin1"))}`;

/** Holds a module to the native core, given its `check` and `shape`: to the byte, for bytes and for text. */
export async function assertParity(entry, requests) {
  const expected = await native(requests);
  assert.equal(expected.length, requests.length);
  const refused = expected.filter((said) => typeof said === "string").length;
  assert.ok(refused > REQUESTS / 2 && refused < REQUESTS * 0.95, `${refused} of ${REQUESTS} are refused`);
  for (const [at, request] of requests.entries()) {
    assert.deepEqual(verdict(entry, request.operation, request.body), expected[at], shown(request));
    const text = request.body.toString();
    // What is not UTF-8 is not the same as text.
    if (Buffer.from(text).equals(request.body))
      assert.deepEqual(verdict(entry, request.operation, text), expected[at], shown(request));
  }
}
