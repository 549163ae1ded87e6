// Requests that share a call to their meter: none of them goes on in the place of another, however often it happens.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startServingEdge } from "./harness.mjs";
import { ask, operator } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { QUESTIONS } from "../support/questions.mjs";

/** Requests after which the engine has compiled whatever they all do. */
const MANY = 20_000;
const AT_ONCE = 32;

/**
 * Stands before the Worker. After `/forget` promises are made by a function that the engine has compiled, with which
 * they lose whose they are, as those of the platform's own code do not. `/logged` tells what was logged as an error.
 */
const ENTRY = `
import Worker from "./index.js";
export * from "./index.js";
const logged = [];
console.error = (...words) => void logged.push(words.join(" "));
const make = () => {
  let resolve;
  const promise = new Promise((kept) => (resolve = kept));
  return { promise, resolve };
};
export default {
  fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    if (pathname === "/logged") return Response.json(logged);
    if (pathname !== "/forget") return new Worker(context, env).fetch(request);
    Promise.withResolvers = make;
    // In a loop of its own it would be compiled as a part of the loop.
    for (let turn = 0; turn < 10; turn += 1) Array.from({ length: 50_000 }, make);
    return new Response("forgotten");
  },
};
`;

let edge;
before(async () => (edge = await startServingEdge(demoData, { entry: ENTRY })));
after(() => edge?.stop());

/**
 * Asks so many times, of a key of its own: how often it was answered with each status, and what the account then used.
 */
async function askOften(times) {
  const made = async (method, path, body) => {
    const { status, json, text } = await operator(edge, method, path, body);
    assert.ok(status < 300, text);
    return json;
  };
  await made("PUT", "/plans/data/often", { per_minute: 1_000_000, per_month: 1_000_000 });
  const account = await made("POST", "/accounts", { name: "Meridian", plan: "often" });
  const { secret } = await made("POST", "/keys", { account_id: account.id });
  const answers = {};
  let left = times;
  const one = async () => {
    while (left-- > 0) {
      const { status } = await ask(edge, "aggregate", QUESTIONS.aggregate, { secret });
      answers[status] = (answers[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  const { headers } = await ask(edge, "aggregate", QUESTIONS.aggregate, { secret });
  const [, month] = headers.get("ratelimit").match(/"month";r=(\d+)/);
  return { answers, charged: 1_000_000 - Number(month) - 1 };
}

const logged = async () => (await fetch(new URL("/logged", edge.url))).json();

test(`${MANY} requests, many at once, are all answered and charged`, async () => {
  assert.deepEqual(await askOften(MANY), { answers: { 200: MANY }, charged: MANY });
  assert.deepEqual(await logged(), []);
});

test("where the platform wakes requests up in the wrong place they are answered all the same, and share no calls from then on", async () => {
  // The engine compiles beside what runs, and uses it when it is done.
  for (let time = 0; time < 5; time += 1) {
    assert.equal(await (await fetch(new URL("/forget", edge.url))).text(), "forgotten");
    await sleep(200);
  }
  assert.deepEqual(await askOften(500), { answers: { 200: 500 }, charged: 500 });
  assert.deepEqual(await logged(), [
    "the meter: a request was woken up in another one's place, calls are shared no more",
  ]);
});
