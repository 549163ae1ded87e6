// The types of query options for TanStack Query: for its core, and for React.
import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/query-core";
import { queryOptions, useInfiniteQuery, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Overheard } from "overheard";
import type { AccountAnswerOf, AggregateResult, List, Mention, ResultMeta } from "overheard";
import { queries } from "overheard/query";
import type { Queries } from "overheard/query";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function same<T extends true>(): T;

const client = new Overheard({ baseUrl: "https://insights.example", token: "oht_" });
const ask: Queries = queries(client, { prefix: ["meridian", 7] });

// Every method that sends a query has options with the same arguments.
type Method = Exclude<
  keyof Overheard,
  "createReport" | "waitForReport" | "downloadReport" | "createWebhook" | "deleteWebhook" | "request" | "pages" | "each"
>;
same<Same<keyof Queries, Method>>();
ask.influencer("inf_5T0W9C2MXA", { brand: "Velunara" });
ask.influencerMentions.infinite("inf_5T0W9C2MXA", { limit: 5 });

const cache = new QueryClient();
const ofCore = new QueryObserver(cache, ask.sentiment({ brand: "Velunara" })).getCurrentResult();
same<Same<typeof ofCore.data, (AccountAnswerOf["sentiment"] & { _meta?: ResultMeta }) | undefined>>();
const fetched: AggregateResult<"siv_info", "count"> = await cache.fetchQuery(
  ask.aggregate({ index: "siv_info", group_by: "tags" }),
);
const pagesOfCore = new InfiniteQueryObserver(cache, ask.mentions.infinite()).getCurrentResult();
same<Same<NonNullable<typeof pagesOfCore.data>["pages"], List<Mention>[]>>();
const tagged = cache.getQueryData(queryOptions(ask.trends()).queryKey);
same<Same<typeof tagged, (AccountAnswerOf["trends"] & { _meta?: ResultMeta }) | undefined>>();
void fetched;

export function Component(): string | undefined {
  const { data, error } = useQuery(ask.mentions({ limit: 5 }));
  same<Same<typeof data, List<Mention> | undefined>>();
  const average = useQuery({ ...ask.sentiment(), select: ({ average }) => average, enabled: error === null }).data;
  same<Same<typeof average, number | null | undefined>>();
  const { data: account } = useSuspenseQuery(ask.account());
  const { data: pages, fetchNextPage } = useInfiniteQuery(ask.mentions.infinite({ brand: "Velunara" }));
  void fetchNextPage();
  same<Same<NonNullable<typeof pages>["pages"], List<Mention>[]>>();
  return account.name;
}

// @ts-expect-error a parameter of another question
ask.sentiment({ interval: "day" });
// @ts-expect-error brand_name belongs to another index
ask.aggregate({ index: "siv_info", group_by: "brand_name" });
// @ts-expect-error the tone is no list
ask.sentiment.infinite();
// @ts-expect-error the id is required
ask.mention();
