// Searches without words: 10 and 50 documents, with and without filters, by every kind of sorting.
import { ODD_TWO_YEARS, TWO_YEARS, YEAR } from "../windows.mjs";

export function documents({ brands, components, topics, channels, tags, categories }) {
  const search = (index, kind) => (size, name, sort_field, filters, more) => ({
    operation: "search",
    bar: `search, ${size} documents`,
    name: `${size} ${kind} ${name}`,
    request: { index, sort_field, filters, size, ...more },
  });
  const mentions = search("siv_business_ideas", "mentions");
  const videos = search("siv_info", "videos");
  return [
    mentions(10, "by date", "upload_date"),
    mentions(50, "by value", "estimated_value_usd"),
    mentions(
      10,
      "of a category, negative, odd 24 months, by score",
      "sentiment_score",
      { category: categories.middle, sentiment: "negative", upload_date: ODD_TWO_YEARS },
      { sort_order: "asc" },
    ),
    mentions(50, "of a category and a platform, 24 months, by value", "estimated_value_usd", {
      category: categories.top,
      platform: "tiktok",
      upload_date: TWO_YEARS,
    }),
    mentions(50, "of the top brand by score", "sentiment_score", { brand_name: brands.top }),
    mentions(10, "of the top component, negative, 12 months, by date", "upload_date", {
      components: components.top,
      sentiment: "negative",
      upload_date: YEAR,
    }),
    mentions(10, "of the middle brand and the top topic by value", "estimated_value_usd", {
      brand_name: brands.middle,
      topics: topics.top,
    }),
    mentions(50, "of the tail brand by score", "sentiment_score", { brand_name: brands.tail }),
    videos(50, "by views", "views"),
    videos(10, "of the top tag by likes", "likes", { tags: tags.top }),
    videos(50, "of the top channel, odd 24 months, by date", "upload_date", {
      channel_name: channels.top,
      upload_date: ODD_TWO_YEARS,
    }),
  ];
}
