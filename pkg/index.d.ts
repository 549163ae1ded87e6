// The edge's guardrails in every runtime: its checks, its messages and its decoding.
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

/** The source of the module: its URL, a response that contains it, its bytes, or the module itself. */
export type InitSource =
  | string
  | URL
  | Response
  | Promise<Response>
  | ArrayBuffer
  | ArrayBufferView
  | WebAssembly.Module;

/**
 * Loads the core. A browser must call it once before any other function; further calls return the same promise.
 * In Node.js, Deno, Bun and Workers the import of the package loads the core.
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

/** The input of an operation of either API, in each accepted form. */
type InputOf<O extends Operation | AccountOperation> = O extends Operation
  ? RequestInput<O>
  : O extends AccountOperation
    ? AccountInput<O> | undefined
    : never;
/** Inputs accepted without a request type: `unknown`, and objects with arbitrary member names, such as form data. */
type Untyped<T> = unknown extends T ? unknown : string extends keyof T ? unknown : never;

/**
 * Checks a request. Returns `null` if the edge would accept it, otherwise the `Problem` that the edge would answer.
 * A typed request must match the operation's type; `unknown` and objects with arbitrary names are accepted as they are.
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
/** The same, for an operation of the Account API without parameters. */
export declare function check(operation: AccountOperation): Problem | null;

/** A request, ready to send. */
export interface ShapedRequest {
  method: "GET" | "POST" | "DELETE";
  path: string;
  headers: Record<string, string>;
  /**
   * The canonical form of a Data API request: equivalent requests have the same text. Absent for a GET.
   */
  body?: string;
  /** The cost in units. It depends only on the request. */
  cost: number;
}

/**
 * Returns a request ready to send: in its canonical form, with defaults filled in and its cost. Throws a `ProblemError`
 * if the edge would refuse it. The path of an Account API read includes the query, and there is no body. Creating a
 * report or a webhook has a body, which is sent unchanged.
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
/** The same, for an operation of the Account API without parameters. */
export declare function shape(operation: AccountOperation): ShapedRequest;

/**
 * Decodes an answer, flat or wrapped, and checks that it has the documented members. Throws a `ProblemError` if the
 * answer is a problem, and a `DecodeError` if it is anything else.
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
    /** The index of the request. Types the result, and is checked. */
    index?: I;
    /** The metric type of the request. Types the result. */
    metric?: M;
  },
): ResultOf<O, I, M>;

/** Returns the schema that this package was built for. Its rates and sizes are not those of a particular key. */
export declare function schema(): Schema;

/**
 * Checks that this package supports a live schema: the same major version, not an older one, with every index, field
 * and use known here. Throws a `SchemaMismatchError` that lists the differences.
 *
 * @example
 * assertSchema(await client.schema());
 */
export declare function assertSchema(live: unknown): asserts live is Schema;

// Makes all other declarations private to this file.
export {};
