// Requests as options of TanStack Query 5, for every framework that it supports.
import type { AccountAnswerOf, AccountQuestionOf, Influencer, Mention } from "./types/account.js";
import type { Index, MetricType } from "./types/catalog.js";
import type { Overheard } from "./types/client.js";
import type {
  AggregateRequest,
  CoMentionsRequest,
  CreatorsRequest,
  SearchRequest,
  SectorRequest,
} from "./types/requests.js";
import type {
  AggregateResult,
  CoMentionsResult,
  CreatorsResult,
  List,
  ResultMeta,
  SearchResult,
  SectorResult,
} from "./types/results.js";
import type { Schema } from "./types/schema.js";

/** Options of `useQuery`, `createQuery`, `fetchQuery` and similar functions. */
export interface QuestionOptions<T> {
  /**
   * The prefix, the operation and the canonical request. Equivalent requests have the same key.
   */
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<T>;
  /** Returns the freshness lifetime from `Cache-Control` in milliseconds; 0 before the first answer. */
  staleTime: () => number;
  /** The client retries by itself. */
  retry: false;
}

/** Options of `useInfiniteQuery` and similar functions, for all pages of a list. */
export interface PagesOptions<T> extends Omit<QuestionOptions<List<T>>, "queryFn"> {
  queryFn: (context: { signal: AbortSignal; pageParam: string | null }) => Promise<List<T>>;
  initialPageParam: string | null;
  getNextPageParam: (page: List<T>) => string | null;
}

/** A list operation: one page, or all pages with `infinite`. */
export interface ListQuestion<Args extends unknown[], T> {
  (...args: Args): QuestionOptions<List<T>>;
  infinite(...args: Args): PagesOptions<T>;
}

/** One function for each reading method of a client: the same arguments, and query options as the result. */
export interface Queries {
  aggregate<I extends Index, M extends MetricType = "count">(
    request: AggregateRequest<I, M>,
  ): QuestionOptions<AggregateResult<I, M>>;
  search<I extends Index>(request: SearchRequest<I>): QuestionOptions<SearchResult<I>>;
  creators(request?: CreatorsRequest): QuestionOptions<CreatorsResult>;
  coMentions(request: CoMentionsRequest): QuestionOptions<CoMentionsResult>;
  sector(request: SectorRequest): QuestionOptions<SectorResult>;
  schema(): QuestionOptions<Schema>;

  mentions: ListQuestion<[question?: Questions["mentions"]], Mention>;
  mention(id: string): OptionsOf<"mention">;
  mentionStats(question?: Questions["mention-stats"]): OptionsOf<"mention-stats">;
  sentiment(question?: Questions["sentiment"]): OptionsOf<"sentiment">;
  sentimentTimeline(question?: Questions["sentiment-timeline"]): OptionsOf<"sentiment-timeline">;
  sentimentBreakdown(question?: Questions["sentiment-breakdown"]): OptionsOf<"sentiment-breakdown">;
  influencers: ListQuestion<[question?: Questions["influencers"]], Influencer>;
  influencer(id: string, question?: Omit<Questions["influencer"], "id">): OptionsOf<"influencer">;
  influencerMentions: ListQuestion<[id: string, question?: Omit<Questions["influencer-mentions"], "id">], Mention>;
  trends(question?: Questions["trends"]): OptionsOf<"trends">;
  emergingTrends(question?: Questions["emerging-trends"]): OptionsOf<"emerging-trends">;
  trendComparison(question: Questions["trend-comparison"]): OptionsOf<"trend-comparison">;
  explainChange(question?: Questions["explain-change"]): OptionsOf<"explain-change">;
  report(id: string): OptionsOf<"report">;
  webhooks: ListQuestion<[question?: Questions["webhooks"]], AccountAnswerOf["webhooks"]["data"][number]>;
  account(): OptionsOf<"account">;
  accountUsage(question?: Questions["account-usage"]): OptionsOf<"account-usage">;
}

/**
 * Returns functions that turn requests of a client into options of TanStack Query.
 *
 * @example
 * const ask = queries(client);
 * const { data, error } = useQuery(ask.sentiment({ brand: "Velunara" }));
 * const { data, fetchNextPage } = useInfiniteQuery(ask.mentions.infinite({ brand: "Velunara" }));
 * await queryClient.invalidateQueries({ queryKey: ["overheard", "sentiment"] });
 */
export declare function queries(
  client: Overheard,
  options?: {
    /** The prefix of all keys; default `["overheard"]`. Accounts that share a cache need different prefixes. */
    prefix?: readonly unknown[];
  },
): Queries;

type Questions = AccountQuestionOf;
type OptionsOf<O extends keyof AccountAnswerOf> = QuestionOptions<AccountAnswerOf[O] & { _meta?: ResultMeta }>;

// Makes all other declarations private to this file.
export {};
