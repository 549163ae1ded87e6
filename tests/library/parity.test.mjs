// The core says the same natively, as the package's module, and behind the edge: to the byte.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before, test } from "node:test";
import { check, shape } from "overheard";
import { inRoot, environment } from "../../scripts/project.mjs";
import { startServingEdge } from "../edge/harness.mjs";
import { ask, eachOf } from "../edge/support/client.mjs";
import { FILES, bodyOf, casesOf } from "../edge/support/corpus.mjs";
import { demoData } from "../edge/support/data.mjs";
import { mutate, mutateValue } from "../edge/support/mutate.mjs";
import { random } from "../edge/support/random.mjs";

/** Mutated requests in all, and how many of those that are refused are sent to the edge; PARITY=all sends every one. */
const REQUESTS = 100_000;
const SENT = process.env.PARITY === "all" ? Infinity : 6_000;
const SEED = 20261121;
/** The id that the edge gives a request, and the one of a request that was never sent. */
const REQUEST_ID = /req_[0-9A-HJKMNP-TV-Z]{10,26}/g;
const NEVER_SENT = "req_0000000000";

const requests = mutated();

/** Mutated cases of every file, as many of each: one in four by their bytes, which is mostly no JSON, others by their values. */
function mutated() {
  const next = random(SEED);
  const files = Object.entries(FILES);
  return files.flatMap(([file, operation]) => {
    const cases = casesOf(file);
    const bodies = cases.map(bodyOf);
    const values = cases.filter((example) => "body" in example).map((example) => example.body);
    const body = () => (values.length === 0 || next() < 0.25 ? mutate(bodies, next) : Buffer.from(JSON.stringify(mutateValue(values, next))));
    return Array.from({ length: Math.ceil(REQUESTS / files.length) }, () => ({ operation, body: body() }));
  });
}

/** Mutated questions of the Account API: their addresses as a browser writes them. */
function mutatedQuestions() {
  const next = random(SEED);
  const cases = casesOf("account.json");
  const queries = cases.map(({ query }) => Buffer.from(query));
  return Array.from({ length: REQUESTS / 5 }, () => {
    const { operation } = cases[Math.floor(next() * cases.length)];
    const whole = next() < 0.5 ? queries : cases.filter((example) => example.operation === operation).map(({ query }) => Buffer.from(query));
    return { operation, body: Buffer.from(mutate(whole, next).toString()) };
  });
}

/** What the native core says of some requests. */
async function native(requests) {
  const child = spawn("cargo", ["run", "--quiet", "--release", "-p", "overheard-parity"], {
    cwd: inRoot(),
    env: environment(),
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(requests.map(({ operation, body }) => `${operation} ${body.toString("base64")}\n`).join(""));
  let output = "";
  for await (const text of child.stdout.setEncoding("utf8")) output += text;
  return output.trimEnd().split("\n").map((line) => JSON.parse(line));
}

/** What the module says of a request: its canonical form and its cost, or the error body. */
function verdict(operation, body) {
  const problem = check(operation, body);
  if (problem) return problem.body;
  const shaped = shape(operation, body);
  return [shaped.body, shaped.cost];
}

const shown = ({ operation, body }) => `${operation} ${JSON.stringify(body.toString("latin1"))}`;

test(`${REQUESTS} mutated requests: the module says of bytes and of text what the native core says`, async () => {
  const expected = await native(requests);
  assert.equal(expected.length, requests.length);
  const refused = expected.filter((said) => typeof said === "string").length;
  assert.ok(refused > REQUESTS / 2 && refused < REQUESTS * 0.95, `${refused} of ${REQUESTS} are refused`);
  for (const [at, request] of requests.entries()) {
    assert.deepEqual(verdict(request.operation, request.body), expected[at], shown(request));
    const text = request.body.toString();
    // What is not UTF-8 is not the same as text.
    if (Buffer.from(text).equals(request.body)) assert.deepEqual(verdict(request.operation, text), expected[at], shown(request));
  }
});

test(`${REQUESTS / 5} mutated questions of the Account API: the module says what the native core says`, async () => {
  const questions = mutatedQuestions();
  const expected = await native(questions);
  const refused = expected.filter((said) => typeof said === "string").length;
  assert.ok(refused > questions.length / 2 && refused < questions.length * 0.95, `${refused} of ${questions.length} are refused`);
  for (const [at, { operation, body }] of questions.entries()) {
    // A question mark at the beginning is not a part of the query.
    const query = `?${body}`;
    const problem = check(operation, query);
    const said = problem ? problem.body : [shape(operation, query).path, shape(operation, query).cost];
    assert.deepEqual(said, expected[at], shown({ operation, body }));
  }
});

let edge;
before(async () => (edge = await startServingEdge(demoData)));
after(() => edge?.stop());

test("refused requests: the edge's error body is the module's", async () => {
  const refused = requests.filter(({ operation, body }) => check(operation, body));
  const every = Math.max(1, Math.floor(refused.length / SENT));
  const sent = refused.filter((_, at) => at % every === 0);
  assert.ok(sent.length >= Math.min(SENT, refused.length));
  await eachOf(sent, async ({ operation, body }) => {
    const { status, text } = await ask(edge, operation, body);
    const problem = check(operation, body);
    assert.equal(status, problem.status);
    assert.equal(text.replace(REQUEST_ID, NEVER_SENT), problem.body, shown({ operation, body }));
  });
});
