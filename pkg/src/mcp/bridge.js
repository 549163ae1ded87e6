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

  /** The answer to a line, as a message; undefined where there is none. */
  async answer(line, signal) {
    const message = parsed(line);
    if (message?.method === undefined) return message && isAnswer(message) ? undefined : refused(message);
    if (message.id === undefined) return this.#notified(message);
    const ended = new AbortController();
    this.#underWay.set(message.id, ended);
    try {
      return await this.#ask(message, AbortSignal.any([signal, ended.signal, AbortSignal.timeout(TIMEOUT_MS)]));
    } catch (error) {
      if (signal.aborted || ended.signal.aborted) return undefined;
      return this.#failed(message, `${this.#url} ${error.name === "TimeoutError" ? `did not answer within ${TIMEOUT_MS / 1000} seconds` : "could not be reached"}${reason(error)}`);
    } finally {
      this.#underWay.delete(message.id);
    }
  }

  /** What is only told is for here: the edge remembers nothing. */
  #notified({ method, params }) {
    if (method === "notifications/cancelled") this.#underWay.get(params?.requestId)?.abort();
  }

  async #ask(message, signal) {
    const headers = { "Content-Type": "application/json", Accept: "application/json", ...this.#repeated(message), ...(await this.#credential.headers()) };
    // A redirect would take the secret to another host.
    const response = await fetch(this.#url, { method: "POST", headers, body: JSON.stringify(message), redirect: "manual", signal });
    const text = await response.text();
    const answer = parsed(text);
    if (answer?.jsonrpc !== "2.0") return this.#failed(message, `${answer?.message ?? `${this.#url} answered ${response.status}, and no message`}`, answer);
    if (message.method === "initialize") this.#agreed = answer.result?.protocolVersion;
    return answer;
  }

  /** What a request over HTTP says in headers too. */
  #repeated({ method, params }) {
    const version = params?._meta?.[VERSION];
    if (version === undefined) return this.#agreed === undefined ? {} : { "MCP-Protocol-Version": this.#agreed };
    const name = { "tools/call": params.name, "resources/read": params.uri }[method];
    return { "MCP-Protocol-Version": String(version), "Mcp-Method": plain(method), ...(typeof name === "string" && { "Mcp-Name": plain(name) }) };
  }

  #failed({ id }, message, problem) {
    this.#log(message);
    return { jsonrpc: "2.0", id, error: { code: UNAVAILABLE, message, ...(problem && { data: problem }) } };
  }
}

/** A text as a header holds it: in Base64 where it could not stand there as it is, or would be read as such. */
const plain = (text) => (/^(?!=\?base64\?)[!-~]([ -~]*[!-~])?$/.test(text) ? text : `=?base64?${Buffer.from(text).toString("base64")}?=`);

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Answers are not asked for here, so there is nobody to whom one could go. */
const isAnswer = (message) => message.jsonrpc === "2.0" && ("result" in message || "error" in message);

function refused(message) {
  const error = message === undefined ? { code: -32700, message: "the line is not one JSON value." } : { code: -32600, message: "the line must be exactly one JSON-RPC message, an object that names a method." };
  return { jsonrpc: "2.0", id: message?.id ?? null, error };
}

/** Why a connection failed, where the runtime says so. */
const reason = ({ cause }) => (cause ? ` (${cause.code ?? cause.message})` : "");
