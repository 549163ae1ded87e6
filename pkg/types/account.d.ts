// The questions of the Account API, as they stand in an address.
import type { AccountQuestionOf } from "../generated/parameters.js";

export type { AccountAnswerOf } from "../generated/answers.js";
export type { AccountQuestionOf } from "../generated/parameters.js";

/** Which mentions are meant. */
export type MentionFilters = AccountQuestionOf["sentiment"];

/** A question of the Account API. */
export type AccountOperation = keyof AccountQuestionOf;
/** The parameters of a question: an object, or the query of an address. */
export type AccountInput<O extends AccountOperation = AccountOperation> = AccountQuestionOf[O] | string | URLSearchParams;

// Nothing else is exported.
export {};
