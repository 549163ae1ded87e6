/** The fields of each index and their uses. */
export const IDEAS = "siv_business_ideas",
  CREATOR = "siv_content_creator",
  INFO = "siv_info";
export const INDEX_NAMES = [IDEAS, CREATOR, INFO] as const;
export type IndexName = (typeof INDEX_NAMES)[number];
export const METRIC_TYPES = ["count", "sum", "avg", "min", "max"] as const;
export const PLATFORMS = ["youtube", "tiktok", "instagram"],
  SENTIMENTS = ["positive", "neutral", "negative"];

export interface Field {
  name: string;
  type: "string" | "number" | "date";
  multi?: boolean;
  filter?: "term" | "range" | "date_range";
  group_by?: boolean;
  metric?: boolean;
  sort?: boolean;
  values?: string[];
  min?: number;
  max?: number;
  extra?: boolean;
}
const term = (name: string, o: Partial<Field> = {}): Field => ({
  name,
  type: "string",
  filter: "term",
  group_by: true,
  ...o,
});
const metric = (name: string, o: Partial<Field> = {}): Field => ({
  name,
  type: "number",
  metric: true,
  sort: true,
  min: 0,
  ...o,
});
const date = (name: string): Field => ({ name, type: "date", filter: "date_range", sort: true });

export const CATALOGUE = {
  [IDEAS]: {
    description: "Brand and product mentions extracted from spoken video",
    full_text: true,
    default_sort: "upload_date",
    fields: [
      term("brand_name"),
      term("components", { multi: true }),
      term("topics", { multi: true, group_by: false }),
      term("category"),
      term("platform", { values: PLATFORMS }),
      term("sentiment", { values: SENTIMENTS }),
      term("channel_name"),
      term("channel_uid", { extra: true }),
      term("video_id", { filter: undefined }),
      date("upload_date"),
      metric("sentiment_score", { min: -1, max: 1 }),
      metric("estimated_value_usd"),
    ],
  },
  [CREATOR]: {
    description: "Creator profiles with aggregate audience demographics",
    full_text: false,
    default_sort: "subscriber_count",
    fields: [
      term("platform", { values: PLATFORMS }),
      term("country"),
      term("categories", { multi: true }),
      term("dominant_gender"),
      term("dominant_age_range"),
      metric("subscriber_count", { filter: "range" }),
      metric("view_count"),
      metric("engagement_rate_viewers", { filter: "range" }),
      metric("audience_sentiment", { min: -1, max: 1 }),
    ],
  },
  [INFO]: {
    description: "Video reference catalogue: reach and engagement per video",
    full_text: true,
    default_sort: "upload_date",
    fields: [
      term("channel_name"),
      term("platform", { values: PLATFORMS }),
      term("category"),
      term("tags", { multi: true }),
      term("video_id", { group_by: false }),
      date("upload_date"),
      metric("views"),
      metric("likes"),
      metric("comments"),
      metric("duration"),
    ],
  },
} satisfies Record<IndexName, { description: string; full_text: boolean; default_sort: string; fields: Field[] }>;

const names = (index: IndexName, test: (f: Field) => unknown) =>
  (CATALOGUE[index].fields as Field[]).filter(test).map((f) => f.name);
export const filterable = (i: IndexName) => names(i, (f) => f.filter);
export const groupable = (i: IndexName) => names(i, (f) => f.group_by);
export const metrics = (i: IndexName) => names(i, (f) => f.metric);
export const sortable = (i: IndexName) => names(i, (f) => f.sort);
export const LIMITS = {
  buckets: 50,
  default_size: 10,
  brands: 30,
  months: 24,
  video_cap: 3000,
  low_coverage: 20,
  body: 65536,
};
