// A Worker whose clock tests can put forward.
import assert from "node:assert/strict";

/**
 * Source of an entry module that wraps the Worker. `POST /ahead` sets how many milliseconds its clock is ahead. Alarms
 * of Durable Objects fire by the real clock. Objects therefore get their alarms earlier by the same time.
 */
export const CLOCK_ENTRY = `
import Worker, { WebhookDispatcher as Own } from "./index.js";
export * from "./index.js";
let ahead = 0;
const Real = Date;
globalThis.Date = class Date extends Real {
  constructor(...given) {
    super(...(given.length === 0 ? [Date.now()] : given));
  }
  static now() {
    return Real.now() + ahead;
  }
};
export class WebhookDispatcher extends Own {
  constructor(state, env) {
    const set = state.storage.setAlarm.bind(state.storage);
    state.storage.setAlarm = (at, options) => set(Number(at) - ahead, options);
    super(state, env);
  }
}
export default {
  ...Worker,
  async fetch(request, env, context) {
    if (new URL(request.url).pathname !== "/ahead") return Worker.fetch(request, env, context);
    ahead = Number(await request.text());
    return new Response(String(Date.now()));
  },
};
`;

/** Sets the clock of an edge so many milliseconds ahead of the real one. */
export async function setClockAhead(edge, milliseconds) {
  const answer = await fetch(new URL("/ahead", edge.url), {
    method: "POST",
    body: String(milliseconds),
    headers: { Connection: "close" },
  });
  assert.equal(answer.status, 200);
}
