// Questions as options of TanStack Query 5, whichever framework it is for.
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

/** What `useQuery`, `createQuery`, `fetchQuery` and the like take. */
export interface QuestionOptions<T> {
  /**
   * The prefix, the operation, and the question in its canonical form: questions that mean the same have the same key.
   */
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<T>;
  /** How long the answer is fresh: what its `Cache-Control` says, 0 before there is one. */
  staleTime: () => number;
  /** The client sends again itself. */
  retry: false;
}

/** What `useInfiniteQuery` and the like take, for all pages of a list. */
export interface PagesOptions<T> extends Omit<QuestionOptions<List<T>>, "queryFn"> {
  queryFn: (context: { signal: AbortSignal; pageParam: string | null }) => Promise<List<T>>;
  initialPageParam: string | null;
  getNextPageParam: (page: List<T>) => string | null;
}

/** A question whose answer is a page of a list: alone, or with all pages behind it. */
export interface ListQuestion<Asked extends unknown[], T> {
  (...asked: Asked): QuestionOptions<List<T>>;
  infinite(...asked: Asked): PagesOptions<T>;
}

/**
 * For each method of a client that asks something, a function of the same arguments that gives the options of a query.
 */
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
  report(id: string): OptionsOf<"report">;
  webhooks: ListQuestion<[question?: Questions["webhooks"]], AccountAnswerOf["webhooks"]["data"][number]>;
  account(): OptionsOf<"account">;
  accountUsage(question?: Questions["account-usage"]): OptionsOf<"account-usage">;
}

/**
 * Questions of a client as options of TanStack Query.
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
    /** What keys begin with; default `["overheard"]`. Clients of several accounts that share a cache need one each. */
    prefix?: readonly unknown[];
  },
): Queries;

type Questions = AccountQuestionOf;
type OptionsOf<O extends keyof AccountAnswerOf> = QuestionOptions<AccountAnswerOf[O] & { _meta?: ResultMeta }>;

// Nothing else is exported.
export {};
