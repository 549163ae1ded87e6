// The client: questions checked here, sent, retried and decoded.
import { shapeAccount } from "../account.js";
import { DecodeError, decode, unwrap } from "../decode.js";
import { PATHS, numberOf } from "../operations.js";
import { shapeUsual } from "../usual.js";
import { addressOf, baseOf } from "./address.js";
import { ConnectionError, attempt, pause } from "./connection.js";
import { credentialOf } from "./credential.js";
import { Kept } from "./kept.js";
import { READS, askedBy, isList, itemsOf, listAnswer, pagesFrom } from "./reads.js";
import { fileOf, progressOf } from "./reports.js";
import { responseInfo } from "./response.js";
import { waitBefore } from "./retry.js";

const TIMEOUT_MS = 30_000;
const RETRIES = 2;
/** What is sent with the same one is done once. */
const IDEMPOTENCY_KEY = "Idempotency-Key";

/** Asks the edge. */
export class Overheard {
  #base;
  #credential;
  #fetch;
  #timeout;
  #retries;
  #kept = new Kept();

  constructor(options) {
    const { baseUrl, fetch, timeout = TIMEOUT_MS, retries = RETRIES } = options;
    this.#base = baseOf(baseUrl);
    this.#credential = credentialOf(options);
    // Looked up when it is called, so that a page may replace it; called as the global that browsers demand.
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

  /** What may be asked. */
  schema(options) {
    return answer(this.#send({ method: "GET", path: "/v1/schema" }, options, (text) => decode("schema", text)));
  }

  /** Has a report made. With a key it is made once, however often it is asked for, so that it may be sent again. */
  createReport(report, options) {
    return this.#creation("create-report", report, options);
  }

  /** A report each time that it has got further, until it is ready. */
  waitForReport(id, { signal, intervalMs, timeoutMs, ...options } = {}) {
    const look = (signal) => this.report(id, { ...options, signal }).withResponse();
    return progressOf(look, { signal, intervalMs, timeoutMs });
  }

  /** A file of a report. */
  async downloadReport(id, { format, bom, ...options } = {}) {
    const { path, method } = shapeAccount("download-report", {
      id,
      format,
      bom: bom === undefined ? bom : Number(bom),
    });
    const { data } = await this.#send({ method, path }, { ...options, isFile: true }, dataOf);
    return data;
  }

  /** Has events delivered to an address. With a key the webhook is made once, as a report is. */
  createWebhook(webhook, options) {
    return this.#creation("create-webhook", webhook, options);
  }

  /** Removes a webhook. */
  deleteWebhook(id, options) {
    return this.#accountQuestion("delete-webhook", { id }, options);
  }

  static {
    for (const [method, operation] of READS) {
      this.prototype[method] = function (...given) {
        const [question, options] = askedBy(operation, given);
        if (!isList(operation)) return this.#accountQuestion(operation, question, options);
        return listAnswer(
          (cursor) => this.#accountQuestion(operation, { ...question, cursor }, options),
          question.cursor,
        );
      };
    }
  }

  /** Sends anything and gives the data of the answer. */
  request(request, options) {
    return answer(this.#send(request, options, dataOf));
  }

  /** The pages of a list. */
  pages(path, query = {}, options = undefined) {
    return pagesFrom(
      (cursor) => this.request({ method: "GET", path, query: { ...query, cursor } }, options),
      query.cursor,
    );
  }

  /** The items of all pages of a list. */
  each(path, query, options) {
    return itemsOf(this.pages(path, query, options));
  }

  /**
   * A question is checked before anything is sent, and what it is refused for rejects the promise like everything else.
   */
  #question(operation, request, options, asked) {
    const send = async () =>
      this.#send(shapeUsual(numberOf(operation), request), options, (text) => decode(operation, text, asked));
    return answer(send());
  }

  /** The same for a question of the Account API. */
  #accountQuestion(operation, question, options) {
    const send = async () => this.#send(shapeAccount(operation, question), options, dataOf);
    return answer(send());
  }

  /** What makes a resource is made once for a key. */
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
    const kept = this.#kept.get(name);
    const all = { ...headers, ...(meta && { Prefer: "meta" }), ...(kept && { "If-None-Match": kept.etag }) };
    const isSafe = method === "GET" || PATHS.includes(path) || new Headers(headers).has(IDEMPOTENCY_KEY);
    const exchange = await this.#exchange(
      url,
      { method, body, headers: all },
      { signal, timeout, retries, isSafe, isFile },
    );
    const { response, attempts } = exchange;
    const text = kept && response.status === 304 ? kept.text : exchange.text;
    const etag = response.headers.get("etag");
    if (name && etag && response.status === 200) this.#kept.put(name, { etag, text });
    const info = responseInfo(response, attempts);
    if (isFile && response.ok) return { data: fileOf(response, info), response: info };
    return { data: interpret(url, response, text, info, read), response: info };
  }

  /** Sends until there is an answer to take. */
  async #exchange(url, { headers, ...init }, { signal, timeout, retries, isSafe, isFile }) {
    let isRenewed = false;
    for (let attempts = 1, left = retries; ; attempts++) {
      const credential = this.#credential.headers();
      const sent = { ...init, headers: { ...headers, ...(await credential) } };
      const outcome = await attempt(this.#fetch, url, sent, { signal, timeout, isFile }).catch((error) => {
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

/** The data of an answer. What is thrown instead says what the edge answered with, though not when it is printed. */
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

/** The promise of the data alone, from which the whole answer can be had. */
function answer(outcome) {
  const data = outcome.then(({ data }) => data);
  const withResponse = () => {
    // Whoever takes the whole answer hears of its failure there.
    data.catch(() => {});
    return outcome;
  };
  return Object.assign(data, { withResponse });
}
