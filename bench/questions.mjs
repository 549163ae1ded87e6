// The questions of the benchmark. Names come from the dataset itself, most frequent first, so that any dataset can be
// asked.
import { ask } from "../tests/support/client.mjs";

const IDEAS = "siv_business_ideas";
const CREATORS = "siv_content_creator";
const INFO = "siv_info";

/** The most frequent values of a field. */
async function top(edge, index, group_by, size) {
  const { status, json, text } = await ask(edge, "aggregate", { index, group_by, size });
  if (status !== 200) throw new Error(`${status} ${text}`);
  return json.buckets.map((bucket) => bucket.key);
}

/** The last day that anything was published on, at the latest the 28th so that every month has it. */
async function lastDay(edge) {
  const { json } = await ask(edge, "search", { index: IDEAS, size: 1 });
  const { upload_date } = json.results[0];
  return Number(upload_date.slice(8)) > 28 ? `${upload_date.slice(0, 8)}28` : upload_date;
}

/** The day so many months before. */
function monthsBefore(day, months) {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date.toISOString().slice(0, 10);
}

/** Every question as `{ name, operation, request }`. */
export async function questionsAbout(edge) {
  const [brands, topics, tags, categories] = await Promise.all([
    top(edge, IDEAS, "brand_name", 30),
    top(edge, IDEAS, "components", 5),
    top(edge, INFO, "tags", 5),
    top(edge, CREATORS, "categories", 5),
  ]);
  const to_date = await lastDay(edge);
  const months = (count) => ({ from_date: monthsBefore(to_date, count), to_date });
  const sector = (count, extra = {}) => brands.slice(0, count).map((label) => ({ label, terms: [label], ...extra }));
  const year = { gte: monthsBefore(to_date, 12), lte: to_date };
  const questions = {
    aggregate: {
      "mentions by brand": { index: IDEAS, group_by: "brand_name" },
      "mentions by component, average tone": {
        index: IDEAS,
        group_by: "components",
        metric: { type: "avg", field: "sentiment_score" },
      },
      "mentions by video": { index: IDEAS, group_by: "video_id" },
      "mentions of one brand by channel, a year": {
        index: IDEAS,
        group_by: "channel_name",
        filters: { brand_name: brands[0], upload_date: year },
      },
      "videos by tag, views": { index: INFO, group_by: "tags", metric: { type: "sum", field: "views" } },
      "videos by channel, average views": {
        index: INFO,
        group_by: "channel_name",
        metric: { type: "avg", field: "views" },
      },
      "creators by country, average engagement": {
        index: CREATORS,
        group_by: "country",
        metric: { type: "avg", field: "engagement_rate_viewers" },
      },
    },
    search: {
      "newest mentions": { index: IDEAS, size: 50 },
      "one brand, best tone first": {
        index: IDEAS,
        filters: { brand_name: brands[0] },
        sort_field: "sentiment_score",
        size: 50,
      },
      "videos by a common tag, most viewed": { index: INFO, filters: { tags: tags[0] }, sort_field: "views" },
      "videos with a common word": { index: INFO, q: tags[0], size: 50 },
      "videos with a common word, most viewed": { index: INFO, q: tags[0], sort_field: "views" },
      "mentions with two words": { index: IDEAS, q: `${brands[0]} ${topics[0]}` },
      "creators as documents": { index: CREATORS, size: 50 },
    },
    creators: {
      largest: { size: 50 },
      "of one category": { filters: { categories: categories[0] } },
      "of a size, by engagement": {
        filters: { subscriber_count: { gte: 50_000, lte: 1_000_000 } },
        sort_field: "engagement_rate_viewers",
      },
    },
    "co-mentions": {
      "two brands by channel": { values: brands.slice(0, 2) },
      "two brands by video": { values: brands.slice(0, 2), group_by: "video_id" },
      "five brands by channel": { values: brands.slice(0, 5) },
      "three components by channel": { values: topics.slice(0, 3), field: "components" },
      "two tags by channel": { index: INFO, field: "tags", values: tags.slice(0, 2) },
    },
    sector: {
      "one brand, 12 months": { brands: sector(1), ...months(12) },
      "5 brands, 24 months": { brands: sector(5), ...months(24) },
      "30 brands, 24 months": { brands: sector(30), ...months(24) },
      "30 brands, 24 months, with context": {
        brands: sector(30, { must_context: [topics[0], tags[0]] }),
        ...months(24),
      },
    },
  };
  return Object.entries(questions).flatMap(([operation, asked]) =>
    Object.entries(asked).map(([name, request]) => ({ name, operation, request })),
  );
}

/** A question of the same kind about something else: another for each number. */
export function variantOf({ operation, request }, number) {
  if (operation !== "sector") return { operation, request: { ...request, size: 1 + number } };
  const from = new Date(`${request.from_date}T00:00:00Z`);
  from.setUTCDate(from.getUTCDate() + number);
  return { operation, request: { ...request, from_date: from.toISOString().slice(0, 10) } };
}
