// Writes the loaders of WebAssembly modules with the workspace's own overheard-bindgen.
import { join } from "node:path";
import { targetDirectory, testPrograms } from "../project.mjs";
import { step } from "../step.mjs";
import { compiledProgram, compilingProgram } from "./cargo.mjs";

const CRATE = "overheard-bindgen";

/**
 * Returns the cargo commands that compile it. An optimised build uses the test profile. If the test programs are
 * already compiled, there is nothing to compile.
 */
export function compilingBindgen({ quick }) {
  if (quick) return [compilingProgram(CRATE, { quick })];
  return testPrograms() ? [] : [{ command: "cargo", args: ["build", "-p", CRATE] }];
}

/** Writes a module's loader for a host, `worker` or `node`, and the loaded module into a folder. */
export function bind(title, host, module, folder, { quick }) {
  const program = quick ? compiledProgram(CRATE, { quick }) : join(targetDirectory(), "debug", CRATE);
  return step(title, program, [host, module, folder]);
}
