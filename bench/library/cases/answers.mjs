// Full answers of each operation, made up: as large as they get, and written as the edge writes them.
import { IDEAS, INFO } from "../rules.mjs";

/** Numbers that look random and are the same in every run. */
function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const BRANDS = [
  "Velunara",
  "Borealume",
  "Quennavie",
  "Miruvelle",
  "Brindlemoss",
  "Cinderelm Beauty",
  "Kelvarro",
  "Ottermoor",
  "L’Élan Paris",
];
const PRODUCTS = ["night cream", "serum", "hyaluronic acid", "oat drink", "sunscreen"];
const TOPICS = ["skin barrier", "price", "packaging", "allergen recall", "texture", "sensitive skin", "保湿", "refill"];
const CATEGORIES = ["Beauty", "Food & Drink", "Games", "Home", null];
const PLATFORMS = ["youtube", "tiktok", "instagram"];
const CHANNELS = ["derma-notes", "lab-shelf", "skillet-bureau", "petal-orchard", "küchenbank", "night-desk"];
const TITLES = [
  "Night routine for sensitive skin",
  "Five serums compared",
  "Test honnête : sérum Velunara",
  "Was taugt die neue Creme?",
  "I tried it for thirty days",
];
const CONTEXTS = [
  "The hazelnut spread comes last in a comparison of five, and the part on allergen recall is sharp and rather long.",
  "Shown as the third step of an evening routine; the texture is praised, the price is called hard to justify today.",
  "A viewer asks whether the refill fits the old jar, and the answer is that it does since the spring of last year.",
  null,
];
const MONTHS = Array.from(
  { length: 24 },
  (_, at) => `${2024 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`,
);

const number = numbers(7);
const pick = (values) => values[number(values.length)];
const some = (values, most) => [...new Set(Array.from({ length: number(most + 1) }, () => pick(values)))];
const id = (prefix) =>
  `${prefix}_${number(2 ** 31)
    .toString(16)
    .padStart(8, "0")}`;
const date = () => `${pick(MONTHS)}-${String(number(28) + 1).padStart(2, "0")}`;
const decimals = (value, places) => Number(value.toFixed(places));
const fifty = (make) => Array.from({ length: 50 }, make);

const mention = () => ({
  video_id: id("yt"),
  brand_name: pick(BRANDS),
  category: pick(CATEGORIES),
  components: some(PRODUCTS, 3),
  topics: some(TOPICS, 3),
  platform: pick(PLATFORMS),
  sentiment: pick(["positive", "neutral", "negative", null]),
  sentiment_score: decimals(number(2001) / 1000 - 1, 3),
  estimated_value_usd: number(4) ? decimals(number(900_000) / 100, 2) : null,
  channel_name: pick(CHANNELS),
  channel_uid: id("inf"),
  upload_date: date(),
  context: pick(CONTEXTS),
});

const video = () => ({
  video_id: id("tt"),
  title: pick(TITLES),
  channel_name: pick(CHANNELS),
  platform: pick(PLATFORMS),
  category: pick(CATEGORIES),
  tags: some(TOPICS, 5),
  views: number(2_000_000),
  likes: number(90_000),
  comments: number(4000),
  duration: number(1800),
  upload_date: date(),
});

/** Shares of 1 by label, the last of them what is left. */
function shares(labels) {
  const parts = labels.slice(0, -1).map(() => decimals(number(10_000 / labels.length) / 10_000, 4));
  const rest = decimals(1 - parts.reduce((sum, part) => sum + part, 0), 4);
  return Object.fromEntries(labels.map((label, at) => [label, parts[at] ?? rest]));
}
const creator = () => ({
  channel_uid: id("inf"),
  platform: pick(PLATFORMS),
  country: pick(["DE", "ES", "MX", null]),
  categories: some(["Beauty", "Lifestyle", "Food & Drink"], 2),
  dominant_gender: pick(["female", "male", "other"]),
  dominant_age_range: pick(["18-24", "25-34", "35-44"]),
  subscriber_count: number(3_000_000),
  view_count: number(90_000_000),
  engagement_rate_viewers: decimals(number(2000) / 10_000, 4),
  audience_sentiment: decimals(number(1000) / 1000, 3),
  viewer_age_distribution: shares(["13-17", "18-24", "25-34", "35-44", "45-54", "55-64", "65+"]),
  viewer_gender_distribution: shares(["female", "male", "other"]),
  viewer_country_distribution: number(5) ? shares(["DE", "AT", "CH", "LU", "NL", "PL", "other"]) : null,
  snapshot_date: date(),
});

const bucket = (_, at) => ({
  key: `${pick(BRANDS)} ${at}`,
  count: 2000 - 31 * at,
  metric: number(9) ? decimals(number(1_000_000) / 1e6, 6) : null,
  metric_type: "avg:sentiment_score",
});
const together = (_, at) => ({ key: id("ig"), total_mentions: 120 - 2 * at, matched_values: 3 });

const month = (name) => ({
  month: name,
  unique_videos: number(400),
  mentions: number(4000),
  views: number(9_000_000),
  sentiment: number(9) ? decimals(number(2001) / 1000 - 1, 3) : null,
  volume_sov: decimals(number(10_000) / 100, 2),
  reach_sov: decimals(number(10_000) / 100, 2),
  top_topics: some(TOPICS, 5).map((topic) => ({ topic, count: number(90) + 1 })),
});
const brand = (_, at) => ({
  label: `Brand ${at + 1} Cosmetics`,
  coverage: at % 7 ? "ok" : "low",
  low_confidence: at % 7 === 0,
  totals: { unique_videos: number(9000), views: number(200_000_000) },
  series: MONTHS.map(month),
});

const ANSWERS = {
  search_ideas: ["search", { index: IDEAS, matched_documents: 5120, results: fifty(mention) }],
  search_info: ["search", { index: INFO, matched_documents: 137, results: fifty(video) }],
  creators: ["creators", { matched_creators: 214, matched_documents: 655, results: fifty(creator) }],
  aggregate: ["aggregate", { matched_documents: 51200, buckets: fifty(bucket) }],
  comentions: ["co-mentions", { results: fifty(together) }],
  sector30: [
    "sector",
    {
      brands: Array.from({ length: 30 }, brand),
      meta: { from: "2024-01-01", to: "2025-12-31", caps: { max_brands: 30, video_cap: 3000, low_coverage: 20 } },
    },
  ],
};

/** Every answer: `{ class, operation, text }`. */
export const TEXTS = Object.entries(ANSWERS).map(([ofClass, [operation, answer]]) => ({
  class: ofClass,
  operation,
  text: JSON.stringify(answer),
}));
