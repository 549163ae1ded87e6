// The Worker's entry: passes events of the platform to the compiled module, and replaces the module's instance after a
// trap. The build resolves "worker-module" to the output of overheard-bindgen for the compiled crate.
import { WorkerEntrypoint } from "cloudflare:workers";
import * as module from "worker-module";

/** State shared with the module: `criticalError` is true after a panic, `instanceId` grows with each instance. */
const state = module.__worker_init_state();

/** Marks the instance as unusable if an error comes from a trap. */
function noteTrap(error) {
  if (error instanceof WebAssembly.RuntimeError || error?.cause instanceof WebAssembly.RuntimeError)
    state.criticalError = true;
}

// Traps in asynchronous work have no caller to catch them.
addEventListener("error", ({ error }) => noteTrap(error));

/** Replaces the instance after a trap. Objects of the old instance are not valid in the memory of the new one. */
function reviveModule() {
  if (!state.criticalError) return;
  module.__wbg_reset_state();
  state.criticalError = false;
}

/** Calls a function of the module, and detects traps. */
function guarded(run) {
  reviveModule();
  try {
    return run();
  } catch (error) {
    noteTrap(error);
    throw error;
  }
}

export default class Edge extends WorkerEntrypoint {
  fetch(request) {
    return guarded(() => module.fetch(request, this.env, this.ctx));
  }

  queue(batch) {
    return guarded(() => module.queue(batch, this.env, this.ctx));
  }

  scheduled(event) {
    return guarded(() => module.scheduled(event, this.env, this.ctx));
  }
}

/** Returns a class of Durable Objects that creates its object in the module anew for each instance of the module. */
const durableObject = (Class) =>
  class {
    #state;
    #env;
    #object;
    #instanceId;

    constructor(state, env) {
      this.#state = state;
      this.#env = env;
      guarded(() => this.#current());
    }

    fetch(request) {
      return guarded(() => this.#current().fetch(request));
    }

    alarm() {
      return guarded(() => this.#current().alarm());
    }

    #current() {
      if (this.#instanceId !== state.instanceId) {
        this.#object = new Class(this.#state, this.#env);
        this.#instanceId = state.instanceId;
      }
      return this.#object;
    }
  };

export const Meter = durableObject(module.Meter);
export const Preparer = durableObject(module.Preparer);
export const WebhookDispatcher = durableObject(module.WebhookDispatcher);
