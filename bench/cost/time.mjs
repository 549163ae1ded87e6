// Milliseconds, and what is said of many of them.
import { performance } from "node:perf_hooks";

/** What some work results in, and the milliseconds that it took. */
export async function timed(work) {
  const began = performance.now();
  const result = await work();
  return [result, performance.now() - began];
}

export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
