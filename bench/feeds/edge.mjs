// A local edge whose Worker counts, for each subject, its calls to the meter and its work in D1.
import { startServingEdge } from "../../tests/edge/harness.mjs";
import { brand, createAccount, expectOk, fetchAs } from "../../tests/support/account.mjs";
import { operator, send } from "../../tests/support/client.mjs";

/** The header of a request that names the subject to count it for. */
const SUBJECT = "X-Benchmark-Subject";
/** The brand that all accounts monitor. */
const BRAND = "Velunara";

/**
 * Wraps the Worker. The path `/counted` returns the counts of each subject. A subject has one environment, because the
 * Worker parses its settings again for another one.
 */
const COUNTING = `
import Worker from "./index.js";
export * from "./index.js";
const subjects = new Map();
const watched = (binding, members) => new Proxy(binding, {
  get: (target, name) => {
    if (Object.hasOwn(members, name)) return members[name](target);
    // The Worker recognizes a binding by the name of its class.
    return typeof target[name] === "function" && name !== "constructor" ? target[name].bind(target) : target[name];
  },
});
const subjectOf = (name, env) => {
  const counts = { meter: 0, batches: 0, statements: 0, rows_read: 0, rows_written: 0 };
  const batch = (database) => async (statements) => {
    counts.batches += 1;
    const results = await database.batch(statements);
    for (const { meta } of results) {
      counts.statements += 1;
      counts.rows_read += meta.rows_read;
      counts.rows_written += meta.rows_written;
    }
    return results;
  };
  const ask = (object) => (...given) => ((counts.meter += 1), object.ask(...given));
  const getByName = (namespace) => (id) => watched(namespace.getByName(id), { ask });
  const databases = Object.keys(env).filter((name) => /^(DB|DATA_\\d+)$/.test(name));
  const counting = Object.fromEntries(databases.map((name) => [name, watched(env[name], { batch })]));
  return { counts, env: { ...env, ...counting, METER: watched(env.METER, { getByName }) } };
};
export default {
  fetch(request, env, context) {
    if (new URL(request.url).pathname === "/counted")
      return Response.json(Object.fromEntries([...subjects].map(([name, { counts }]) => [name, counts])));
    const name = request.headers.get("${SUBJECT}");
    if (name === null) return Worker.fetch(request, env, context);
    if (!subjects.has(name)) subjects.set(name, subjectOf(name, env));
    return Worker.fetch(request, subjects.get(name).env, context);
  },
  queue: (batch, env, context) => Worker.queue(batch, env, context),
  scheduled: (event, env, context) => Worker.scheduled(event, env, context),
};
`;

/** Starts an edge that serves a dataset. Its Worker counts. */
export const startCounting = (data) => startServingEdge(data, { entry: COUNTING });

/** Returns the counts of each subject by its name. */
export const counted = async (edge) => expectOk(await send(edge, "/counted"));

/** Returns the requests that an account was charged for in this month. */
export async function chargedTo(edge, account) {
  const { rows } = expectOk(await operator(edge, "GET", `/accounts/${account.id}/usage`));
  return rows.reduce((sum, { charged }) => sum + charged, 0);
}

/**
 * Creates a subject: an account whose view is prepared, and the request that its clients send. The request goes to a
 * feed of the account, or to the operation of the feed.
 */
export async function createSubject(edge, { name, isFeed, validates }) {
  const account = await createAccount(edge, { brands: [brand(BRAND)] });
  expectOk(await fetchAs(edge, account, "/v1/mentions?limit=1"));
  const { path, headers } = isFeed ? { path: await createFeed(edge, account), headers: {} } : requestOf(account);
  return { name, isFeed, validates, account, path, headers: { ...headers, [SUBJECT]: name } };
}

async function createFeed(edge, { token }) {
  const feed = { operation: "sentiment-timeline", request: { interval: "month" }, window: "last_365_days" };
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(feed) };
  return expectOk(await send(edge, "/v1/_ext/feeds", request)).url;
}

/** Returns the question of the feed as a request to its operation. */
function requestOf({ token }) {
  const day = (back) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  return {
    path: `/v1/sentiment/timeline?interval=month&from=${day(364)}&to=${day(0)}`,
    headers: { Authorization: `Bearer ${token}`, Accept: "text/csv" },
  };
}
