// HTTP requests to an edge.
import { Agent, request } from "node:http";
import { text as textOf } from "node:stream/consumers";

/** Sends a request and reads the response. Returns `status`, `headers`, `text`, and `json` if the body is JSON. */
export async function send(edge, path, { headers = {}, ...init } = {}) {
  // A server may close a keep-alive connection at the moment when it is used again.
  const response = await fetch(new URL(path, edge.url), {
    redirect: "manual",
    headers: { Connection: "close", ...headers },
    ...init,
  });
  return received(response.status, response.headers, await response.text());
}

function received(status, headers, text) {
  const json =
    /^application\/(problem\+)?json(;|$)/.test(headers.get("content-type") ?? "") && text !== ""
      ? JSON.parse(text)
      : undefined;
  return { status, headers, text, json };
}

/** Sends a query with the edge's key, or with `secret`. A body that is neither text nor bytes is sent as JSON. */
export function ask(edge, operation, body, { secret = edge.secret, headers = {} } = {}) {
  return send(edge, `/v1/${operation}`, {
    method: "POST",
    headers: { "X-API-Key": secret, "Content-Type": "application/json", ...headers },
    body: bytesOf(body),
  });
}

const bytesOf = (body) => (typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body));

/**
 * Opens so many connections to an edge, for thousands of queries. `ask` sends one and returns the response as `send`
 * does, with half the processor time. Connections that are idle for seconds may be closed by the edge.
 */
export function openConnections(edge, count) {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  const ask = (operation, body, { secret = edge.secret } = {}) =>
    new Promise((resolve, reject) => {
      const sent = request(new URL(`/v1/${operation}`, edge.url), {
        method: "POST",
        agent,
        headers: { "X-API-Key": secret, "Content-Type": "application/json" },
      });
      sent.on("error", reject).on("response", (response) => {
        textOf(response).then(
          (text) => resolve(received(response.statusCode, new Headers(response.headers), text)),
          reject,
        );
      });
      sent.end(bytesOf(body));
    });
  return { ask, close: () => agent.destroy() };
}

/** Sends a request to the operator's API. */
export function operator(edge, method, path, body, headers = {}) {
  const content = body === undefined ? {} : { "Content-Type": "application/json" };
  return send(edge, `/admin/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${edge.adminSecret}`, ...content, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/**
 * Applies `work` to every item, `atOnce` items at a time, and returns the results in order. Accepts async iterables.
 */
export async function eachOf(items, work, atOnce = 4) {
  const iterator = items[Symbol.asyncIterator]?.() ?? items[Symbol.iterator]();
  const results = [];
  let position = 0;
  // Only one worker at a time reads from the iterator.
  let turn = Promise.resolve();
  const worker = async () => {
    for (;;) {
      const next = turn.then(() => iterator.next());
      turn = next.catch(() => {});
      const { value, done } = await next;
      if (done) return;
      const at = position++;
      results[at] = await work(value, at);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
