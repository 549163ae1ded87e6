// The client: questions checked here, sent, retried and decoded.
import type { Index, MetricType } from "./catalog.js";
import type { AggregateRequest, CoMentionsRequest, CreatorsRequest, SearchRequest, SectorRequest } from "./requests.js";
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
    /** A browser token, `ohb_…`, of the interface that is asked, or a function that gets one: called before the first request, and again after a 401. */
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
  /** Where the edge answers: `https://…`, or `http://` on this machine. */
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

/** What an answer says about itself. */
export interface ResponseInfo {
  status: number;
  headers: Headers;
  /** The id to quote when something is unclear. */
  requestId: string | undefined;
  /** Cost units; 0 when it was not answered. */
  cost: number | undefined;
  /** Whether the quota counted it. */
  charged: boolean | undefined;
  /** Whether the edge had answered the same before. */
  cache: "hit" | "miss" | undefined;
  /** To how many documents the key's access level cut the answer. */
  sizeApplied: number | undefined;
  /** What may help to ask better, such as another spelling of a value that found nothing. */
  hints: string[];
  /** The window that will bind first. */
  rateLimit: { limit: number; remaining: number; reset: Date } | undefined;
  /** Milliseconds that the edge asks to wait. */
  retryAfter: number | undefined;
  /** How many times the request was sent. */
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
  /** How many times the request was sent. */
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
  /** What may be asked. Its `ETag` is kept, so asking again costs little. */
  schema(options?: CallOptions): Answer<Schema>;

  /**
   * Sends anything and gives the data of the answer; undefined when it has no body.
   *
   * @example
   * const account = await client.request({ method: "GET", path: "/v1/account" });
   */
  request<T = unknown>(request: RequestParts, options?: CallOptions): Answer<T>;
  /** The pages of a list, one request each. */
  pages<T = unknown>(path: string, query?: Query, options?: CallOptions): AsyncGenerator<List<T>, void, undefined>;
  /**
   * The items of all pages of a list.
   *
   * @example
   * for await (const mention of client.each("/v1/mentions", { brand: ["Velunara"] })) …
   */
  each<T = unknown>(path: string, query?: Query, options?: CallOptions): AsyncGenerator<T, void, undefined>;
}
