// What is measured: Overheard with a question that it has an answer to, and a Worker that only counts.
import { readFileSync } from "node:fs";
import { Log, LogLevel, Miniflare } from "miniflare";
import { parse } from "smol-toml";
import { inRoot } from "../../scripts/project.mjs";
import { Failure } from "../../scripts/step.mjs";
import { startServingEdge } from "../../tests/edge/harness.mjs";
import { operator } from "../../tests/edge/support/client.mjs";
import { demoData } from "../../tests/edge/support/data.mjs";
import { QUESTIONS } from "../../tests/edge/support/questions.mjs";

/** Stands before the Worker and counts how often it calls what is behind it. The path `/counted` tells. */
const COUNTING = `
import Worker from "./index.js";
export * from "./index.js";
const counted = { meter: 0, kv: 0, d1: 0 };
const counting = (binding, method, name, wrap = (result) => result) => new Proxy(binding, {
  get: (target, member) => {
    // The Worker knows a binding by the name of its class.
    if (member === "constructor" || typeof target[member] !== "function") return target[member];
    if (member !== method) return target[member].bind(target);
    return (...given) => {
      if (name) counted[name] += 1;
      return wrap(target[member](...given));
    };
  },
});
export default {
  fetch(request, env, context) {
    if (new URL(request.url).pathname === "/counted") return Response.json(counted);
    const METER = counting(env.METER, "getByName", undefined, (stub) => counting(stub, "fetch", "meter"));
    return new Worker(context, { ...env, METER, KV: counting(env.KV, "get", "kv"), DB: counting(env.DB, "batch", "d1") }).fetch(request);
  },
};
`;

/** What is sent again and again, to both alike; to the one that only counts it says nothing. */
export const asking = (secret) => ({
  path: "/v1/aggregate",
  headers: { "X-API-Key": secret, "Content-Type": "application/json" },
  body: JSON.stringify(QUESTIONS.aggregate),
});

/**
 * Overheard with the demo dataset, and the secret of a customer's key whose plan is never used up; `counting` has it
 * tell how often it calls what is behind it.
 */
export async function startOverheard({ counting = false } = {}) {
  const edge = await startServingEdge(demoData, counting ? { entry: COUNTING } : {});
  try {
    const made = async (method, path, body) => {
      const { status, json, text } = await operator(edge, method, path, body);
      if (status >= 300) throw new Failure(`${method} ${path}: ${status} ${text}`);
      return json;
    };
    await made("PUT", "/plans/data/bench", { per_minute: 1_000_000, per_month: 1_000_000_000 });
    const account = await made("POST", "/accounts", { name: "Benchmark", plan: "bench" });
    return { ...edge, secret: (await made("POST", "/keys", { account_id: account.id })).secret };
  } catch (error) {
    await edge.stop();
    throw error;
  }
}

/** The Worker that only counts, in the same runtime with the same settings. */
export async function startOneCall() {
  const { compatibility_date } = parse(readFileSync(inRoot("wrangler.toml"), "utf8"));
  const mf = new Miniflare({
    host: "127.0.0.1",
    port: 0,
    cf: false,
    log: new Log(LogLevel.NONE),
    name: "one-call",
    modules: [{ type: "ESModule", path: inRoot("bench", "metering", "one-call.mjs") }],
    modulesRoot: inRoot("bench", "metering"),
    compatibilityDate: compatibility_date,
    durableObjects: { COUNTER: { className: "Counter", useSQLite: true } },
  });
  return { url: (await mf.ready).origin, stop: () => mf.dispose() };
}
