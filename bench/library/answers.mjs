// What answers hold, as tables from which every peer makes its schemas.
//
// A type is `text`, `number` or `boolean`, with `|null` where it may be null; `[type]` is a list, `{ "*": type }` an
// object with any names or null, another object one with these members. A member whose name ends with `?` may be
// absent. Members that are not named are tolerated.
import { CREATORS, IDEAS, INDICES, INFO } from "./rules.mjs";

const TEXTS = ["text"];
const SHARES = { "*": "number" };

const DOCUMENTS = {
  [IDEAS]: {
    video_id: "text",
    brand_name: "text",
    category: "text|null",
    components: TEXTS,
    topics: TEXTS,
    platform: "text|null",
    sentiment: "text|null",
    sentiment_score: "number|null",
    estimated_value_usd: "number|null",
    channel_name: "text|null",
    channel_uid: "text|null",
    upload_date: "text|null",
    context: "text|null",
  },
  [CREATORS]: {
    channel_uid: "text",
    platform: "text",
    country: "text|null",
    categories: TEXTS,
    dominant_gender: "text|null",
    dominant_age_range: "text|null",
    subscriber_count: "number|null",
    view_count: "number|null",
    engagement_rate_viewers: "number|null",
    audience_sentiment: "number|null",
    viewer_age_distribution: SHARES,
    viewer_gender_distribution: SHARES,
    viewer_country_distribution: SHARES,
    snapshot_date: "text",
  },
  [INFO]: {
    video_id: "text",
    title: "text|null",
    channel_name: "text|null",
    platform: "text",
    category: "text|null",
    tags: TEXTS,
    views: "number|null",
    likes: "number|null",
    comments: "number|null",
    duration: "number|null",
    upload_date: "text",
  },
};

/** The answer of each operation. */
export const ANSWERS = {
  aggregate: {
    matched_documents: "number",
    "matched_creators?": "number",
    buckets: [
      { key: "text", count: "number", "creators?": "number", "metric?": "number|null", "metric_type?": "text" },
    ],
  },
  creators: { matched_creators: "number", matched_documents: "number", results: [DOCUMENTS[CREATORS]] },
  "co-mentions": { results: [{ key: "text", total_mentions: "number", matched_values: "number" }] },
  sector: {
    brands: [
      {
        label: "text",
        coverage: "text",
        low_confidence: "boolean",
        totals: { unique_videos: "number", views: "number" },
        series: [
          {
            month: "text",
            unique_videos: "number",
            mentions: "number",
            views: "number",
            sentiment: "number|null",
            volume_sov: "number",
            reach_sov: "number",
            top_topics: [{ topic: "text", count: "number" }],
          },
        ],
      },
    ],
    meta: { from: "text", to: "text", caps: { max_brands: "number", video_cap: "number", low_coverage: "number" } },
  },
};

/** The answer of a search, by its member `index`. */
export const SEARCH_ANSWERS = Object.fromEntries(
  INDICES.map((index) => [
    index,
    { matched_documents: "number", "matched_creators?": "number", results: [DOCUMENTS[index]] },
  ]),
);

/**
 * Makes a schema of a type, with the words of some library: `text`, `number`, `boolean`, `list(item)`, `map(value)`,
 * `object(members)`, `orNull(schema)`, and `optional(schema)` for a member that may be absent.
 */
export function schemaOf(type, words) {
  if (typeof type === "string") {
    const [name, orNull] = type.split("|");
    return orNull ? words.orNull(words[name]) : words[name];
  }
  if (Array.isArray(type)) return words.list(schemaOf(type[0], words));
  if ("*" in type) return words.orNull(words.map(schemaOf(type["*"], words)));
  const members = Object.entries(type).map(([name, of]) => {
    const schema = schemaOf(of, words);
    return name.endsWith("?") ? [name.slice(0, -1), words.optional(schema)] : [name, schema];
  });
  return words.object(Object.fromEntries(members));
}
