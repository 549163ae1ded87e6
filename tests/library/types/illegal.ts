// Illegal queries and uses: none of them compiles.
import {
  Overheard,
  Problem,
  aggregate,
  check,
  coMentions,
  creators,
  decode,
  search,
  sector,
  shape,
  tools,
  verifyWebhook,
} from "overheard";
import type { Index } from "overheard";

declare const index: Index;
const client = new Overheard({ baseUrl: "https://insights.example", key: "ohk_" });

// Operations
// @ts-expect-error there is no such operation
check("aggregates", {});
// @ts-expect-error a schema is not asked for with a request
shape("schema", {});
// @ts-expect-error no form of a request
check("creators", 5);

// aggregate
// @ts-expect-error group_by is required
check("aggregate", { index: "siv_info" });
// @ts-expect-error topics cannot be grouped by
check("aggregate", { index: "siv_business_ideas", group_by: "topics" });
// @ts-expect-error brand_name belongs to another index
client.aggregate({ index: "siv_info", group_by: "brand_name" });
// @ts-expect-error one index or another has tags, not all
check("aggregate", { index, group_by: "tags" });
// @ts-expect-error a mean is over a field
client.aggregate({ index: "siv_info", group_by: "tags", metric: { type: "avg" } });
// @ts-expect-error views is not a metric of mentions
client.aggregate({ index: "siv_business_ideas", group_by: "brand_name", metric: { type: "avg", field: "views" } });
// @ts-expect-error there is no median
shape("aggregate", { index: "siv_info", group_by: "tags", metric: { type: "median", field: "views" } });
// @ts-expect-error an unknown member
client.aggregate({ index: "siv_info", group_by: "tags", limit: 5 });
// @ts-expect-error sizes are numbers
client.aggregate({ index: "siv_info", group_by: "tags", size: "5" });
// @ts-expect-error order is asc or desc
client.aggregate({ index: "siv_info", group_by: "tags", order: "up" });

// Filters
// @ts-expect-error scores are not filtered
client.search({ index: "siv_business_ideas", filters: { sentiment_score: { gte: 0 } } });
// @ts-expect-error platform has three values
client.search({ index: "siv_info", filters: { platform: "vimeo" } });
// @ts-expect-error in lists as well
client.search({ index: "siv_info", filters: { platform: ["youtube", "vimeo"] } });
// @ts-expect-error a range has an end
client.search({ index: "siv_info", filters: { upload_date: {} } });
// @ts-expect-error ends are gte and lte
client.search({ index: "siv_info", filters: { upload_date: { gt: "2026-01-01" } } });
// @ts-expect-error dates are texts
client.search({ index: "siv_info", filters: { upload_date: 20260101 } });
// @ts-expect-error numbers are numbers
client.creators({ filters: { subscriber_count: { gte: "5" } } });
// @ts-expect-error a filter that is not set is no filter
client.search({ index: "siv_info", filters: { category: null } });
// @ts-expect-error in numbers as well
client.creators({ filters: { subscriber_count: null } });
// @ts-expect-error an end that is not set is no end
client.creators({ filters: { subscriber_count: { gte: 5, lte: null } } });
// @ts-expect-error in dates as well
client.search({ index: "siv_info", filters: { upload_date: { gte: null, lte: "2026-01-01" } } });
// @ts-expect-error a creator has categories
client.creators({ filters: { category: "Beauty" } });
// @ts-expect-error an age range of another cut
client.creators({ filters: { dominant_age_range: "18-25" } });

// search, creators
// @ts-expect-error creators have no free text
client.search({ index: "siv_content_creator", q: "beauty" });
// @ts-expect-error titles are not sorted by
client.search({ index: "siv_info", sort_field: "title" });
// @ts-expect-error search needs an index
client.search({});
// @ts-expect-error creators has none
client.creators({ index: "siv_content_creator" });

// co-mentions
// @ts-expect-error on videos the field must be said
client.coMentions({ values: ["a", "b"], index: "siv_info" });
// @ts-expect-error creators do not co-occur
client.coMentions({ values: ["a", "b"], index: "siv_content_creator" });
// @ts-expect-error brand_name is the default index's
client.coMentions({ values: ["a", "b"], index: "siv_info", field: "brand_name" });
// @ts-expect-error what only groups has no values that co-occur
client.coMentions({ values: ["a", "b"], field: "video_id" });
// @ts-expect-error on videos there is no channel_uid
client.coMentions({ values: ["a", "b"], index: "siv_info", field: "tags", group_by: "channel_uid" });
// @ts-expect-error co-mentions takes no filters
client.coMentions({ values: ["a", "b"], filters: {} });

// sector
// @ts-expect-error a brand has terms
client.sector({ brands: [{ label: "A" }], from_date: "2026-01-01", to_date: "2026-01-31" });
// @ts-expect-error exact is a boolean
client.sector({ brands: [{ label: "A", terms: ["a"], exact: "yes" }], from_date: "2026-01-01", to_date: "2026-01-31" });
// @ts-expect-error a window has an end
client.sector({ brands: [], from_date: "2026-01-01" });

// Builders
// @ts-expect-error without a group there is nothing to build
aggregate("siv_info").build();
// @ts-expect-error no such group
aggregate("siv_info").groupBy("brand_name");
// @ts-expect-error no such metric
aggregate("siv_info").groupBy("tags").avg("sentiment_score");
// @ts-expect-error no such filter
aggregate("siv_info").groupBy("tags").where("topics", "x");
// @ts-expect-error a term has no range
search("siv_info").between("platform", "a", "b");
// @ts-expect-error a date is a text
search("siv_info").atLeast("upload_date", 5);
// @ts-expect-error a count is a number
creators().atLeast("subscriber_count", "5");
// @ts-expect-error creators have no free text
search("siv_content_creator").matching("beauty");
// @ts-expect-error one value alone co-occurs with nothing
coMentions("a");
// @ts-expect-error six are too many
coMentions("a", "b", "c", "d", "e", "f");
// @ts-expect-error the other index has other fields
coMentions("a", "b").on("siv_info", "brand_name");
// @ts-expect-error terms are a list
sector("2026-01-01", "2026-01-31").brand("A", "a");

// Results
// @ts-expect-error a video has no brand
decode("search", "{}", { index: "siv_info" }).results[0]?.brand_name;
// @ts-expect-error nor has one that the client asked for
(await client.search({ index: "siv_info" })).results[0]?.brand_name;
// @ts-expect-error without an index nothing says whose rows they are
decode("search", "{}").results[0]?.views;
// @ts-expect-error videos have no creators
decode("aggregate", "{}", { index: "siv_info" }).matched_creators;
// @ts-expect-error a mean may be unknown
(
  await client.aggregate({ index: "siv_info", group_by: "tags", metric: { type: "avg", field: "views" } })
).buckets[0]?.metric.toFixed();
// @ts-expect-error a tone may be unknown
(await client.search({ index: "siv_business_ideas" })).results[0]?.sentiment_score.toFixed();

// The client
// @ts-expect-error a credential is required
new Overheard({ baseUrl: "https://insights.example" });
// @ts-expect-error and only one
new Overheard({ baseUrl: "https://insights.example", key: "ohk_", token: "oht_" });
// @ts-expect-error an address is required
new Overheard({ key: "ohk_" });
// @ts-expect-error the client tells nobody its key
client.key;
// @ts-expect-error a query holds plain values
client.pages("/v1/mentions", { brand: { id: 1 } });

// The rest
// @ts-expect-error a problem is made by the library
new Problem("{}");
// @ts-expect-error no such form of tools
tools("gemini");
// @ts-expect-error the options are an object
verifyWebhook("whsec_", {}, "{}", 300);

// Questions of the Account API
// @ts-expect-error a platform that is none
check("mentions", { platform: "vimeo" });
// @ts-expect-error a parameter of another question
check("sentiment", { interval: "day" });
// @ts-expect-error the id is required
shape("mention", {});
// @ts-expect-error a creator's mentions are not asked for by channel
check("influencer-mentions", { id: "inf_5T0W9C2MXA", channel: "derma-notes" });
// @ts-expect-error nor by another creator
check("influencer-mentions", { id: "inf_5T0W9C2MXA", influencer: "inf_0HJ3Q8ZK4V" });
// @ts-expect-error periods are not compared with brands
check("trend-comparison", { by: "brand", brand: ["Aurelia", "Borealis"], period: ["2026-01-01..2026-01-31"] });
// @ts-expect-error a window is required
check("create-report", { type: "trends" });
// @ts-expect-error a section of another type
check("create-report", { type: "trends", from: "2026-02-01", to: "2026-02-28", sections: ["volume"] });
// @ts-expect-error an export is no document
client.createReport({ type: "mentions_export", from: "2026-02-01", to: "2026-02-28", formats: ["pdf"] });
// @ts-expect-error all rows are for exports
client.createReport({ type: "trends", from: "2026-02-01", to: "2026-02-28", all_rows: true });
// @ts-expect-error a filter that is not set must not open what it should narrow
check("create-report", { type: "trends", from: "2026-02-01", to: "2026-02-28", filters: { topic: null } });
// @ts-expect-error a body is no query
check("create-report", new URLSearchParams());
// @ts-expect-error nor a query a body
check("report", new Uint8Array());
// @ts-expect-error no such format
client.downloadReport("rpt_01J9Z4G3KQ", { format: "xlsx" });
// @ts-expect-error no such event
check("create-webhook", { url: "https://hooks.example.com/", events: ["report.redy"] });
// @ts-expect-error all events stand alone
check("create-webhook", { url: "https://hooks.example.com/", events: ["*", "report.ready"] });
// @ts-expect-error filters of webhooks are lists
check("create-webhook", { url: "https://hooks.example.com/", events: ["*"], filters: { platform: "tiktok" } });
// @ts-expect-error no such status
client.webhooks({ status: "Active" });
// @ts-expect-error a parameter of another question
client.sentiment({ interval: "day" });
// @ts-expect-error the id is said first
client.influencer({ id: "inf_5T0W9C2MXA" });
// @ts-expect-error what is compared must be said
client.trendComparison();
// @ts-expect-error a tone may be unknown
(await client.sentiment()).average.toFixed();
// @ts-expect-error the account is asked nothing
client.account({ verbose: true });
// @ts-expect-error the account is asked nothing
check("account", { verbose: true });
// @ts-expect-error hours are for usage
check("sentiment-timeline", { interval: "hour" });
// @ts-expect-error a change is that of a day or a week
check("explain-change", { interval: "month" });
