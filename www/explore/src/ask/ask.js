// Asking an edge, with the package's client.
import { Overheard } from "overheard";
import { methodOf } from "../output/code.js";
import { bySession } from "./member.js";

/** The prefix of browser tokens. */
const BROWSER_TOKEN = "ohb_";

export const isBrowserToken = (secret) => secret.startsWith(BROWSER_TOKEN);

/**
 * The client's options for a secret, none being that of the member who is signed in. A key is meant for servers: that
 * it is in a page is what whoever typed it chose.
 */
const credential = (secret) =>
  secret === ""
    ? bySession
    : isBrowserToken(secret)
      ? { browserToken: secret }
      : { key: secret, dangerouslyAllowKeyInBrowser: true };

/**
 * Sends a request and gives what came of it: `{data, response, ms}`, or `{error, response, ms}` where `response` is
 * there if the edge answered. Nothing is sent twice: somebody who tries things out wants to see each refusal.
 */
export async function ask({ operation, request, baseUrl, secret, meta, signal }) {
  const began = performance.now();
  const outcome = await answer().catch((error) => ({ error, response: error.response }));
  return { ...outcome, ms: performance.now() - began };

  async function answer() {
    const client = new Overheard({ baseUrl, ...credential(secret), retries: 0 });
    return client[methodOf(operation)](request, { signal, meta }).withResponse();
  }
}
