// The client: checks requests locally, sends and retries them, and decodes the answers.
import { shapeAccount } from "../account.js";
import { DecodeError, decode, unwrap } from "../decode.js";
import { PATHS, numberOf } from "../operations.js";
import { shapeFast } from "../fast-path.js";
import { addressOf, baseOf } from "./address.js";
import { ConnectionError, attempt, pause } from "./connection.js";
import { credentialOf } from "./credential.js";
import { EtagCache } from "./etag-cache.js";
import { READS, argumentsToRequest, isList, itemsOf, listAnswer, pagesFrom } from "./reads.js";
import { fileOf, progressOf } from "./reports.js";
import { responseInfo } from "./response.js";
import { waitBefore } from "./retry.js";

const TIMEOUT_MS = 30_000;
const RETRIES = 2;
/** The header that makes a repeated request take effect once. */
const IDEMPOTENCY_KEY = "Idempotency-Key";

/** A client of the edge. */
export class Overheard {
  #base;
  #credential;
  #fetch;
  #timeout;
  #retries;
  #cache = new EtagCache();

  constructor(options) {
    const { baseUrl, fetch, timeout = TIMEOUT_MS, retries = RETRIES } = options;
    this.#base = baseOf(baseUrl);
    this.#credential = credentialOf(options);
    // Reads the global at each call, so a page may replace it. Browsers require the call on the global object.
    this.#fetch = fetch ?? ((...request) => globalThis.fetch(...request));
    this.#timeout = timeout;
    this.#retries = retries;
  }

  aggregate(request, options) {
    return this.#question("aggregate", request, options, { index: request?.index });
  }

  search(request, options) {
    return this.#question("search", request, options, { index: request?.index });
  }

  creators(request = {}, options = undefined) {
    return this.#question("creators", request, options);
  }

  coMentions(request, options) {
    return this.#question("co-mentions", request, options);
  }

  sector(request, options) {
    return this.#question("sector", request, options);
  }

  /** Returns the schema. */
  schema(options) {
    return answer(this.#send({ method: "GET", path: "/v1/schema" }, options, (text) => decode("schema", text)));
  }

  /** Creates a report. An idempotency key makes retries safe. */
  createReport(report, options) {
    return this.#creation("create-report", report, options);
  }

  /** Yields a report whenever it has progressed, until it is ready. */
  waitForReport(id, { signal, intervalMs, timeoutMs, ...options } = {}) {
    const fetchReport = (signal) => this.report(id, { ...options, signal }).withResponse();
    return progressOf(fetchReport, { signal, intervalMs, timeoutMs });
  }

  /** Downloads a file of a report. */
  async downloadReport(id, { format, part, bom, ...options } = {}) {
    const { path, method } = shapeAccount("download-report", {
      id,
      format,
      part,
      bom: bom === undefined ? bom : Number(bom),
    });
    const { data } = await this.#send({ method, path }, { ...options, isFile: true }, dataOf);
    return data;
  }

  /** Registers a webhook. An idempotency key makes retries safe. */
  createWebhook(webhook, options) {
    return this.#creation("create-webhook", webhook, options);
  }

  /** Deletes a webhook. */
  deleteWebhook(id, options) {
    return this.#accountQuestion("delete-webhook", { id }, options);
  }

  static {
    for (const [method, operation] of READS) {
      this.prototype[method] = function (...given) {
        const [question, options] = argumentsToRequest(operation, given);
        if (!isList(operation)) return this.#accountQuestion(operation, question, options);
        return listAnswer(
          (cursor) => this.#accountQuestion(operation, { ...question, cursor }, options),
          question.cursor,
        );
      };
    }
  }

  /** Sends any request and returns the data of the answer. */
  request(request, options) {
    return answer(this.#send(request, options, dataOf));
  }

  /** Iterates over the pages of a list. */
  pages(path, query = {}, options = undefined) {
    return pagesFrom(
      (cursor) => this.request({ method: "GET", path, query: { ...query, cursor } }, options),
      query.cursor,
    );
  }

  /** Iterates over the items of all pages of a list. */
  each(path, query, options) {
    return itemsOf(this.pages(path, query, options));
  }

  /** Checks and sends a Data API request. A refused request rejects the promise. */
  #question(operation, request, options, expected) {
    const send = async () =>
      this.#send(shapeFast(numberOf(operation), request), options, (text) => decode(operation, text, expected));
    return answer(send());
  }

  /** Checks and sends an Account API request. */
  #accountQuestion(operation, question, options) {
    const send = async () => this.#send(shapeAccount(operation, question), options, dataOf);
    return answer(send());
  }

  /** Creates a resource with an idempotency key, by default a random UUID. */
  #creation(operation, body, { idempotencyKey = globalThis.crypto?.randomUUID?.(), ...options } = {}) {
    const send = async () => {
      const { headers, ...request } = shapeAccount(operation, body);
      return this.#send(
        { ...request, headers: { ...headers, ...(idempotencyKey && { [IDEMPOTENCY_KEY]: idempotencyKey }) } },
        options,
        dataOf,
      );
    };
    return answer(send());
  }

  async #send({ method, path, query, headers, body }, options = {}, read) {
    const { signal, meta = false, timeout = this.#timeout, retries = this.#retries, isFile = false } = options;
    const url = addressOf(this.#base, path, query);
    const name = method === "GET" && !isFile ? `${url} ${meta}` : undefined;
    const cached = this.#cache.get(name);
    const all = { ...headers, ...(meta && { Prefer: "meta" }), ...(cached && { "If-None-Match": cached.etag }) };
    const isSafe = method === "GET" || PATHS.includes(path) || new Headers(headers).has(IDEMPOTENCY_KEY);
    const exchange = await this.#exchange(
      url,
      { method, body, headers: all },
      { signal, timeout, retries, isSafe, isFile },
    );
    const { response, attempts } = exchange;
    const text = cached && response.status === 304 ? cached.text : exchange.text;
    const etag = response.headers.get("etag");
    if (name && etag && response.status === 200) this.#cache.put(name, { etag, text });
    const info = responseInfo(response, attempts);
    if (isFile && response.ok) return { data: fileOf(response, info), response: info };
    return { data: interpret(url, response, text, info, read), response: info };
  }

  /** Sends a request, with retries, until there is a final answer. */
  async #exchange(url, { headers, ...init }, { signal, timeout, retries, isSafe, isFile }) {
    let isRenewed = false;
    for (let attempts = 1, left = retries; ; attempts++) {
      const credential = this.#credential.headers();
      const attemptInit = { ...init, headers: { ...headers, ...(await credential) } };
      const outcome = await attempt(this.#fetch, url, attemptInit, { signal, timeout, isFile }).catch((error) => {
        if (!(error instanceof ConnectionError)) throw error;
        error.attempts = attempts;
        return { error };
      });
      if (outcome.error?.code === "timeout") throw outcome.error;
      if (outcome.response?.status === 401 && !isRenewed && this.#credential.renew(credential)) {
        isRenewed = true;
        continue;
      }
      const wait = left-- > 0 ? waitBefore(outcome.response, attempts, isSafe) : undefined;
      if (wait === undefined) {
        if (outcome.error) throw outcome.error;
        return { ...outcome, attempts };
      }
      await pause(wait, signal);
    }
  }
}

const dataOf = (text) => unwrap(text).data;

/** Returns the data of an answer. Errors get a `response` property, not enumerable so that it is not printed. */
function interpret(url, response, text, info, read) {
  const { status } = response;
  if (response.type === "opaqueredirect" || (status >= 300 && status < 400 && status !== 304)) {
    throw Object.assign(new ConnectionError("redirected", `${url} is answered by a redirect, which is not followed`), {
      attempts: info.attempts,
    });
  }
  if (text === "" && response.ok) return undefined;
  try {
    const data = read(text);
    if (status >= 400) throw new DecodeError("", "a problem", text);
    return data;
  } catch (error) {
    throw Object.defineProperty(error, "response", { value: info });
  }
}

/** Returns a promise of the data, with `withResponse()` for the whole answer. */
function answer(outcome) {
  const data = outcome.then(({ data }) => data);
  const withResponse = () => {
    // Avoids an unhandled rejection of `data`: the caller handles that of `outcome`.
    data.catch(() => {});
    return outcome;
  };
  return Object.assign(data, { withResponse });
}
