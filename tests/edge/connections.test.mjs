import { after, before, test } from "node:test";
import { startEdge } from "./harness.mjs";
import { eachOf } from "../support/client.mjs";
import { assertProblem } from "../support/problem.mjs";
import { head, open } from "../support/raw.mjs";

const TIMES = 300;
const STEP = 16 * 1024;

let edge;
before(async () => (edge = await startEdge()));
after(() => edge?.stop());

/** Sends a body that is refused early, then another request on the same connection. */
async function twice(bytes, isChunked) {
  const { socket, answer, close } = open(edge);
  const written = (part) => new Promise((resolve) => socket.write(part, resolve));
  try {
    const length = isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${bytes}`;
    socket.write(head(edge, "POST /v1/aggregate", ["Content-Type: application/json", length]));
    for (let at = 0; at < bytes; at += STEP) {
      const part = "x".repeat(Math.min(STEP, bytes - at));
      await written(isChunked ? `${part.length.toString(16)}\r\n${part}\r\n` : part);
    }
    if (isChunked) await written("0\r\n\r\n");
    assertProblem(await answer(), "missing_credentials");
    socket.write(head(edge, "GET /nowhere"));
    assertProblem(await answer(), "not_found");
  } finally {
    close();
  }
}

for (const [bytes, isChunked] of [
  [66_000, false],
  [100_000, true],
  [250_000, false],
]) {
  test(`after a refused body of ${bytes} bytes${isChunked ? " in chunks" : ""} the connection is usable`, () =>
    eachOf(Array(TIMES / 3).fill(), () => twice(bytes, isChunked)));
}
