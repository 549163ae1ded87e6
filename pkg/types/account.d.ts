// The questions of the Account API, as they stand in an address or a body.
import type { AccountAnswerOf } from "../generated/answers.js";
import type { AccountBody, AccountQuestionOf } from "../generated/parameters.js";

export type { AccountAnswerOf } from "../generated/answers.js";
export type { AccountBody, AccountQuestionOf } from "../generated/parameters.js";

/** Which mentions are meant. */
export type MentionFilters = AccountQuestionOf["sentiment"];

/** A question of the Account API. */
export type AccountOperation = keyof AccountQuestionOf;
/** The parameters of a question: an object, or the query of an address. A body: an object, JSON text, or that text in UTF-8. */
export type AccountInput<O extends AccountOperation = AccountOperation> =
  | AccountQuestionOf[O]
  | string
  | (O extends AccountBody ? Uint8Array : URLSearchParams);

/** A report that is asked for. */
export type ReportRequest = AccountQuestionOf["create-report"];
/** A report, and how far it is. */
export type Report = AccountAnswerOf["report"];

// Nothing else is exported.
export {};
