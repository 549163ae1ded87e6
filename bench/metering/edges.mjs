// What is measured: Overheard with a question that it has an answer to, and a Worker that only counts.
import { readFileSync } from "node:fs";
import { Log, LogLevel, Miniflare } from "miniflare";
import { parse } from "smol-toml";
import { inRoot } from "../../scripts/project.mjs";
import { Failure } from "../../scripts/step.mjs";
import { startServingEdge } from "../../tests/edge/harness.mjs";
import { operator } from "../../tests/support/client.mjs";
import { demoData } from "../../tests/support/data.mjs";
import { QUESTIONS } from "../../tests/support/questions.mjs";
import { COUNTING } from "./counting.mjs";

/**
 * Stands before the Worker and takes the place of the meter: every request is admitted at once, and counted by nobody.
 * The records of accounts, which are in the same object, stay there.
 */
const UNMETERED = `
import Worker from "./index.js";
export * from "./index.js";
const admitted = (now) => ({ verdict: { violated: [], charged: true, standings: [], now } });
const meterOf = (object) => ({
  ask: async (part, message) => {
    if (part !== "ledger") return object.ask(part, message);
    const { take } = JSON.parse(message);
    return [true, JSON.stringify(take ? take.takes.map(() => admitted(Math.floor(Date.now() / 1000))) : null)];
  },
});
const unmetered = (namespace) => new Proxy(namespace, { get: (target, member) => (member === "getByName" ? (name) => meterOf(target.getByName(name)) : target[member]) });
// One object, because the Worker reads its settings again from another one.
let changed;
export default {
  queue: (batch, env, context) => Worker.queue(batch, env, context),
  scheduled: (event, env, context) => Worker.scheduled(event, env, context),
  fetch: (request, env, context) => Worker.fetch(request, (changed ??= { ...env, METER: unmetered(env.METER) }), context),
};
`;

/** What is sent again and again, to both alike; to the one that only counts it says nothing. */
export const asking = (secret) => ({
  path: "/v1/aggregate",
  headers: { "X-API-Key": secret, "Content-Type": "application/json" },
  body: JSON.stringify(QUESTIONS.aggregate),
});

const ENTRIES = { counting: COUNTING, unmetered: UNMETERED };

/**
 * Overheard with a dataset, and the secret of a customer's key whose plan is never used up. `entry` may be
 * `counting`, to have it tell how often it calls what is behind it, or `unmetered`, to have nobody count; `persistTo` a
 * folder for its state.
 */
export async function startOverheard(entry, { data = demoData, persistTo } = {}) {
  const edge = await startServingEdge(data, {
    ...(entry && { entry: ENTRIES[entry] }),
    ...(persistTo && { persistTo }),
    site: false,
  });
  try {
    const made = async (method, path, body) => {
      const { status, json, text } = await operator(edge, method, path, body);
      if (status >= 300) throw new Failure(`${method} ${path}: ${status} ${text}`);
      return json;
    };
    await made("PUT", "/plans/data/bench", { per_minute: 1_000_000, per_month: 1_000_000_000 });
    const account = await made("POST", "/accounts", { name: "Benchmark", plan: "bench" });
    return { ...edge, secret: (await made("POST", "/keys", { account_id: account.id, access_level: "raw" })).secret };
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
