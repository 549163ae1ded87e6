// What the core says of itself: the source of everything that is generated.
import { hostProgram } from "./host-program.mjs";
import { step } from "./step.mjs";

/** Asks it. */
export async function description() {
  return JSON.parse(await step("Describing the core", await hostProgram("overheard-describe", "overheard-describe"), []));
}
