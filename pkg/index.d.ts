// Overheard's own guardrails, in every runtime: the checks, words and decoding of the edge.
import type { AccountInput, AccountOperation } from "./types/account.js";
import type { Index, MetricType } from "./types/catalog.js";
import type { Problem } from "./types/problem.js";
import type { Operation, RequestInput } from "./types/requests.js";
import type { ResultOf } from "./types/results.js";
import type { Schema } from "./types/schema.js";

export type * from "./types/account.js";
export type * from "./types/catalog.js";
export type * from "./types/requests.js";
export type * from "./types/results.js";
export * from "./types/problem.js";
export * from "./types/schema.js";
export * from "./types/builders.js";
export * from "./types/tools.js";
export * from "./types/webhooks.js";
export * from "./types/client.js";
export type * from "./types/reads.js";

/** Where the module comes from: its address, an answer that holds it, its bytes, or the module itself. */
export type InitSource =
  | string
  | URL
  | Response
  | Promise<Response>
  | ArrayBuffer
  | ArrayBufferView
  | WebAssembly.Module;

/**
 * Loads the core. Needed once in a browser, before anything else is called; calling it again gives the same promise.
 * In Node.js, Deno, Bun and Workers the core is there as soon as the package is imported.
 *
 * @example
 * import { init, check } from "overheard";
 * await init();
 * check("aggregate", { index: "siv_info", group_by: "tags" }); // null
 *
 * @example
 * // Where the bundler does not find the file by itself:
 * import wasm from "overheard/overheard.wasm";
 * await init(wasm);
 */
export declare function init(source?: InitSource): Promise<void>;

/** A question of either interface, in the forms that it may have. */
type InputOf<O extends Operation | AccountOperation> = O extends Operation
  ? RequestInput<O>
  : O extends AccountOperation
    ? AccountInput<O> | undefined
    : never;
/** What may be asked about without being typed: `unknown`, and objects of any names, such as those of a form. */
type Untyped<T> = unknown extends T ? unknown : string extends keyof T ? unknown : never;

/**
 * Whether the edge would accept a question: `null`, or the `Problem` that it would answer. One that is typed must be
 * typed rightly; what is `unknown`, or an object of any names, is taken as it is.
 *
 * @example
 * const problem = check("sector", form);
 * if (problem) show(problem.errors.map(({ param, message }) => …));
 *
 * @example
 * check("sentiment", { platform: ["youtube", "tiktok"], from: "2026-02-01", to: "2026-02-28" }); // null
 *
 * @example
 * check("create-report", JSON.parse(text) as unknown);
 */
export declare function check<O extends Operation | AccountOperation, T = never>(
  operation: O,
  request: InputOf<O> | (T & Untyped<T>),
): Problem | null;
/** The same for a question of the Account API without parameters. */
export declare function check(operation: AccountOperation): Problem | null;

/** A request as it is sent. */
export interface ShapedRequest {
  method: "GET" | "POST" | "DELETE";
  path: string;
  headers: Record<string, string>;
  /**
   * The canonical text of a question of the Data API: two requests with the same one are the same question. Absent for
   * a GET.
   */
  body?: string;
  /** Cost units, which depend on the request alone. */
  cost: number;
}

/**
 * A request as it is sent: defaults filled in, in its canonical form, with its cost. Throws a `ProblemError` when the
 * edge would refuse it. The path of a question of the Account API holds its query, and there is no body; a report that
 * is asked for and a webhook that is made have one, which is sent as it was given.
 *
 * @example
 * const { method, path, headers, body, cost } = shape("creators", { size: 5 });
 * await fetch(base + path, { method, headers: { ...headers, "X-API-Key": key }, body });
 *
 * @example
 * const { path } = shape("mention", { id: "men_01J9Z4A7QF" }); // "/v1/mentions/men_01J9Z4A7QF"
 */
export declare function shape<O extends Operation | AccountOperation, T = never>(
  operation: O,
  request: InputOf<O> | (T & Untyped<T>),
): ShapedRequest;
/** The same for a question of the Account API without parameters. */
export declare function shape(operation: AccountOperation): ShapedRequest;

/**
 * The data of an answer, flat or wrapped, checked to have the documented members. Throws a `ProblemError` when the
 * answer is a problem, a `DecodeError` when it is something else.
 *
 * @example
 * const { results } = decode("search", await response.text(), { index: "siv_info" });
 * results[0]?.views;
 */
export declare function decode<
  O extends Operation | "schema",
  I extends Index = Index,
  M extends MetricType = MetricType,
>(
  operation: O,
  response: string | object,
  options?: {
    /** The index that was asked: types the result, and is checked. */
    index?: I;
    /** The type of the metric that was asked: types the result. */
    metric?: M;
  },
): ResultOf<O, I, M>;

/** The schema that this package was made for. Its rates and sizes are those of no particular key. */
export declare function schema(): Schema;

/**
 * Checks that a live schema is one that this package understands: the same major version, not an older one, and every
 * index, field and use that is known here. Throws a `SchemaMismatchError` that names what differs.
 *
 * @example
 * assertSchema(await client.schema());
 */
export declare function assertSchema(live: unknown): asserts live is Schema;

// Nothing else is exported.
export {};
