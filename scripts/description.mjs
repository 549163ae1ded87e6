// Reads the core's description of itself, from which all generated code is generated.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bind } from "./build/bindgen.mjs";
import { compiledWasm } from "./build/cargo.mjs";
import { hostProgram } from "./host-program.mjs";
import { targetDirectory } from "./project.mjs";
import { step, work } from "./step.mjs";

/** The crate that prints the description. */
export const DESCRIBING = "overheard-describe";

/**
 * Returns the description, from the native program. A quick build uses the module that was compiled with the Worker,
 * because that compiles the core once.
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
