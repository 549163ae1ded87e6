// The client's methods for the reading operations of the Account API.
import type { AccountAnswerOf, AccountQuestionOf, Report } from "./account.js";
import type { Answer, CallOptions } from "./client.js";
import type { List, ResultMeta } from "./results.js";

/** The answer to an Account API request. */
type AnswerTo<O extends keyof AccountAnswerOf> = Answer<AccountAnswerOf[O] & { _meta?: ResultMeta }>;
/** The pages of a list operation; the promise resolves to the first page. */
type ListOf<O extends "mentions" | "influencers" | "influencer-mentions" | "webhooks"> = ListAnswer<
  AccountAnswerOf[O]["data"][number]
>;
/** The parameters of an operation on one resource, without its id. */
type Besides<O extends "influencer" | "influencer-mentions"> = Omit<AccountQuestionOf[O], "id">;

/** The promise of a page, and an iterator over all pages. Further pages are requested when needed. */
export interface ListAnswer<T> extends Answer<List<T>>, AsyncIterable<T> {
  /**
   * Iterates over the items of this page and all later ones.
   *
   * @example
   * for await (const { video, sentiment } of client.mentions({ brand: "Velunara" })) …
   */
  [Symbol.asyncIterator](): AsyncGenerator<T, void, undefined>;
  /** Iterates over this page and all later ones, one request each. */
  pages(): AsyncGenerator<List<T>, void, undefined>;
}

/** One method for each operation. Requests that the edge would refuse are not sent: the promise rejects at once. */
export interface AccountReads {
  /**
   * Lists mentions of the account's brands.
   *
   * @example
   * const { data, next_cursor } = await client.mentions({ platform: ["youtube", "tiktok"], limit: 5 });
   */
  mentions(question?: AccountQuestionOf["mentions"], options?: CallOptions): ListOf<"mentions">;
  /** Returns a mention with its context. */
  mention(id: string, options?: CallOptions): AnswerTo<"mention">;
  /** Returns the number of mentions, its breakdown and its change. */
  mentionStats(question?: AccountQuestionOf["mention-stats"], options?: CallOptions): AnswerTo<"mention-stats">;

  /**
   * Returns the sentiment of mentions, and the topics that drive it.
   *
   * @example
   * const { average, drivers } = await client.sentiment({ brand: "Velunara", from: "2026-10-01", to: "2026-10-31" });
   */
  sentiment(question?: AccountQuestionOf["sentiment"], options?: CallOptions): AnswerTo<"sentiment">;
  /** Returns sentiment by day, week or month. */
  sentimentTimeline(
    question?: AccountQuestionOf["sentiment-timeline"],
    options?: CallOptions,
  ): AnswerTo<"sentiment-timeline">;
  /** Returns sentiment by platform, language or region. */
  sentimentBreakdown(
    question?: AccountQuestionOf["sentiment-breakdown"],
    options?: CallOptions,
  ): AnswerTo<"sentiment-breakdown">;

  /** Lists the creators of the mentions. */
  influencers(question?: AccountQuestionOf["influencers"], options?: CallOptions): ListOf<"influencers">;
  /** Returns a creator with the audience and the mentions of the account's brands. */
  influencer(id: string, question?: Besides<"influencer">, options?: CallOptions): AnswerTo<"influencer">;
  /** Lists a creator's mentions. */
  influencerMentions(
    id: string,
    question?: Besides<"influencer-mentions">,
    options?: CallOptions,
  ): ListOf<"influencer-mentions">;

  /** Returns topics and their growth. */
  trends(question?: AccountQuestionOf["trends"], options?: CallOptions): AnswerTo<"trends">;
  /** Returns emerging topics. */
  emergingTrends(question?: AccountQuestionOf["emerging-trends"], options?: CallOptions): AnswerTo<"emerging-trends">;
  /**
   * Compares the topics of several brands or periods.
   *
   * @example
   * const { columns, rows } = await client.trendComparison({ by: "brand", brand: ["Velunara", "Borealume"] });
   */
  trendComparison(question: AccountQuestionOf["trend-comparison"], options?: CallOptions): AnswerTo<"trend-comparison">;
  /**
   * Explains why a day or week has more or fewer mentions than usual.
   *
   * @example
   * const { summary, videos } = await client.explainChange({ brand: "Velunara", date: "2026-10-20" });
   */
  explainChange(question?: AccountQuestionOf["explain-change"], options?: CallOptions): AnswerTo<"explain-change">;

  /** Returns a report and its status. */
  report(id: string, options?: CallOptions): Answer<Report>;
  /** Lists the account's webhooks. */
  webhooks(question?: AccountQuestionOf["webhooks"], options?: CallOptions): ListOf<"webhooks">;
  /** Returns the account: its brands, its plan and the remaining quota. */
  account(options?: CallOptions): AnswerTo<"account">;
  /** Returns the account's usage. */
  accountUsage(question?: AccountQuestionOf["account-usage"], options?: CallOptions): AnswerTo<"account-usage">;
}

// Makes all other declarations private to this file.
export {};
