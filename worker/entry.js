// The Worker's entry: passes events of the platform to the compiled module. The build resolves "worker-module" to the
// output of overheard-bindgen for the compiled crate.
import { DurableObject } from "cloudflare:workers";
import * as module from "worker-module";
import { guarded, instanceId, noteTrap } from "./instance.js";
import { readBody, readHead } from "./request.js";

// An object, because the platform would make an instance of a class for each request.
export default {
  async fetch(request, env, context) {
    const head = readHead(request);
    const body = await readBody(request);
    const { promise, resolve } = Promise.withResolvers();
    guarded(() => module.fetch(head, body.bytes, body.stream, body.isTruncated ?? false, env, context, resolve));
    const answer = await promise;
    return answer?.status === 404 && isOpened(request) ? await pageNotFound(request, env, answer) : answer;
  },

  queue: (batch, env, context) => guarded(() => module.queue(batch, env, context)),

  scheduled: (event, env, context) => guarded(() => module.scheduled(event, env, context)),
};

/** Returns true if a browser opens an address as a page. */
const isOpened = ({ method, url, headers }) =>
  method === "GET" && headers.get("Sec-Fetch-Mode") === "navigate" && !new URL(url).pathname.startsWith("/v1/");

/** Returns the dashboard's page for unknown addresses, or the answer for programs if there is none. */
async function pageNotFound({ url }, { ASSETS }, answer) {
  try {
    const page = await ASSETS.fetch(new URL("/404", url));
    return page.ok ? new Response(page.body, { status: 404, headers: page.headers }) : answer;
  } catch {
    return answer;
  }
}

/** Returns a class of Durable Objects that creates its object in the module anew for each instance of the module. */
const durableObject = (Class) =>
  class extends DurableObject {
    #object;
    #instanceId;

    constructor(state, env) {
      super(state, env);
      guarded(() => this.#current());
    }

    /** Answers a message with `[true, answer]` or `[false, error]`: thrown errors would lose their text. */
    async ask(part, message) {
      try {
        return [true, await guarded(() => this.#current().ask(part, message))];
      } catch (error) {
        noteTrap(error);
        return [false, String(error)];
      }
    }

    alarm() {
      return guarded(() => this.#current().alarm());
    }

    #current() {
      if (this.#instanceId !== instanceId()) {
        this.#object = new Class(this.ctx, this.env);
        this.#instanceId = instanceId();
      }
      return this.#object;
    }
  };

export const Meter = durableObject(module.Meter);
export const Preparer = durableObject(module.Preparer);
export const WebhookDispatcher = durableObject(module.WebhookDispatcher);
