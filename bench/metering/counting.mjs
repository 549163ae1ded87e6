// What a request uses of the platform, counted where the Worker and its meter call it.

/**
 * Stands before the Worker and counts calls and rows. The path `/counted` tells: calls to the meter and the
 * milliseconds that they took there, alarms, rows that it read and wrote, reads and writes of KV, batches and rows of
 * D1.
 */
export const COUNTING = `
import Worker, { Meter as CountedMeter } from "./index.js";
export * from "./index.js";
const counted = { meter: 0, meter_ms: 0, alarms: 0, rows_read: 0, rows: 0, kv: 0, kv_writes: 0, d1: 0, d1_rows_read: 0, d1_rows: 0 };
/** A binding; \`after\` is told the result of each call of its methods that it names. */
const watched = (binding, after) => new Proxy(binding, {
  get: (target, member) => {
    // The Worker knows a binding by the name of its class.
    if (member === "constructor" || typeof target[member] !== "function") return target[member];
    if (!after[member]) return target[member].bind(target);
    return (...given) => after[member](target[member](...given));
  },
});
const plus = (name, more = 1) => void (counted[name] += more);
const rowsOf = (cursor) => {
  // A cursor has read what was taken from it when the statement's turn is over.
  queueMicrotask(() => plus("rows_read", cursor.rowsRead));
  plus("rows", cursor.rowsWritten);
  return cursor;
};
const kvOf = (kv) => watched(kv, { get: (read) => (plus("kv"), read), put: (written) => (plus("kv_writes"), written) });
const d1Rows = async (results) => {
  for (const { meta } of await results) {
    plus("d1_rows_read", meta.rows_read);
    plus("d1_rows", meta.rows_written);
  }
  return results;
};
export class Meter extends CountedMeter {
  constructor(context, env) {
    const sql = watched(context.storage.sql, { exec: rowsOf });
    // Setting an alarm is a row, and its coming is a call.
    const alarms = watched(context.storage, { setAlarm: (set) => (plus("alarms"), set) });
    const storage = new Proxy(alarms, { get: (target, member) => (member === "sql" ? sql : target[member]) });
    // The platform's base class takes no other context than its own.
    Object.defineProperty(context, "storage", { value: storage });
    super(context, { ...env, KV: kvOf(env.KV) });
  }
  async ask(part, message) {
    const began = Date.now();
    try {
      return await super.ask(part, message);
    } finally {
      plus("meter_ms", Date.now() - began);
    }
  }
}
export default {
  queue: (batch, env, context) => Worker.queue(batch, env, context),
  scheduled: (event, env, context) => Worker.scheduled(event, env, context),
  fetch(request, env, context) {
    if (new URL(request.url).pathname === "/counted") return Response.json(counted);
    const METER = watched(env.METER, { getByName: (stub) => watched(stub, { ask: (answer) => (plus("meter"), answer) }) });
    const counting = { batch: (results) => (plus("d1"), d1Rows(results)) };
    const names = Object.keys(env).filter((name) => /^(DB|DATA_\\d+)$/.test(name));
    const databases = Object.fromEntries(names.map((name) => [name, watched(env[name], counting)]));
    return Worker.fetch(request, { ...env, ...databases, METER, KV: kvOf(env.KV) }, context);
  },
};
`;
