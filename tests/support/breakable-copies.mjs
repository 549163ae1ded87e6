// A Worker whose `Meter` objects have a KV binding that fails on demand. These objects write account records to KV.
import { send } from "./client.mjs";

/** Delay of a slow KV operation, in milliseconds. */
const LATE_MS = 3000;

/**
 * Source of an entry module that wraps the Worker and its `Meter` objects.
 *
 * `POST /rules` replaces the rules, a list of `{ op, start, skip, times, way }`. An operation fails by the first rule
 * that matches its `op` and whose `start` is a prefix of its name. A rule skips `skip` matches, then applies `times`
 * times. Values of `op` are `get`, `put` and `delete` of KV, and `answer` for the object's response to a kind of
 * message. `GET /told` returns the KV writes: `[op, name, milliseconds since 1970]`.
 */
export const KV_FAULTS_ENTRY = `
import Worker, { Meter as Whole } from "./index.js";
export * from "./index.js";
let rules = [];
const told = [];
const fails = () => { throw new Error("broken on purpose"); };
const WAYS = {
  fails,
  // The operation is done, but the caller gets an error.
  lands: async (done) => { await done(); fails(); },
  slow: async (done) => { await new Promise((resolve) => setTimeout(resolve, ${LATE_MS})); return done(); },
};
const broken = (op, name, done) => {
  const rule = rules.find((rule) => rule.op === op && name.startsWith(rule.start) && rule.skip-- <= 0 && rule.times-- > 0);
  return rule ? WAYS[rule.way](done) : done();
};
const operation = (target, op) => async (...given) => {
  const [name] = given;
  if (op !== "get") told.push([op, name, Date.now()]);
  return broken(op, name, () => target[op](...given));
};
const breakable = (kv) => new Proxy(kv, {
  get: (target, name) => {
    if (["get", "put", "delete"].includes(name)) return operation(target, name);
    return typeof target[name] === "function" && name !== "constructor" ? target[name].bind(target) : target[name];
  },
});
export class Meter extends Whole {
  constructor(state, env) {
    super(state, { ...env, KV: breakable(env.KV) });
  }
  async ask(part, message) {
    const [kind] = Object.keys(JSON.parse(message));
    return broken("answer", kind, () => super.ask(part, message));
  }
}
export default {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    if (pathname === "/told") return Response.json(told);
    if (pathname !== "/rules") return Worker.fetch(request, env, context);
    rules = (await request.json()).map((rule) => ({ skip: 0, times: 1e9, start: "", ...rule }));
    return Response.json(rules);
  },
};
`;

/** Replaces the rules by which KV fails in objects. Without rules, nothing fails. */
export const setKvFaults = (edge, ...rules) => send(edge, "/rules", { method: "POST", body: JSON.stringify(rules) });

/** Returns the write operations that objects have sent to KV. */
export const kvWrites = async (edge) => (await send(edge, "/told")).json;
