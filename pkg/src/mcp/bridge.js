// Forwards messages of the Model Context Protocol from lines of text to POST /mcp of an edge.

/** The `_meta` member with the protocol version, since the protocol of 2026-07-28. */
const VERSION = "io.modelcontextprotocol/protocolVersion";
/** Longer than the edge's own timeouts. */
const TIMEOUT_MS = 60_000;
/** The error code for an unreachable edge or an answer that is not a message. */
const UNAVAILABLE = -32000;

/** Forwards messages to an edge. */
export class Bridge {
  #url;
  #credential;
  #log;
  /** The protocol version negotiated by the handshake. */
  #version;
  /** The abort controllers of pending requests, by id. */
  #pending = new Map();

  constructor({ url, credential, log }) {
    this.#url = url;
    this.#credential = credential;
    this.#log = log;
  }

  /** Returns the answer to a line, as the text of a message; undefined if there is none. */
  async answer(line, signal) {
    const { message, id } = parseMessage(line);
    if (message?.method === undefined) return message && isAnswer(message) ? undefined : refuse(message, id);
    if (id === undefined) return this.#notify(line, message);
    const cancelled = new AbortController();
    this.#pending.set(id, cancelled);
    try {
      return await this.#forward(
        line,
        message,
        id,
        AbortSignal.any([signal, cancelled.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      );
    } catch (error) {
      if (signal.aborted || cancelled.signal.aborted) return undefined;
      return this.#fail(
        id,
        `${this.#url} ${error.name === "TimeoutError" ? `did not answer within ${TIMEOUT_MS / 1000} seconds` : "could not be reached"}${reason(error)}`,
      );
    } finally {
      this.#pending.delete(id);
    }
  }

  /** Handles a notification. The bridge does this itself, because the edge is stateless. */
  #notify(line, { method }) {
    if (method === "notifications/cancelled")
      this.#pending.get(parseMessage(line, "requestId", ({ params }) => params).id)?.abort();
  }

  /** Forwards a message unchanged and returns the edge's answer. */
  async #forward(line, message, id, signal) {
    const headers = {
      "Content-Type": "application/json",
      Accept: "application/json",
      ...this.#headers(message),
      ...(await this.#credential.headers()),
    };
    // A redirect would take the secret to another host.
    const response = await fetch(this.#url, { method: "POST", headers, body: line, redirect: "manual", signal });
    const text = await response.text();
    const answer = parseMessage(text).message;
    if (answer?.jsonrpc !== "2.0")
      return this.#fail(id, `${answer?.message ?? `${this.#url} answered ${response.status}, and no message`}`, answer);
    if (message.method === "initialize") this.#version = answer.result?.protocolVersion;
    // A line break would end the message. In JSON it is only white space.
    return text.replaceAll(/[\r\n]/g, " ");
  }

  /** Returns the headers that repeat parts of the message, as the protocol over HTTP requires. */
  #headers({ method, params }) {
    const version = params?._meta?.[VERSION];
    if (version === undefined) return this.#version === undefined ? {} : { "MCP-Protocol-Version": this.#version };
    const name = { "tools/call": params.name, "resources/read": params.uri }[method];
    return {
      "MCP-Protocol-Version": String(version),
      "Mcp-Method": headerText(method),
      ...(typeof name === "string" && { "Mcp-Name": headerText(name) }),
    };
  }

  #fail(id, message, problem) {
    this.#log(message);
    return errorText(id, { code: UNAVAILABLE, message, ...(problem && { data: problem }) });
  }
}

/** Encodes a text for a header: in Base64 if it is not a valid value or resembles an encoded one. */
const headerText = (text) =>
  /^(?!=\?base64\?)[!-~]([ -~]*[!-~])?$/.test(text) ? text : `=?base64?${Buffer.from(text).toString("base64")}?=`;

/**
 * Parses a message and returns it with the JSON text of its id, because a number may exceed JavaScript's range. Both
 * are undefined if absent. With other arguments, returns the text of another member of a part of the message.
 */
function parseMessage(text, member = "id", part = (message) => message) {
  const sources = new Map();
  try {
    const message = JSON.parse(text, function (name, value, context) {
      if (name === member) sources.set(this, context?.source ?? JSON.stringify(value));
      return value;
    });
    return { message, id: sources.get(part(message)) };
  } catch {
    return {};
  }
}

/** Returns the text of an error response. */
const errorText = (id, error) => `{"jsonrpc":"2.0","id":${id ?? null},"error":${JSON.stringify(error)}}`;

/** Returns true for a response. The bridge ignores these, because the edge sends no requests. */
const isAnswer = (message) => message.jsonrpc === "2.0" && ("result" in message || "error" in message);

function refuse(message, id) {
  return errorText(
    id,
    message === undefined
      ? { code: -32700, message: "the line is not one JSON value." }
      : { code: -32600, message: "the line must be exactly one JSON-RPC message, an object that names a method." },
  );
}

/** Returns the reason for a failed connection, if the runtime provides it. */
const reason = ({ cause }) => (cause ? ` (${cause.code ?? cause.message})` : "");
