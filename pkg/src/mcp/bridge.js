// Messages of the Model Context Protocol from where they are lines to where they are requests: POST /mcp of an edge.

/** Where a request of 2026-07-28 says its version. */
const VERSION = "io.modelcontextprotocol/protocolVersion";
/** Longer than the edge takes for anything. */
const TIMEOUT_MS = 60_000;
/** What cannot be asked for now, whatever is asked. */
const UNAVAILABLE = -32000;

/** Sends messages to an edge. */
export class Bridge {
  #url;
  #credential;
  #log;
  /** The version that a handshake ended with. */
  #agreed;
  /** What is being answered, by the id of its request. */
  #underWay = new Map();

  constructor({ url, credential, log }) {
    this.#url = url;
    this.#credential = credential;
    this.#log = log;
  }

  /** The answer to a line, as the text of a message; undefined where there is none. */
  async answer(line, signal) {
    const { message, id } = received(line);
    if (message?.method === undefined) return message && isAnswer(message) ? undefined : refused(message, id);
    if (id === undefined) return this.#notified(line, message);
    const ended = new AbortController();
    this.#underWay.set(id, ended);
    try {
      return await this.#ask(
        line,
        message,
        id,
        AbortSignal.any([signal, ended.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      );
    } catch (error) {
      if (signal.aborted || ended.signal.aborted) return undefined;
      return this.#failed(
        id,
        `${this.#url} ${error.name === "TimeoutError" ? `did not answer within ${TIMEOUT_MS / 1000} seconds` : "could not be reached"}${reason(error)}`,
      );
    } finally {
      this.#underWay.delete(id);
    }
  }

  /** What is only told is for here: the edge remembers nothing. */
  #notified(line, { method }) {
    if (method === "notifications/cancelled")
      this.#underWay.get(received(line, "requestId", ({ params }) => params).id)?.abort();
  }

  /** Sends a message on as it came, and gives the edge's answer as it is. */
  async #ask(line, message, id, signal) {
    const headers = {
      "Content-Type": "application/json",
      Accept: "application/json",
      ...this.#repeated(message),
      ...(await this.#credential.headers()),
    };
    // A redirect would take the secret to another host.
    const response = await fetch(this.#url, { method: "POST", headers, body: line, redirect: "manual", signal });
    const text = await response.text();
    const answer = received(text).message;
    if (answer?.jsonrpc !== "2.0")
      return this.#failed(
        id,
        `${answer?.message ?? `${this.#url} answered ${response.status}, and no message`}`,
        answer,
      );
    if (message.method === "initialize") this.#agreed = answer.result?.protocolVersion;
    // A break in JSON is blank: here it would end the message.
    return text.replaceAll(/[\r\n]/g, " ");
  }

  /** What a request over HTTP says in headers too. */
  #repeated({ method, params }) {
    const version = params?._meta?.[VERSION];
    if (version === undefined) return this.#agreed === undefined ? {} : { "MCP-Protocol-Version": this.#agreed };
    const name = { "tools/call": params.name, "resources/read": params.uri }[method];
    return {
      "MCP-Protocol-Version": String(version),
      "Mcp-Method": plain(method),
      ...(typeof name === "string" && { "Mcp-Name": plain(name) }),
    };
  }

  #failed(id, message, problem) {
    this.#log(message);
    return written(id, { code: UNAVAILABLE, message, ...(problem && { data: problem }) });
  }
}

/** A text as a header holds it: in Base64 where it could not stand there as it is, or would be read as such. */
const plain = (text) =>
  /^(?!=\?base64\?)[!-~]([ -~]*[!-~])?$/.test(text) ? text : `=?base64?${Buffer.from(text).toString("base64")}?=`;

/**
 * A text as a message, with the JSON text of its id: a number may be larger than one of JavaScript's can be. Both are
 * undefined where there is none. With other arguments it is the text of another member of a part of the message.
 */
function received(text, member = "id", part = (message) => message) {
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

/** The text of an error as an answer. */
const written = (id, error) => `{"jsonrpc":"2.0","id":${id ?? null},"error":${JSON.stringify(error)}}`;

/** Answers are not asked for here, so there is nobody to whom one could go. */
const isAnswer = (message) => message.jsonrpc === "2.0" && ("result" in message || "error" in message);

function refused(message, id) {
  return written(
    id,
    message === undefined
      ? { code: -32700, message: "the line is not one JSON value." }
      : { code: -32600, message: "the line must be exactly one JSON-RPC message, an object that names a method." },
  );
}

/** Why a connection failed, where the runtime says so. */
const reason = ({ cause }) => (cause ? ` (${cause.code ?? cause.message})` : "");
