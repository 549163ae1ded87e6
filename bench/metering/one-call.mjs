// What counting costs at the least: a Worker that makes the one call to a Durable Object and does nothing else. The
// object writes one row, with what the meter writes into its own.
import { DurableObject } from "cloudflare:workers";

const TABLE = "CREATE TABLE IF NOT EXISTS key_state (key TEXT PRIMARY KEY, state TEXT NOT NULL) WITHOUT ROWID";

/** Counts requests. Windows never end here: a benchmark is over before that matters. */
export class Counter extends DurableObject {
  #taken = 0;

  constructor(state, env) {
    super(state, env);
    state.storage.sql.exec(TABLE);
  }

  async fetch(request) {
    const { key, face, endpoint } = await request.json();
    const now = Math.floor(Date.now() / 1000);
    const taken = ++this.#taken;
    const windows = {
      minute: { window: Math.floor(now / 60), taken },
      day: { window: Math.floor(now / 86_400), taken },
      month: { window: 0, taken },
    };
    const usage = [{ endpoint, status: "2xx", requests: taken, charged: taken, cost: 10 * taken }];
    const state = JSON.stringify({
      face,
      last_used: now,
      ...windows,
      hour: new Date(now * 1000).toISOString().slice(0, 13),
      usage,
    });
    this.ctx.storage.sql.exec(
      "INSERT INTO key_state (key, state) VALUES (?, ?) ON CONFLICT DO UPDATE SET state = excluded.state",
      key,
      state,
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
