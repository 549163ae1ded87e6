// Options of the benchmarks' commands.
import { Failure } from "../scripts/step.mjs";

/** A whole number above 0, as an option says it. */
export function positive(name, text) {
  if (!/^[1-9]\d*$/.test(text.trim())) throw new Failure(`--${name} ${text} is no whole number above 0`);
  return Number(text);
}
