// The instance of the compiled module. A trap leaves its memory unusable, so the next call gets a new instance.
import * as module from "worker-module";

let shared;

/**
 * Returns the state shared with the module: `criticalError` is true after a panic, `instanceId` grows with each
 * instance. It is there once the module is, which imports this file.
 */
function state() {
  shared ??= module.__worker_init_state();
  return shared;
}

/** Returns the number of the current instance. Its objects and calls are not valid in another one. */
export const instanceId = () => state().instanceId;

/** Marks the instance as unusable if an error comes from a trap. */
export function noteTrap(error) {
  if (error instanceof WebAssembly.RuntimeError || error?.cause instanceof WebAssembly.RuntimeError)
    state().criticalError = true;
}

// Traps in asynchronous work have no caller to catch them.
addEventListener("error", ({ error }) => noteTrap(error));

/** Replaces the instance after a trap. */
function reviveModule() {
  if (!state().criticalError) return;
  module.__wbg_reset_state();
  state().criticalError = false;
}

/** Calls a function of the module, and detects traps. */
export function guarded(run) {
  reviveModule();
  try {
    return run();
  } catch (error) {
    noteTrap(error);
    throw error;
  }
}
