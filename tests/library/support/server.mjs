// A fake server with given responses that records its requests.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as passed } from "node:timers/promises";

/**
 * Starts the server. It uses `answers` in turn and repeats the last one. An answer is `{status, headers, body, after}`,
 * `{hangUp: true}` to close the connection, or a function from the request to one of these. A body is text, bytes, or a
 * value that is sent as JSON.
 */
export async function startServer(...answers) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const asked = {
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: await text(request),
      at: Date.now(),
    };
    requests.push(asked);
    const answer = answers[Math.min(requests.length, answers.length) - 1];
    const {
      status = 200,
      headers = {},
      body = "",
      after = 0,
      hangUp = false,
    } = typeof answer === "function" ? answer(asked) : answer;
    if (hangUp) return request.socket.destroy();
    await passed(after);
    response.writeHead(status, { "Content-Type": "application/json", ...headers });
    response.end(typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${server.address().port}`, requests, stop };
}

/** Returns an error response in the edge's form. */
export function problem(status, code, headers = {}) {
  const message = `refused for ${code}`;
  const body = {
    type: `/problems/${code}`,
    title: code,
    status,
    detail: message,
    instance: "urn:request:req_1",
    message,
    code,
    param: null,
    errors: [],
    request_id: "req_1",
    retryable: status === 429 || status === 503,
  };
  return { status, headers: { "Content-Type": "application/problem+json", ...headers }, body };
}

/** Well-formed secrets that are not valid. */
export const KEY = `ohk_test_${"k".repeat(38)}`;
export const TOKEN = `oht_test_${"t".repeat(38)}`;
export const browserToken = (letter) => `ohb_${letter.repeat(20)}.${letter.repeat(20)}`;
