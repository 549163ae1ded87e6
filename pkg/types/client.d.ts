// The client: checks requests locally, sends and retries them, and decodes the answers.
import type { Index, MetricType } from "./catalog.js";
import type { AggregateRequest, CoMentionsRequest, CreatorsRequest, SearchRequest, SectorRequest } from "./requests.js";
import type { CreatedWebhook, Report, ReportRequest, WebhookRequest } from "./account.js";
import type { AccountReads } from "./reads.js";
import type { AggregateResult, CoMentionsResult, CreatorsResult, List, SearchResult, SectorResult } from "./results.js";
import type { Schema } from "./schema.js";

/** A short-lived token: its text, or the edge's answer that issued it. */
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
       * A browser token, `ohb_…`, for the API in use, or a function that gets one. The client calls it before the
       * first request, and again after a 401.
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
  /** Replaces the runtime's `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** The timeout of one attempt in milliseconds; default 30,000. */
  timeout?: number;
  /** The number of retries after 429, 503 and network errors; default 2. */
  retries?: number;
  /** Allows a key or an account token in a page. Everyone who opens the page can read it. */
  dangerouslyAllowKeyInBrowser?: boolean;
};

export interface CallOptions {
  signal?: AbortSignal;
  /** Requests `_meta`: dataset version, hints, warnings. */
  meta?: boolean;
  /** Overrides the client's value. */
  timeout?: number;
  /** Overrides the client's value. */
  retries?: number;
}

export interface CreateReportOptions extends CallOptions {
  /**
   * The idempotency key, 8 to 255 visible ASCII characters. Requests with the same key create one report or webhook.
   * By default a random UUID.
   */
  idempotencyKey?: string;
}

export type CreateWebhookOptions = CreateReportOptions;

export interface WaitOptions extends CallOptions {
  /** The minimum polling interval in milliseconds; the client also observes `Retry-After`. Default 2,000. */
  intervalMs?: number;
  /** The time until a `TimeoutError`, in milliseconds. By default the client waits until the edge ends the report. */
  timeoutMs?: number;
}

export interface DownloadOptions extends CallOptions {
  /** The format; by default PDF if the report has one. */
  format?: Report["artifacts"][number]["format"];
  /** The part; required if the report has several files of the format. */
  part?: number;
  /** True if a CSV begins with a byte order mark, which some spreadsheets need. */
  bom?: boolean;
}

/** A file of a report. It can be read once, as a stream or whole. */
export interface ReportFile {
  /** The suggested file name. */
  readonly name: string | undefined;
  /** The media type. */
  readonly type: string;
  /** The size in bytes. */
  readonly size: number | undefined;
  /** The `ETag` header. */
  readonly etag: string | undefined;
  /** The digest from the `Repr-Digest` header, hexadecimal. */
  readonly sha256: string | undefined;
  readonly response: ResponseInfo;
  /** The bytes as they arrive, not verified against `sha256`. */
  readonly stream: ReadableStream<Uint8Array>;
  /** Reads the whole file. If Web Crypto is available, rejects with a `DecodeError` unless the SHA-256 is `sha256`. */
  arrayBuffer(): Promise<ArrayBuffer>;
  /** Reads the whole file as a `Blob`, with the same check. */
  blob(): Promise<Blob>;
  /** Reads the whole file as text, with the same check. */
  text(): Promise<string>;
}

/** Thrown if an awaited report has no files: it failed, or its files have expired. */
export declare class ReportError extends Error {
  readonly name: "ReportError";
  /** The error code, such as `too_large`; `expired` if the files have been deleted. */
  readonly code: string;
  /** True if the same report may succeed when it is requested again. */
  readonly retryable: boolean;
  readonly report: Report;
}

/** Metadata from the headers of an answer. */
export interface ResponseInfo {
  status: number;
  headers: Headers;
  /** The request id, to quote in support requests. */
  requestId: string | undefined;
  /** The cost in units; 0 if the edge did not answer the request. */
  cost: number | undefined;
  /** True if the request counted against the quota. */
  charged: boolean | undefined;
  /** `hit` if the answer came from the edge's cache. */
  cache: "hit" | "miss" | undefined;
  /** The number of records to which the key's access level limited the answer. */
  sizeApplied: number | undefined;
  /** Hints for a better request, such as another spelling of a value without matches. */
  hints: string[];
  /** The rate limit window that will be exhausted first. */
  rateLimit: { limit: number; remaining: number; reset: Date } | undefined;
  /** The wait that the edge requests, in milliseconds. */
  retryAfter: number | undefined;
  /** The number of times the request was sent. */
  attempts: number;
}

/** The promise of a result, with access to the metadata of the answer. */
export interface Answer<T> extends Promise<T> {
  /**
   * @example
   * const { data, response } = await client.aggregate(request).withResponse();
   * response.rateLimit?.remaining;
   */
  withResponse(): Promise<{ data: T; response: ResponseInfo }>;
}

export type QueryValue = string | number | boolean | null | undefined;
/** Query parameters. A list repeats the parameter; null omits it. */
export type Query = Record<string, QueryValue | readonly QueryValue[]>;

/** A request to send, for example a result of `shape` or `toRequest`. */
export interface RequestParts {
  method: string;
  path: string;
  query?: Query;
  headers?: Record<string, string>;
  body?: string;
}

/** Thrown if there was no answer. */
export declare class ConnectionError extends Error {
  readonly name: "ConnectionError";
  readonly code: "network" | "timeout" | "redirected";
  /** The number of times the request was sent. */
  readonly attempts: number;
}

/**
 * A client of the edge. It does not send requests that the edge would refuse: their promise rejects with a
 * `ProblemError` at once.
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
   * Creates a report. The client does not send a body that the edge would refuse.
   *
   * @example
   * const { id } = await client.createReport({ type: "brand_overview", from: "2026-02-01", to: "2026-02-28" });
   */
  createReport(report: ReportRequest | string | Uint8Array, options?: CreateReportOptions): Answer<Report>;
  /**
   * Yields a report whenever it has progressed; the last one is ready. Throws a `ReportError` if it failed.
   *
   * @example
   * for await (const { status, progress } of client.waitForReport(id)) show(status, progress);
   */
  waitForReport(id: string, options?: WaitOptions): AsyncGenerator<Report, void, undefined>;
  /**
   * Downloads a file of a finished report.
   *
   * @example
   * const file = await client.downloadReport(id, { format: "pdf" });
   * await writeFile(file.name ?? "report.pdf", file.stream);
   */
  downloadReport(id: string, options?: DownloadOptions): Promise<ReportFile>;

  /**
   * Registers a webhook. The client does not send a body that the edge would refuse.
   *
   * @example
   * const { id, secret } = await client.createWebhook({ url: "https://hooks.example.com/overheard", events: ["report.ready"] });
   */
  createWebhook(webhook: WebhookRequest | string | Uint8Array, options?: CreateWebhookOptions): Answer<CreatedWebhook>;
  /** Deletes a webhook. Its pending events are not delivered. */
  deleteWebhook(id: string, options?: CallOptions): Answer<undefined>;

  /**
   * Sends any request and returns the data of the answer; undefined if the answer has no body.
   *
   * @example
   * const token = await client.request({ method: "POST", path: "/v1/_ext/browser-tokens", headers, body });
   */
  request<T = unknown>(request: RequestParts, options?: CallOptions): Answer<T>;
  /** Iterates over the pages of a list, one request each. */
  pages<T = unknown>(path: string, query?: Query, options?: CallOptions): AsyncGenerator<List<T>, void, undefined>;
  /**
   * Iterates over the items of a list, given its path. Lists with their own method are typed: `client.mentions()`.
   *
   * @example
   * for await (const mention of client.each("/v1/mentions", { brand: ["Velunara"] })) …
   */
  each<T = unknown>(path: string, query?: Query, options?: CallOptions): AsyncGenerator<T, void, undefined>;
}

/** The client's methods for the Account API. */
export interface Overheard extends AccountReads {}
