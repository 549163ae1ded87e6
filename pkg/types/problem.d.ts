// Problems: the edge's error responses.

/** A rule that a request breaks. */
export interface Violation {
  code: string;
  /** The location: a JSON Pointer into the body, `?name` in a query, or `header:Name`. */
  param: string;
  message: string;
  /** The allowed values at this location. */
  allowed?: readonly (string | number)[];
  /** The nearest allowed value, if at most two letters differ. */
  did_you_mean?: string;
}

/** The members of a problem document (RFC 9457), and those that a kind of problem adds. */
export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  /** The message for people; the same as `detail`. */
  message: string;
  /** The error code for programs. */
  code: string;
  param: string | null;
  allowed?: readonly (string | number)[];
  did_you_mean?: string;
  /** Every violation, up to 20; the first is repeated above. */
  errors: readonly Violation[];
  request_id: string;
  /** True if the same request may succeed later. */
  retryable: boolean;
  [extension: string]: unknown;
}

/**
 * The reason for a refusal, with the edge's messages. The text is generated when a member is first read.
 *
 * @example
 * const problem = check("aggregate", { index: "siv_info", group_by: "brand_name" });
 * problem?.message; // "group_by 'brand_name' is not allowed on index 'siv_info'. Allowed: [channel_name, platform,
 * category, tags]" problem?.allowed; // ["channel_name", "platform", "category", "tags"]
 */
export declare class Problem {
  private constructor();
  /** The exact text of the edge's body. Its `request_id` is fixed if nothing was sent. */
  readonly body: string;
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly message: string;
  readonly code: string;
  readonly param: string | null;
  readonly allowed: readonly (string | number)[] | undefined;
  readonly did_you_mean: string | undefined;
  readonly errors: readonly Violation[];
  readonly request_id: string;
  readonly retryable: boolean;
  /** The whole document, with the members that only some kinds of problems have. */
  toJSON(): ProblemDocument;
  /** `code: message` */
  toString(): string;
}

/** Thrown if the package or the edge refuses a request. */
export declare class ProblemError extends Error {
  readonly name: "ProblemError";
  readonly problem: Problem;
  /** Metadata of the edge's answer; absent if nothing was sent. */
  readonly response?: import("./client.js").ResponseInfo;
}

/** Thrown if an answer does not have the documented form. */
export declare class DecodeError extends Error {
  readonly name: "DecodeError";
  /** The location: a JSON Pointer into the answer. */
  readonly path: string;
  /** The documented type or value. */
  readonly expected: string;
  /** The type or value found. */
  readonly got: string;
  /** Metadata of the edge's answer; absent if `decode` was called directly. */
  readonly response?: import("./client.js").ResponseInfo;
}
