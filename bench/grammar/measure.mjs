// What each question takes: its status, rows read, milliseconds, and milliseconds of processors.
import { performance } from "node:perf_hooks";
import { spentByRuntime } from "../metering/load.mjs";

/** Problems of questions that take too much. */
const REFUSALS = ["query_too_expensive", "query_timeout"];

/** Collects what questions take, by operation. */
export class Measured {
  byOperation = new Map();
  refused = [];
  failed = [];

  async note(operation, what, send) {
    const [began, spent] = [performance.now(), spentByRuntime()];
    const { status, json, text } = await send();
    const milliseconds = performance.now() - began;
    const cpu = spentByRuntime() - spent;
    const of = this.byOperation.get(operation) ?? { asked: 0, cpu: [], milliseconds: [], rows: [] };
    this.byOperation.set(operation, of);
    of.asked += 1;
    of.cpu.push([cpu, what]);
    of.milliseconds.push([milliseconds, what]);
    const rows = json?._meta?.rows_read;
    if (rows !== undefined) of.rows.push([rows, what]);
    if (REFUSALS.includes(json?.code)) this.refused.push({ operation, what, message: json.message });
    else if (status !== 200) this.failed.push({ operation, what, message: `${status} ${text.slice(0, 300)}` });
  }
}

/** The largest of `[number, what]`. */
export const largest = (measured) => measured.reduce((most, next) => (next[0] > most[0] ? next : most), [0, ""]);

export function quantile(measured, share) {
  const sorted = measured.map(([number]) => number).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}
