// A receiver of webhooks: a real HTTP server whose paths select its responses. It records the requests.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** Longer than the time limit for a receiver, in milliseconds. */
const TOO_LONG_MS = 20_000;

/** The responses, by the first segment of the path. */
const RESPONSES = {
  ok: (response) => response.writeHead(204).end(),
  created: (response) =>
    response.writeHead(201, { "content-type": "text/plain" }).end(`thank you ${"x".repeat(1_000)}`),
  500: (response) => response.writeHead(500).end("out of order"),
  404: (response) => response.writeHead(404).end(),
  429: (response) => response.writeHead(429, { "retry-after": "60" }).end(),
  503: (response) => response.writeHead(503, { "retry-after": "7200" }).end(),
  301: (response, { url }) => response.writeHead(301, { location: url.replace("301", "ok") }).end(),
  410: (response) => response.writeHead(410).end(),
  down: (response) => response.socket.destroy(),
  half: (response) => {
    response.writeHead(200, { "content-length": "1000" });
    response.write("half of", () => response.socket.destroy());
  },
  garbage: (response) => response.socket.end("SMTP is what I speak\r\n\r\n"),
  slow: async (response) => {
    await sleep(TOO_LONG_MS, undefined, { ref: false });
    response.writeHead(204).end();
  },
  endless: (response) => {
    response.writeHead(200);
    const writing = setInterval(() => response.write("x".repeat(1_000)), 10);
    response.on("close", () => clearInterval(writing));
  },
};

/**
 * Starts a receiver. `url(way, name)` returns an address that responds in a way. `received(name)` returns the requests
 * to a name, each with headers, body, the parsed `event` and the time. `answer(name, way)` changes the later responses.
 */
export async function startReceiver() {
  const requests = [];
  const ways = new Map();
  const server = createServer(async (request, response) => {
    const [, way, name] = request.url.split("/");
    const body = Buffer.concat(await request.toArray()).toString();
    const at = Date.now();
    requests.push({ name, method: request.method, headers: request.headers, body, at, event: JSON.parse(body) });
    await RESPONSES[ways.get(name) ?? way](response, request);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  return {
    url: (way, name = way) => `http://127.0.0.1:${port}/${way}/${name}`,
    received: (name) => requests.filter((request) => request.name === name),
    requests,
    answer: (name, way) => ways.set(name, way),
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns true if one of a request's signatures was made with the secret, by the Standard Webhooks specification. */
export function isSigned({ headers, body }, secret) {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const expected = createHmac("sha256", key)
    .update(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`)
    .digest();
  return headers["webhook-signature"].split(" ").some((signature) => {
    const [version, encoded] = signature.split(",");
    const given = Buffer.from(encoded, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
