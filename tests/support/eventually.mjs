// What is true a moment later: some things are told after the answer.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

/** Longer than it takes on a machine that has much else to do. */
const WITHIN_MS = 15_000;

/** Waits until what is found is what is expected, and says how they differ when it never is. */
export async function eventually(find, expected, withinMs = WITHIN_MS) {
  const until = Date.now() + withinMs;
  for (;;) {
    const found = await find();
    try {
      return assert.deepEqual(found, expected);
    } catch (difference) {
      if (Date.now() >= until) throw difference;
      await sleep(50);
    }
  }
}
