// Sends requests byte by byte, in forms that no client library sends.
import { connect } from "node:net";

const WITHIN_MS = 15_000;

/**
 * Parses the first response in the received bytes. Returns it in the form of `send`, with the remaining bytes, or
 * undefined while it is incomplete.
 */
function answerIn(bytes) {
  const text = bytes.toString("latin1");
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [line, ...lines] = text.slice(0, end).split("\r\n");
  const headers = new Headers(
    lines.map((header) => [header.slice(0, header.indexOf(":")), header.slice(header.indexOf(":") + 1).trim()]),
  );
  const body = bodyIn(bytes.subarray(end + 4), headers);
  if (body === undefined) return undefined;
  const content = body.content.toString();
  const json =
    /^application\/(problem\+)?json$/.test(headers.get("content-type") ?? "") && content !== ""
      ? JSON.parse(content)
      : undefined;
  return { status: Number(line.split(" ")[1]), headers, text: content, json, rest: body.rest };
}

function bodyIn(bytes, headers) {
  if (headers.get("transfer-encoding") !== "chunked") {
    const length = Number(headers.get("content-length") ?? 0);
    return bytes.length < length ? undefined : { content: bytes.subarray(0, length), rest: bytes.subarray(length) };
  }
  const parts = [];
  for (let at = 0; ; ) {
    const line = bytes.indexOf("\r\n", at);
    if (line < 0) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", at, line), 16);
    if (bytes.length < line + size + 4) return undefined;
    if (size === 0) return { content: Buffer.concat(parts), rest: bytes.subarray(line + 4) };
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + size + 4;
  }
}

/** Opens a connection to an edge. `answer` resolves to the next response; it rejects when the connection ends first. */
export function open(edge) {
  const { hostname, port } = new URL(edge.url);
  const socket = connect(Number(port), hostname);
  let bytes = Buffer.alloc(0);
  let ended;
  let wake = () => {};
  const end = (reason) => {
    ended ??= reason;
    wake();
  };
  socket.setTimeout(WITHIN_MS, () => end("nothing came in time"));
  socket.on("error", ({ code }) => end(code)).on("close", () => end("closed"));
  socket.on("data", (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    wake();
  });
  const answer = async () => {
    for (;;) {
      const found = answerIn(bytes);
      if (found) {
        bytes = found.rest;
        return found;
      }
      if (ended) throw new Error(`the connection ended: ${ended}`);
      await new Promise((resolve) => (wake = resolve));
    }
  };
  return { socket, answer, close: () => socket.destroy() };
}

/** Returns the bytes of a request's head: its request line and headers. Each character of a header is one byte. */
export function head(edge, line, headers = []) {
  const { hostname } = new URL(edge.url);
  return Buffer.from([`${line} HTTP/1.1`, `Host: ${hostname}`, ...headers, "", ""].join("\r\n"), "latin1");
}

/** Sends bytes and returns the response. `half` closes the sending side after them. */
export async function sendRaw(edge, parts, { half = false } = {}) {
  const { socket, answer, close } = open(edge);
  for (const part of parts) socket.write(part);
  if (half) socket.end();
  try {
    return await answer();
  } finally {
    close();
  }
}
