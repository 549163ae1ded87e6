// What runs inside of every engine: the check of everybody, and the loop that is timed.
import { SUBJECTS } from "../subjects/index.mjs";
import { itemsOf } from "./items.mjs";

export { disagreements } from "./verify.mjs";

/** Keeps what was computed alive, so that it has to be computed. */
// biome-ignore lint/correctness/noUnusedVariables: a count keeps the engine from leaving the work out
let refused = 0;

/**
 * Lets a subject do something so many times, and tells how many milliseconds that took as far as the engine's clock
 * says.
 */
export function spend({ subject: name, mode, ofClass, times }) {
  const { modes } = SUBJECTS.find((subject) => subject.name === name);
  const run = modes[mode];
  const items = itemsOf(mode, ofClass);
  const began = performance.now();
  for (let count = 0, at = 0; count < times; count += 1) {
    const item = items[at];
    at = at + 1 === items.length ? 0 : at + 1;
    if (run(item.operation, item) !== null) refused += 1;
  }
  return performance.now() - began;
}
