// A Worker in whose objects KV breaks when a test says so: there the records of accounts are told.
import { send } from "./client.mjs";

/** How late a slow KV answers. */
const LATE_MS = 3000;

/**
 * Stands before the Worker and its objects. `POST /rules` says what breaks in objects from now on: a list of
 * `{ op, start, skip, times, way }`, of which the first is taken that is about the operation and a name that begins so,
 * after `skip` others like it and so many times. Operations are `get`, `put` and `delete` of KV, and `answer`: what the
 * object answers to messages of a kind. `GET /told` answers what KV was told: `[op, name, milliseconds since 1970]`.
 */
export const BREAKABLE_COPIES = `
import Worker, { Meter as Whole } from "./index.js";
export * from "./index.js";
let rules = [];
const told = [];
const fails = () => { throw new Error("broken on purpose"); };
const WAYS = {
  fails,
  // It arrives, and nobody is told.
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
export class Meter {
  constructor(state, env) {
    this.whole = new Whole(state, { ...env, KV: breakable(env.KV) });
  }
  async fetch(request) {
    const [kind] = Object.keys(await request.clone().json());
    return broken("answer", kind, () => this.whole.fetch(request));
  }
  alarm(...given) {
    return this.whole.alarm(...given);
  }
}
export default {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    if (pathname === "/told") return Response.json(told);
    if (pathname !== "/rules") return new Worker(context, env).fetch(request);
    rules = (await request.json()).map((rule) => ({ skip: 0, times: 1e9, start: "", ...rule }));
    return Response.json(rules);
  },
};
`;

/** Breaks KV in objects by rules; without any it is whole again. */
export const breakCopies = (edge, ...rules) => send(edge, "/rules", { method: "POST", body: JSON.stringify(rules) });

/** What KV was told by objects. */
export const toldCopies = async (edge) => (await send(edge, "/told")).json;
