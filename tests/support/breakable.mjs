// A Worker whose bindings fail for requests that carry an `x-break` header.
import assert from "node:assert/strict";
import { assertProblem } from "./problem.mjs";

/** Delay of a slow binding, in milliseconds. The caller stops waiting after two seconds. */
export const LATE_MS = 4000;
/** Limit for the response to a fault, in milliseconds: the two seconds of waiting, and the work before and after. */
const RESPONSE_LIMIT_MS = 3500;

/**
 * Source of an entry module that wraps the Worker.
 *
 * The header `x-break` names the bindings that fail and how: `METER fails`, `KV slow`. The header `x-break-only` limits
 * this to KV records whose names begin so, or to one kind of message to METER; without it, everything fails. `GET
 * /said` returns the meter's responses that came too late.
 */
export const BREAKABLE_ENTRY = `
import Worker from "./index.js";
export * from "./index.js";
const said = [];
const fails = () => Promise.reject(new Error("broken on purpose"));
const later = () => new Promise((resolve) => setTimeout(resolve, ${LATE_MS}));
const WAYS = {
  METER: {
    fails,
    slow: async (heard, context) => {
      const answer = later().then(heard);
      // Without waitUntil the platform would cancel this request together with the Worker's response.
      context.waitUntil(answer.then(([, text]) => said.push(JSON.parse(text))));
      return answer;
    },
    text: () => [true, "<html>no meter</html>"],
    json: () => [true, '{"verdict":{"charged":true}}'],
    nothing: () => [true, "null"],
    500: () => [false, "broken on purpose"],
    unheard: async (heard) => {
      await heard();
      return fails();
    },
  },
  KV: { fails, slow: (read) => later().then(read), text: async () => "<html>no record</html>", json: async () => '{"answer":42}', list: async () => "[]" },
  DB: { fails },
};
const broken = (binding, methods, answer) => new Proxy(binding, {
  get: (target, name) => {
    if (methods.includes(name)) return (...given) => answer(target, name, given);
    // The runtime identifies a binding by the name of its class.
    return typeof target[name] === "function" && name !== "constructor" ? target[name].bind(target) : target[name];
  },
});
const brokenMeter = (namespace, way, only, context) => broken(namespace, ["getByName"], (target, name, given) => {
  if (way === "throws") throw new Error("broken on purpose");
  const stub = target.getByName(...given);
  return {
    ask: async (part, message) => {
      const heard = () => stub.ask(part, message);
      return only in JSON.parse(message) || only === "" ? WAYS.METER[way](heard, context) : heard();
    },
  };
});
export default {
  queue: (batch, env, context) => Worker.queue(batch, env, context),
  scheduled: (event, env, context) => Worker.scheduled(event, env, context),
  async fetch(request, env, context) {
    if (new URL(request.url).pathname === "/said") return Response.json(said);
    const only = request.headers.get("x-break-only") ?? "";
    const changed = { ...env };
    for (const one of request.headers.get("x-break")?.split(", ") ?? []) {
      const [part, way] = one.split(" ");
      const breaks = (target, name, given) => WAYS[part][way](() => target[name](...given));
      if (part === "METER") changed.METER = brokenMeter(env.METER, way, only, context);
      if (part === "KV") changed.KV = broken(env.KV, ["get"], (target, name, given) => (given[0].startsWith(only) ? breaks(target, name, given) : target[name](...given)));
      if (part === "DB")
        for (const name of ["DB", "DATA_0", "DATA_1", "DATA_2"]) changed[name] = broken(env[name], ["batch"], breaks);
    }
    return Worker.fetch(request, changed, context);
  },
};
`;

/** Checks that a request is refused with `backend_unavailable` in time while a binding does not respond. */
export async function expectUnavailable(asking, what) {
  const began = Date.now();
  const answer = await asking();
  const took = Date.now() - began;
  assert.notEqual(answer.status, 200, what);
  assertProblem(answer, "backend_unavailable");
  assert.match(answer.headers.get("retry-after"), /^[1-9]\d*$/, what);
  assert.ok(took < RESPONSE_LIMIT_MS, `${what}: told after ${took} ms`);
  return answer;
}
