// The client: questions checked here, sent, retried and decoded.
import type { Index, MetricType } from "./catalog.js";
import type { AggregateRequest, CoMentionsRequest, CreatorsRequest, SearchRequest, SectorRequest } from "./requests.js";
import type { CreatedWebhook, Report, ReportRequest, WebhookRequest } from "./account.js";
import type { AccountReads } from "./reads.js";
import type { AggregateResult, CoMentionsResult, CreatorsResult, List, SearchResult, SectorResult } from "./results.js";
import type { Schema } from "./schema.js";

/** A short-lived token: its text, or the edge's answer that made it. */
export type BrowserToken = string | { token: string };

/** Exactly one of the three. */
export type Credential =
  | {
      /** A data key, `ohk_…`. Keep it on a server. */
      key: string;
      browserToken?: undefined;
      token?: undefined;
    }
  | {
      key?: undefined;
      /**
       * A browser token, `ohb_…`, of the interface that is asked, or a function that gets one: called before the first
       * request, and again after a 401.
       */
      browserToken: BrowserToken | (() => BrowserToken | Promise<BrowserToken>);
      token?: undefined;
    }
  | {
      key?: undefined;
      browserToken?: undefined;
      /** An account token, `oht_…`. Keep it on a server. */
      token: string;
    };

export type ClientOptions = Credential & {
  /** The URL of the edge: `https://…`, or `http://` on this machine. */
  baseUrl: string | URL;
  /** Instead of the runtime's own. */
  fetch?: typeof globalThis.fetch;
  /** Milliseconds for one attempt; default 30,000. */
  timeout?: number;
  /** Further attempts after 429, 503 and network errors; default 2. */
  retries?: number;
  /** Lets a page hold a key or an account token. Whoever opens the page can read it. */
  dangerouslyAllowKeyInBrowser?: boolean;
};

export interface CallOptions {
  signal?: AbortSignal;
  /** Asks for `_meta`: dataset version, hints, warnings. */
  meta?: boolean;
  /** Instead of the client's. */
  timeout?: number;
  /** Instead of the client's. */
  retries?: number;
}

export interface CreateReportOptions extends CallOptions {
  /**
   * 8 to 255 visible ASCII characters: with the same one the same report, or webhook, is made once. By default one that
   * is made up.
   */
  idempotencyKey?: string;
}

export type CreateWebhookOptions = CreateReportOptions;

export interface WaitOptions extends CallOptions {
  /** Milliseconds between two looks at least; the edge's `Retry-After` holds as well. Default 2,000. */
  intervalMs?: number;
  /** Milliseconds until waiting ends with a `TimeoutError`. By default the edge ends every report. */
  timeoutMs?: number;
}

export interface DownloadOptions extends CallOptions {
  /** Default: PDF where the report has one. */
  format?: "pdf" | "csv";
  /** True if a CSV begins with a byte order mark, which some spreadsheets need. */
  bom?: boolean;
}

/** A file of a report: to be read once, as a stream or whole. */
export interface ReportFile {
  /** Under which name to save it. */
  readonly name: string | undefined;
  /** Its media type. */
  readonly type: string;
  /** Bytes. */
  readonly size: number | undefined;
  /** The header `ETag`. */
  readonly etag: string | undefined;
  /** The digest from the `Repr-Digest` header, hexadecimal. */
  readonly sha256: string | undefined;
  readonly response: ResponseInfo;
  /** Its bytes as they arrive. They are not compared with `sha256`. */
  readonly stream: ReadableStream<Uint8Array>;
  /** The whole file, whose SHA-256 is `sha256` where Web Crypto can tell; otherwise rejects with a `DecodeError`. */
  arrayBuffer(): Promise<ArrayBuffer>;
  /** The same as a `Blob`. */
  blob(): Promise<Blob>;
  /** The same as text. */
  text(): Promise<string>;
}

/** Thrown where a report that is waited for has no files: it has failed, or they are no longer kept. */
export declare class ReportError extends Error {
  readonly name: "ReportError";
  /** For programs, such as `too_large`; `expired` where the files are no longer kept. */
  readonly code: string;
  /** True if the same report may succeed when it is requested again. */
  readonly retryable: boolean;
  readonly report: Report;
}

/** Metadata from the headers of an answer. */
export interface ResponseInfo {
  status: number;
  headers: Headers;
  /** The id to quote when something is unclear. */
  requestId: string | undefined;
  /** Cost units; 0 when it was not answered. */
  cost: number | undefined;
  /** True if the request counted against the quota. */
  charged: boolean | undefined;
  /** Whether the answer came from the edge's cache. */
  cache: "hit" | "miss" | undefined;
  /** To how many documents the key's access level cut the answer. */
  sizeApplied: number | undefined;
  /** Hints for a better request, such as another spelling of a value without matches. */
  hints: string[];
  /** The window that will bind first. */
  rateLimit: { limit: number; remaining: number; reset: Date } | undefined;
  /** Milliseconds that the edge asks to wait. */
  retryAfter: number | undefined;
  /** The number of times the request was sent. */
  attempts: number;
}

/** The promise of a result, which also tells how it was answered. */
export interface Answer<T> extends Promise<T> {
  /**
   * @example
   * const { data, response } = await client.aggregate(request).withResponse();
   * response.rateLimit?.remaining;
   */
  withResponse(): Promise<{ data: T; response: ResponseInfo }>;
}

export type QueryValue = string | number | boolean | null | undefined;
/** Parameters of an address; a list is repeated, null is left out. */
export type Query = Record<string, QueryValue | readonly QueryValue[]>;

/** Anything that can be sent; what `shape` and `toRequest` give among it. */
export interface RequestParts {
  method: string;
  path: string;
  query?: Query;
  headers?: Record<string, string>;
  body?: string;
}

/** Thrown when there was no answer. */
export declare class ConnectionError extends Error {
  readonly name: "ConnectionError";
  readonly code: "network" | "timeout" | "redirected";
  /** The number of times the request was sent. */
  readonly attempts: number;
}

/**
 * Asks the edge. A question that it would refuse is not sent: the promise rejects with a `ProblemError` at once.
 *
 * @example
 * const client = new Overheard({ baseUrl: "https://insights.example", key: process.env.OVERHEARD_KEY });
 * const { buckets } = await client.aggregate({ index: "siv_business_ideas", group_by: "brand_name" });
 */
export declare class Overheard {
  constructor(options: ClientOptions);

  aggregate<I extends Index, M extends MetricType = "count">(
    request: AggregateRequest<I, M>,
    options?: CallOptions,
  ): Answer<AggregateResult<I, M>>;
  search<I extends Index>(request: SearchRequest<I>, options?: CallOptions): Answer<SearchResult<I>>;
  creators(request?: CreatorsRequest, options?: CallOptions): Answer<CreatorsResult>;
  coMentions(request: CoMentionsRequest, options?: CallOptions): Answer<CoMentionsResult>;
  sector(request: SectorRequest, options?: CallOptions): Answer<SectorResult>;
  /** Returns the schema. The client caches it by `ETag`, so a repeated call costs little. */
  schema(options?: CallOptions): Answer<Schema>;

  /**
   * Has a report made. A body that the edge would refuse is not sent.
   *
   * @example
   * const { id } = await client.createReport({ type: "brand_overview", from: "2026-02-01", to: "2026-02-28" });
   */
  createReport(report: ReportRequest | string | Uint8Array, options?: CreateReportOptions): Answer<Report>;
  /**
   * A report each time that it has got further; the last one is ready. Throws a `ReportError` when it has failed.
   *
   * @example
   * for await (const { status, progress } of client.waitForReport(id)) show(status, progress);
   */
  waitForReport(id: string, options?: WaitOptions): AsyncGenerator<Report, void, undefined>;
  /**
   * A file of a report that is ready.
   *
   * @example
   * const file = await client.downloadReport(id, { format: "pdf" });
   * await writeFile(file.name ?? "report.pdf", file.stream);
   */
  downloadReport(id: string, options?: DownloadOptions): Promise<ReportFile>;

  /**
   * Has events delivered to an address. A body that the edge would refuse is not sent.
   *
   * @example
   * const { id, secret } = await client.createWebhook({ url: "https://hooks.example.com/overheard", events: ["report.ready"] });
   */
  createWebhook(webhook: WebhookRequest | string | Uint8Array, options?: CreateWebhookOptions): Answer<CreatedWebhook>;
  /** Removes a webhook; what it was still to be told is not delivered. */
  deleteWebhook(id: string, options?: CallOptions): Answer<undefined>;

  /**
   * Sends anything and gives the data of the answer; undefined when it has no body.
   *
   * @example
   * const token = await client.request({ method: "POST", path: "/v1/_ext/browser-tokens", headers, body });
   */
  request<T = unknown>(request: RequestParts, options?: CallOptions): Answer<T>;
  /** The pages of a list, one request each. */
  pages<T = unknown>(path: string, query?: Query, options?: CallOptions): AsyncGenerator<List<T>, void, undefined>;
  /**
   * The items of all pages of a list, by its path. Lists with a method of their own are typed: `client.mentions()`.
   *
   * @example
   * for await (const mention of client.each("/v1/mentions", { brand: ["Velunara"] })) …
   */
  each<T = unknown>(path: string, query?: Query, options?: CallOptions): AsyncGenerator<T, void, undefined>;
}

/** Its methods for the Account API. */
export interface Overheard extends AccountReads {}
