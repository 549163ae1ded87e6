// The requests of the Account API, as query parameters or a body.
import type { AccountAnswerOf } from "../generated/answers.js";
import type { AccountBody, AccountQuestionOf } from "../generated/parameters.js";

export type { AccountAnswerOf } from "../generated/answers.js";
export type { AccountBody, AccountQuestionOf } from "../generated/parameters.js";

/** Filters that select mentions. */
export type MentionFilters = AccountQuestionOf["sentiment"];

/** An operation of the Account API. */
export type AccountOperation = keyof AccountQuestionOf;
/**
 * The input of an operation. Parameters: an object or a query string. A body: an object, JSON text, or that text in
 * UTF-8.
 */
export type AccountInput<O extends AccountOperation = AccountOperation> =
  | AccountQuestionOf[O]
  | string
  | (O extends AccountBody ? Uint8Array : URLSearchParams);

/** A mention in a list. */
export type Mention = AccountAnswerOf["mentions"]["data"][number];
/** A creator in a list. */
export type Influencer = AccountAnswerOf["influencers"]["data"][number];

/** The request to create a report. */
export type ReportRequest = AccountQuestionOf["create-report"];
/** A report with its progress. */
export type Report = AccountAnswerOf["report"];

/** The request to create a webhook. */
export type WebhookRequest = AccountQuestionOf["create-webhook"];
/** A webhook: its URL and its event types. */
export type Webhook = AccountAnswerOf["create-webhook"];
/** A new webhook with its secret, which is returned only once. */
export type CreatedWebhook = Webhook & { secret: string };

// Makes all other declarations private to this file.
export {};
