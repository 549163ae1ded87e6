// What counting costs at the least: a Worker that makes the one call to a Durable Object and does nothing else. The
// object writes what the meter writes: a row for the minute, one for the quota and one for what was used.
import { DurableObject } from "cloudflare:workers";

const TABLES = `
CREATE TABLE IF NOT EXISTS minute (key TEXT PRIMARY KEY, number INTEGER NOT NULL, taken INTEGER NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS quota (face TEXT PRIMARY KEY, day INTEGER NOT NULL, day_taken INTEGER NOT NULL, month INTEGER NOT NULL, month_taken INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS usage (period TEXT NOT NULL, endpoint TEXT NOT NULL, key TEXT NOT NULL, face TEXT NOT NULL, status TEXT NOT NULL, requests INTEGER NOT NULL, charged INTEGER NOT NULL, cost INTEGER NOT NULL, PRIMARY KEY (period, endpoint, key, face, status)) WITHOUT ROWID;
`;

/** Counts requests. Windows never end here: a benchmark is over before that matters. */
export class Counter extends DurableObject {
  #taken = 0;

  constructor(state, env) {
    super(state, env);
    state.storage.sql.exec(TABLES);
    this.#taken = state.storage.sql.exec("SELECT taken FROM minute").toArray()[0]?.taken ?? 0;
  }

  async fetch(request) {
    const { key, face, endpoint } = await request.json();
    const { sql } = this.ctx.storage;
    const now = Math.floor(Date.now() / 1000);
    const taken = ++this.#taken;
    sql.exec("INSERT OR REPLACE INTO minute (key, number, taken, at) VALUES (?, ?, ?, ?)", key, Math.floor(now / 60), taken, now);
    sql.exec("INSERT OR REPLACE INTO quota (face, day, day_taken, month, month_taken) VALUES (?, ?, ?, ?, ?)", face, Math.floor(now / 86_400), taken, 0, taken);
    sql.exec(
      "INSERT INTO usage (period, endpoint, key, face, status, requests, charged, cost) VALUES (?, ?, ?, ?, ?, 1, 1, 10) ON CONFLICT DO UPDATE SET requests = max(requests + excluded.requests, 0), charged = max(charged + excluded.charged, 0), cost = max(cost + excluded.cost, 0)",
      new Date(now * 1000).toISOString().slice(0, 13),
      endpoint,
      key,
      face,
      "2xx",
    );
    return Response.json({ taken });
  }
}

export default {
  async fetch(request, env) {
    // A connection with a body that nobody read is closed.
    await request.text();
    const body = JSON.stringify({ key: "key_0000000000", face: "data", endpoint: "POST /v1/aggregate" });
    const response = await env.COUNTER.getByName("acc_0000000000").fetch("https://counter/", { method: "POST", body });
    return Response.json(await response.json());
  },
};
