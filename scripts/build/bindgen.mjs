// The loaders of modules in WebAssembly, written by the workspace's own overheard-bindgen.
import { join } from "node:path";
import { targetDirectory, testPrograms } from "../project.mjs";
import { step } from "../step.mjs";
import { compiledProgram, compilingProgram } from "./cargo.mjs";

const CRATE = "overheard-bindgen";

/**
 * The cargo commands that compile it: beside an optimised build in the profile of tests, and none where the programs of
 * tests are compiled already.
 */
export function compilingBindgen({ quick }) {
  if (quick) return [compilingProgram(CRATE, { quick })];
  return testPrograms() ? [] : [{ command: "cargo", args: ["build", "-p", CRATE] }];
}

/** Writes the loader of a module for a host, `worker` or `node`, and what it loads into a folder. */
export function bind(title, host, module, folder, { quick }) {
  const program = quick ? compiledProgram(CRATE, { quick }) : join(targetDirectory(), "debug", CRATE);
  return step(title, program, [host, module, folder]);
}
