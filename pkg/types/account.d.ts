// The questions of the Account API, as they stand in an address or a body.
import type { AccountAnswerOf } from "../generated/answers.js";
import type { AccountBody, AccountQuestionOf } from "../generated/parameters.js";

export type { AccountAnswerOf } from "../generated/answers.js";
export type { AccountBody, AccountQuestionOf } from "../generated/parameters.js";

/** Filters that select mentions. */
export type MentionFilters = AccountQuestionOf["sentiment"];

/** A question of the Account API. */
export type AccountOperation = keyof AccountQuestionOf;
/**
 * The parameters of a question: an object, or the query of an address. A body: an object, JSON text, or that text in
 * UTF-8.
 */
export type AccountInput<O extends AccountOperation = AccountOperation> =
  | AccountQuestionOf[O]
  | string
  | (O extends AccountBody ? Uint8Array : URLSearchParams);

/** A mention, as lists of mentions hold it. */
export type Mention = AccountAnswerOf["mentions"]["data"][number];
/** A creator, as lists of creators hold one. */
export type Influencer = AccountAnswerOf["influencers"]["data"][number];

/** A report that is asked for. */
export type ReportRequest = AccountQuestionOf["create-report"];
/** A report, and how far it is. */
export type Report = AccountAnswerOf["report"];

/** A webhook that is to be made. */
export type WebhookRequest = AccountQuestionOf["create-webhook"];
/** A webhook: where an account is told of events, and of which. */
export type Webhook = AccountAnswerOf["create-webhook"];
/** A webhook that was just made, with the secret that is shown this once. */
export type CreatedWebhook = Webhook & { secret: string };

// Makes all other declarations private to this file.
export {};
