// Many concurrent requests of an account: each is answered and counted once.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServingEdge } from "./harness.mjs";
import { openConnections, operator } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { QUESTIONS } from "../support/questions.mjs";

/** Number of requests after which the engine has compiled all code that they run. */
const MANY = 20_000;
const AT_ONCE = 32;

/** Source of an entry module that wraps the Worker. `/logged` returns the logged errors. */
const ENTRY = `
import Worker from "./index.js";
export * from "./index.js";
const logged = [];
console.error = (...words) => void logged.push(words.join(" "));
export default {
  fetch(request, env, context) {
    return new URL(request.url).pathname === "/logged" ? Response.json(logged) : Worker.fetch(request, env, context);
  },
};
`;

let edge;
before(async () => (edge = await startServingEdge(demoData, { entry: ENTRY })));
after(() => edge?.stop());

/** Sends so many requests with a new key. Returns the number of responses by status, and the account's usage. */
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
  const { ask, close } = openConnections(edge, AT_ONCE);
  const one = async () => {
    while (left-- > 0) {
      const { status } = await ask("aggregate", QUESTIONS.aggregate, { secret });
      answers[status] = (answers[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  const { headers } = await ask("aggregate", QUESTIONS.aggregate, { secret });
  close();
  const [, month] = headers.get("ratelimit").match(/"month";r=(\d+)/);
  return { answers, charged: 1_000_000 - Number(month) - 1 };
}

const logged = async () => (await fetch(new URL("/logged", edge.url))).json();

test(`${MANY} concurrent requests are all answered and charged`, async () => {
  assert.deepEqual(await askOften(MANY), { answers: { 200: MANY }, charged: MANY });
  assert.deepEqual(await logged(), []);
});
