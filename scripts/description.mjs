// The core's description of itself: the source of everything that is generated.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bind } from "./build/bindgen.mjs";
import { compiledWasm } from "./build/cargo.mjs";
import { hostProgram } from "./host-program.mjs";
import { targetDirectory } from "./project.mjs";
import { step, work } from "./step.mjs";

/** The crate that describes it. */
export const DESCRIBING = "overheard-describe";

/**
 * Asks it: the program of this machine, or in a quick build the module that was compiled with the Worker, for which the
 * core is compiled already.
 */
export const description = ({ quick = false } = {}) => (quick ? fromModule() : fromProgram());

const fromProgram = async () =>
  JSON.parse(await step("Describing the core", await hostProgram(DESCRIBING, DESCRIBING), []));

let ofModule;
const fromModule = () => (ofModule ??= describedByModule());

async function describedByModule() {
  const folder = join(targetDirectory(), "describe");
  await bind("Binding what describes the core", "node", compiledWasm(DESCRIBING, { quick: true }), folder, {
    quick: true,
  });
  return work("Describing the core", async () => {
    const module = await import(pathToFileURL(join(folder, "index.js")));
    return JSON.parse(module.description());
  });
}
