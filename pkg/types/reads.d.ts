// The questions of the Account API that only read, as methods of the client.
import type { AccountAnswerOf, AccountQuestionOf, Report } from "./account.js";
import type { Answer, CallOptions } from "./client.js";
import type { List, ResultMeta } from "./results.js";

/** The answer to an Account API request. */
type AnswerTo<O extends keyof AccountAnswerOf> = Answer<AccountAnswerOf[O] & { _meta?: ResultMeta }>;
/** The pages of what a question answers, of which the promise is the first. */
type ListOf<O extends "mentions" | "influencers" | "influencer-mentions" | "webhooks"> = ListAnswer<
  AccountAnswerOf[O]["data"][number]
>;
/** The parameters of a question about one thing, without its id. */
type Besides<O extends "influencer" | "influencer-mentions"> = Omit<AccountQuestionOf[O], "id">;

/** The promise of a page, and a way through all of them: further ones are asked for when they are needed. */
export interface ListAnswer<T> extends Answer<List<T>>, AsyncIterable<T> {
  /**
   * The items of this page and of all behind it.
   *
   * @example
   * for await (const { video, sentiment } of client.mentions({ brand: "Velunara" })) …
   */
  [Symbol.asyncIterator](): AsyncGenerator<T, void, undefined>;
  /** This page and all behind it, one request each. */
  pages(): AsyncGenerator<List<T>, void, undefined>;
}

/** One method for each question. A question that the edge would refuse is not sent: the promise rejects at once. */
export interface AccountReads {
  /**
   * Mentions of the account's brands.
   *
   * @example
   * const { data, next_cursor } = await client.mentions({ platform: ["youtube", "tiktok"], limit: 5 });
   */
  mentions(question?: AccountQuestionOf["mentions"], options?: CallOptions): ListOf<"mentions">;
  /** A mention, and what is around it. */
  mention(id: string, options?: CallOptions): AnswerTo<"mention">;
  /** Returns the number of mentions, its breakdown and its change. */
  mentionStats(question?: AccountQuestionOf["mention-stats"], options?: CallOptions): AnswerTo<"mention-stats">;

  /**
   * The tone of mentions, and the topics that make it.
   *
   * @example
   * const { average, drivers } = await client.sentiment({ brand: "Velunara", from: "2026-10-01", to: "2026-10-31" });
   */
  sentiment(question?: AccountQuestionOf["sentiment"], options?: CallOptions): AnswerTo<"sentiment">;
  /** Tone by day, week or month. */
  sentimentTimeline(
    question?: AccountQuestionOf["sentiment-timeline"],
    options?: CallOptions,
  ): AnswerTo<"sentiment-timeline">;
  /** Tone by platform, language or region. */
  sentimentBreakdown(
    question?: AccountQuestionOf["sentiment-breakdown"],
    options?: CallOptions,
  ): AnswerTo<"sentiment-breakdown">;

  /** The creators who make the mentions. */
  influencers(question?: AccountQuestionOf["influencers"], options?: CallOptions): ListOf<"influencers">;
  /** A creator with the audience, and what the account's brands have to do with it. */
  influencer(id: string, question?: Besides<"influencer">, options?: CallOptions): AnswerTo<"influencer">;
  /** The mentions that a creator makes. */
  influencerMentions(
    id: string,
    question?: Besides<"influencer-mentions">,
    options?: CallOptions,
  ): ListOf<"influencer-mentions">;

  /** Topics, and how they move. */
  trends(question?: AccountQuestionOf["trends"], options?: CallOptions): AnswerTo<"trends">;
  /** Topics that come up. */
  emergingTrends(question?: AccountQuestionOf["emerging-trends"], options?: CallOptions): AnswerTo<"emerging-trends">;
  /**
   * Topics of several brands or periods, side by side.
   *
   * @example
   * const { columns, rows } = await client.trendComparison({ by: "brand", brand: ["Velunara", "Borealume"] });
   */
  trendComparison(question: AccountQuestionOf["trend-comparison"], options?: CallOptions): AnswerTo<"trend-comparison">;

  /** Returns a report and its status. */
  report(id: string, options?: CallOptions): Answer<Report>;
  /** Lists the account's webhooks. */
  webhooks(question?: AccountQuestionOf["webhooks"], options?: CallOptions): ListOf<"webhooks">;
  /** The account: its brands, its plan, and what is left of it. */
  account(options?: CallOptions): AnswerTo<"account">;
  /** Returns the account's usage. */
  accountUsage(question?: AccountQuestionOf["account-usage"], options?: CallOptions): AnswerTo<"account-usage">;
}

// Makes all other declarations private to this file.
export {};
