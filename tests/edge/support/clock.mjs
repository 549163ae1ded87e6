// A Worker whose clock can be put forward.
import assert from "node:assert/strict";

/**
 * Stands before the Worker: `POST /ahead` with milliseconds puts its clock so far ahead of the real one. Alarms of Durable
 * Objects strike when the real clock has come so far, so whoever puts the clock forward wakes what is due by then.
 */
export const AHEAD = `
import Worker, { Courier as Own } from "./index.js";
export * from "./index.js";
let ahead = 0;
const now = Date.now.bind(Date);
Date.now = () => now() + ahead;
export class Courier extends Own {
  constructor(state, env) {
    const set = state.storage.setAlarm.bind(state.storage);
    state.storage.setAlarm = (at, options) => set(Number(at) - ahead, options);
    super(state, env);
  }
}
const { fetch, queue, scheduled } = Worker;
export default {
  async fetch(request, env, context) {
    if (new URL(request.url).pathname !== "/ahead") return fetch.call(Worker, request, env, context);
    ahead = Number(await request.text());
    return new Response(String(Date.now()));
  },
  queue: (...given) => queue.call(Worker, ...given),
  scheduled: (...given) => scheduled.call(Worker, ...given),
};
`;

/** Puts the clock of an edge so many milliseconds ahead of the real one. */
export async function putAhead(edge, milliseconds) {
  const answer = await fetch(new URL("/ahead", edge.url), { method: "POST", body: String(milliseconds), headers: { Connection: "close" } });
  assert.equal(answer.status, 200);
}
