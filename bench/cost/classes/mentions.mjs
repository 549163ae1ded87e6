// Groups of mentions: by every kind of field, without filters, with low ones, with one or two heavy ones, in windows.
import { ODD_HALF_YEAR, ODD_TWO_YEARS, TWO_YEARS, YEAR } from "../windows.mjs";

const avg = (field) => ({ type: "avg", field });
const count = undefined;

export function groupsOfMentions({ brands, components, topics, channels, categories }) {
  const groups = (name, group_by, metric, filters) => ({
    operation: "aggregate",
    bar: "aggregate",
    name: `mentions by ${name}`,
    request: { index: "siv_business_ideas", group_by, metric, filters },
  });
  const category = categories.top;
  const ofRank = (rank) => [
    groups(`component, ${rank} brand`, "components", count, { brand_name: brands[rank] }),
    groups(
      `brand, ${rank} topic, 12 months, lowest score`,
      "brand_name",
      { type: "min", field: "sentiment_score" },
      { topics: topics[rank], upload_date: YEAR },
    ),
    groups(`brand, ${rank} channel`, "brand_name", count, { channel_name: channels[rank] }),
    groups(`video, ${rank} brand`, "video_id", count, { brand_name: brands[rank] }),
  ];
  return [
    groups("sentiment", "sentiment"),
    groups("category, average score, 12 months", "category", avg("sentiment_score"), { upload_date: YEAR }),
    groups("platform, a category, odd half-year", "platform", count, { category, upload_date: ODD_HALF_YEAR }),
    groups("brand", "brand_name"),
    groups("brand, average score", "brand_name", avg("sentiment_score")),
    groups("brand, 24 months", "brand_name", count, { upload_date: TWO_YEARS }),
    groups("brand, odd half-year", "brand_name", count, { upload_date: ODD_HALF_YEAR }),
    groups("brand, a category", "brand_name", count, { category }),
    groups(
      "brand, three low filters, 12 months, total score",
      "brand_name",
      { type: "sum", field: "sentiment_score" },
      { category, platform: "tiktok", sentiment: "positive", upload_date: YEAR },
    ),
    groups("component", "components"),
    groups("component, a category, 12 months", "components", count, { category, upload_date: YEAR }),
    groups("channel, total value", "channel_name", { type: "sum", field: "estimated_value_usd" }),
    groups("channel, negative, 12 months", "channel_name", count, { sentiment: "negative", upload_date: YEAR }),
    groups("channel, odd 24 months, average score", "channel_name", avg("sentiment_score"), {
      upload_date: ODD_TWO_YEARS,
    }),
    groups("video", "video_id"),
    groups(
      "video, a category, 12 months, highest value",
      "video_id",
      { type: "max", field: "estimated_value_usd" },
      { category, upload_date: YEAR },
    ),
    groups("video, odd 24 months, average score", "video_id", avg("sentiment_score"), { upload_date: ODD_TWO_YEARS }),
    ...["top", "middle", "tail"].flatMap(ofRank),
    groups("sentiment, top brand", "sentiment", count, { brand_name: brands.top }),
    groups("channel, top brand, odd 24 months, average score", "channel_name", avg("sentiment_score"), {
      brand_name: brands.top,
      upload_date: ODD_TWO_YEARS,
    }),
    groups("brand, top component", "brand_name", count, { components: components.top }),
    groups("video, top brand and top topic", "video_id", count, { brand_name: brands.top, topics: topics.top }),
    groups(
      "channel, top brand, top component, a platform, 12 months",
      "channel_name",
      { type: "sum", field: "estimated_value_usd" },
      { brand_name: brands.top, components: components.top, platform: "youtube", upload_date: YEAR },
    ),
    groups("sentiment, top component and top topic", "sentiment", count, {
      components: components.top,
      topics: topics.top,
    }),
    groups("brand, middle component and middle topic, negative", "brand_name", count, {
      components: components.middle,
      topics: topics.middle,
      sentiment: "negative",
    }),
  ];
}
