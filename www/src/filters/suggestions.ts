// Suggests values for filters: the values of the mentions in this period, the most frequent first.
import { useQuery } from "@tanstack/react-query";
import { apiQueries } from "../data/client.ts";
import { usePlanIncludes, useSession } from "../data/session.ts";
import type { Option } from "../parts/ValuePicker.tsx";
import type { ListFilter } from "../view/filters.ts";
import { useView } from "../view/view.ts";
import * as words from "../view/words.ts";

const option = (value: string, n?: number, label = value): Option => ({ value, label, ...(n !== undefined && { n }) });

const FIXED: Partial<Record<ListFilter, Option[]>> = {
  platform: ["youtube", "tiktok", "instagram"].map((value) => option(value, undefined, words.platform(value))),
  sentiment: ["positive", "neutral", "negative", "unknown"].map((value) =>
    option(value, undefined, words.toneLabel(value)),
  ),
};

/** Returns suggestions for a filter, or undefined while they load. Loads nothing until `isWanted` is true. */
export function useSuggestions(name: ListFilter, isWanted: boolean): Option[] | undefined {
  const { account } = useSession();
  const hasTrends = usePlanIncludes("trends");
  const hasCreators = usePlanIncludes("influencers");
  const {
    question: { brand, from, to },
  } = useView();
  const within = { brand, from, to };
  const lasting = { staleTime: 5 * 60_000 };
  const on = (...names: ListFilter[]) => isWanted && names.includes(name);
  const topics = useQuery({
    ...apiQueries.trends({ ...within, limit: 50 }),
    ...lasting,
    enabled: on("topic") && hasTrends,
  });
  const counts = useQuery({
    ...apiQueries.mentionStats({ ...within, top: 20 }),
    ...lasting,
    enabled: on("component") || (on("topic") && !hasTrends),
  });
  const places = useQuery({
    ...apiQueries.sentimentBreakdown({ ...within, by: name === "region" ? "region" : "language", limit: 50 }),
    ...lasting,
    enabled: on("language", "region"),
  });
  const creators = useQuery({
    ...apiQueries.influencers({ ...within, limit: 100 }),
    ...lasting,
    enabled: on("channel", "influencer") && hasCreators,
  });
  const categories = useQuery({
    ...apiQueries.aggregate({ index: "siv_business_ideas", group_by: "category", size: 50 }),
    ...lasting,
    enabled: on("category"),
  });
  const query = {
    topic: hasTrends ? topics : counts,
    component: counts,
    language: places,
    region: places,
    channel: creators,
    influencer: creators,
    category: categories,
    platform: undefined,
    sentiment: undefined,
    brand: undefined,
  }[name];
  // Without suggestions, values can still be typed.
  if (query?.isError) return [];
  switch (name) {
    case "brand":
      return account.brands.map(({ id, label }) => option(id, undefined, label));
    case "topic":
      return hasTrends
        ? topics.data?.data.map(({ topic, volume }) => option(topic, volume))
        : counts.data?.top_topics.map(({ topic, count }) => option(topic, count));
    case "component":
      return counts.data?.top_components.map(({ component, count }) => option(component, count));
    case "language":
    case "region":
      return places.data?.data.map(({ key, mentions }) => option(key, mentions, words[name](key)));
    case "channel":
      return hasCreators
        ? creators.data?.data.flatMap(({ channel, brand_stats }) =>
            channel.name ? [option(channel.name, brand_stats.mentions)] : [],
          )
        : [];
    case "influencer":
      return hasCreators
        ? creators.data?.data.map(({ id, channel, brand_stats }) =>
            option(id, brand_stats.mentions, channel.name ?? id),
          )
        : [];
    case "category":
      return categories.data?.buckets.map(({ key, count }) => option(String(key), count));
    default:
      return FIXED[name];
  }
}
