// Sends the same sequence of requests to several edges, in slices that take turns, over open connections.
import { performance } from "node:perf_hooks";
import { spentByRuntime } from "../metering/load.mjs";
import { Connection } from "./connection.mjs";
import { distinct, MIX, random, Requests, zipf } from "./requests.mjs";

/** Size of the pool of repeated requests, and the exponent of their Zipf weights. */
const POOL = 1_000;
const EXPONENT = 1;

/** Returns an endless sequence of requests: `distinct` sends none twice, `repeated` draws from a pool. */
export function sequenceOf(mode, vocabulary, seed, seen) {
  return mode === "distinct"
    ? distinct(new Requests(vocabulary, seed, MIX), seen)
    : zipf(new Requests(vocabulary, 1, MIX), POOL, EXPONENT, random(seed));
}

/** Encodes a request of the Data API as the bytes of HTTP/1.1. */
function encode({ url, secret }, { op, body }) {
  const start = `${body === null ? "GET" : "POST"} /v1/${op} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nX-API-Key: ${secret}\r\n`;
  const rest =
    body === null
      ? "\r\n"
      : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  return Buffer.from(start + rest);
}

/** An edge under load. */
export class Target {
  #edge;
  #sequence;
  #connections;
  #ready = [];
  #rate = 400;
  /** The results of each slice. */
  slices = [];

  constructor(edge, sequence, connections) {
    this.#edge = edge;
    this.#sequence = sequence;
    const { hostname, port } = new URL(edge.url);
    this.#connections = Array.from({ length: connections }, () => new Connection(hostname, Number(port)));
  }

  get name() {
    return this.#edge.name;
  }

  /** Draws requests in advance, so that drawing costs nothing while the clock runs. */
  #prepare(count) {
    while (this.#ready.length < count) {
      const request = this.#sequence.next().value;
      this.#ready.push({ ...request, bytes: encode(this.#edge, request) });
    }
  }

  /**
   * Sends requests for some seconds. Returns requests a second, milliseconds of processor time of the runtime for each
   * request, latencies by operation, and answers with other statuses than 200.
   */
  async run(seconds) {
    this.#prepare(Math.ceil(this.#rate * 1.5 * seconds) + 200);
    const latencies = Object.fromEntries(Object.keys(MIX).map((operation) => [operation, []]));
    const failures = [];
    let next = 0;
    const [began, spentBefore] = [performance.now(), spentByRuntime()];
    const until = began + seconds * 1_000;
    await Promise.all(
      this.#connections.map(async (connection) => {
        while (performance.now() < until) {
          if (next >= this.#ready.length) this.#prepare(next + 500);
          const request = this.#ready[next++];
          const sent = performance.now();
          const { status, body } = await connection.send(request.bytes);
          latencies[request.op].push(performance.now() - sent);
          if (status !== 200)
            failures.push({ op: request.op, body: request.body, status, answer: body?.toString().slice(0, 300) });
        }
      }),
    );
    const passed = (performance.now() - began) / 1_000;
    this.#ready = this.#ready.slice(next);
    this.#rate = next / passed;
    return { rate: this.#rate, cpu: (spentByRuntime() - spentBefore) / next, requests: next, latencies, failures };
  }

  /** Runs a slice and adds its results. */
  async slice(seconds) {
    this.slices.push(await this.run(seconds));
  }

  close() {
    for (const connection of this.#connections) connection.close();
  }
}
