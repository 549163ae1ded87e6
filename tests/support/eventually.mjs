// Waits for conditions that become true only after the response, such as background work.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

/** Time limit in milliseconds, long enough for a busy machine. */
const WITHIN_MS = 15_000;

/** Calls `find` until its result equals `expected`. Fails with the difference when the time is over. */
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
