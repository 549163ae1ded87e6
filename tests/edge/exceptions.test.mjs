// Functions of the platform that throw: the request fails, and later requests of the same isolate are answered.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServingEdge } from "./harness.mjs";
import { ask } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { assertProblem } from "../support/problem.mjs";
import { QUESTIONS } from "../support/questions.mjs";

/** Source of an entry module that wraps the Worker. The header `x-throws` names a function that throws meanwhile. */
const ENTRY = `
import Worker from "./index.js";
export * from "./index.js";
const fails = () => { throw new TypeError("broken on purpose"); };
export default {
  async fetch(request, env, context) {
    const name = request.headers.get("x-throws");
    const whole = globalThis[name];
    if (name) globalThis[name] = fails;
    try {
      return await Worker.fetch(request, env, context);
    } finally {
      if (name) globalThis[name] = whole;
    }
  },
};
`;

let edge;
before(async () => (edge = await startServingEdge(demoData, { entry: ENTRY })));
after(() => edge?.stop());

test("a timer that cannot be set fails the request with 503, and the next one is answered", async () => {
  for (const _ of [1, 2]) {
    const failed = await ask(edge, "aggregate", QUESTIONS.aggregate, { headers: { "x-throws": "setTimeout" } });
    assertProblem(failed, "backend_unavailable");
    assert.equal((await ask(edge, "aggregate", QUESTIONS.aggregate)).status, 200);
  }
});

test("a response that cannot be made is a 500, and the next one is answered", async () => {
  const failed = await ask(edge, "aggregate", QUESTIONS.aggregate, { headers: { "x-throws": "Response" } });
  assert.equal(failed.status, 500);
  assert.equal((await ask(edge, "aggregate", QUESTIONS.aggregate)).status, 200);
});
