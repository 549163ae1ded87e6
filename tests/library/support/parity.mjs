// Mutated requests, and the results of the native core and of a module for them.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { hostProgram } from "../../../scripts/host-program.mjs";
import { FILES, bodyOf, casesOf } from "../../support/corpus.mjs";
import { mutate, mutateValue } from "../../support/mutate.mjs";
import { random } from "../../support/random.mjs";

/** Total number of mutated requests. */
export const REQUESTS = 100_000;
export const SEED = 20261121;

/**
 * Yields mutations of the cases of every file, equally many of each. One in four mutates bytes, which rarely gives
 * JSON; the others mutate values.
 */
export function mutatedRequests(count = REQUESTS) {
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

/** Yields mutated queries of the Account API, as addresses that a browser writes. */
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

/** Yields mutated bodies of a `report` or a `webhook`. */
export function mutatedBodies(made, count = REQUESTS / 5) {
  const next = random(SEED);
  // Most webhook cases have a refused address, whatever other mutations they have.
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

/** Returns the native core's results for requests. */
export async function nativeResults(requests) {
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

/** Returns a module's result for a request: its canonical form and cost, or the error body. */
function verdict({ check, shape }, operation, body) {
  const problem = check(operation, body);
  if (problem) return problem.body;
  const shaped = shape(operation, body);
  return [shaped.body, shaped.cost];
}

export const shown = ({ operation, body }) => `${operation} ${JSON.stringify(body.toString("latin1"))}`;

/** Checks that a module's `check` and `shape` agree with the native core byte for byte, for bytes and for text. */
export async function assertParity(entry, requests) {
  const expected = await nativeResults(requests);
  assert.equal(expected.length, requests.length);
  const refused = expected.filter((said) => typeof said === "string").length;
  assert.ok(refused > REQUESTS / 2 && refused < REQUESTS * 0.95, `${refused} of ${REQUESTS} are refused`);
  for (const [at, request] of requests.entries()) {
    assert.deepEqual(verdict(entry, request.operation, request.body), expected[at], shown(request));
    const text = request.body.toString();
    // Bytes that are not UTF-8 change when they become text.
    if (Buffer.from(text).equals(request.body))
      assert.deepEqual(verdict(entry, request.operation, text), expected[at], shown(request));
  }
}
