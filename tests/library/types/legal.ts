// Code that compiles, and its resulting types.
import {
  ConnectionError,
  DecodeError,
  Overheard,
  type Problem,
  ProblemError,
  ReportError,
  SchemaMismatchError,
  WebhookError,
  aggregate,
  assertSchema,
  check,
  coMentions,
  creators,
  decode,
  init,
  schema,
  search,
  sector,
  shape,
  toRequest,
  tools,
  verifyWebhook,
} from "overheard";
import type {
  AccountAnswerOf,
  AccountOperation,
  Influencer,
  Mention,
  Report,
  ReportFile,
  ReportRequest,
  Webhook,
  WebhookEventType,
  WebhookRequest,
  AggregateRequest,
  CoMentionsRequest,
  CreatorDocument,
  Index,
  List,
  MentionDocument,
  RequestOf,
  SearchRequest,
  SearchResult,
  SectorBrandResult,
  SectorRequest,
  VideoDocument,
} from "overheard";
import wasm from "overheard/overheard.wasm";
import dataWasm from "overheard/data.wasm";

/** Compiles only if the two types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <T extends true>(): T | void => undefined;

// Loading accepts every kind of source.
await init();
await init("https://cdn.example/overheard.wasm");
await init(new URL("https://cdn.example/overheard.wasm"));
await init(fetch("/overheard.wasm"));
await init(new Uint8Array());
await init(wasm);
await init(dataWasm);

// A request may be an object, text or bytes.
const problem: Problem | null = check("aggregate", { index: "siv_info", group_by: "tags" });
check("aggregate", "{}");
check("sector", new TextEncoder().encode("{}"));
if (problem) {
  const {
    code,
    param,
    allowed,
    errors,
  }: {
    code: string;
    param: string | null;
    allowed: readonly (string | number)[] | undefined;
    errors: readonly { message: string }[];
  } = problem;
  void [code, param, allowed, errors[0]?.message, problem.toJSON()["violated-policies"]];
}

// Outside of filters, a null member is an omitted one. A variable of the union type is a request of any index.
declare const anyAggregate: AggregateRequest;
declare const index: Index;
check("aggregate", anyAggregate);
check("aggregate", { index: "siv_info", group_by: "tags", metric: null, filters: null, size: null, order: null });
check("aggregate", { index, group_by: "platform" });
const values: string[] = [];
const questions: RequestOf = {
  aggregate: { index: "siv_business_ideas", group_by: "brand_name", metric: { type: "count" } },
  search: {
    index: "siv_info",
    q: "serum",
    filters: { upload_date: { gte: "2026-01-01" }, tags: values },
    sort_field: "views",
  },
  creators: { filters: { subscriber_count: 5, dominant_age_range: ["65+"] } },
  "co-mentions": { values, field: "topics" },
  sector: { brands: [{ label: "A", terms: values }], from_date: "2026-01-01", to_date: "2026-01-31" },
};
const { method, path, headers, body, cost } = shape("sector", questions.sector);
void fetch(path, { method, headers, body: body ?? null });
same<Same<typeof cost, number>>();

// Results are typed by the operation, and by the index and the metric of the request.
same<Same<ReturnType<typeof decode<"creators">>["results"], CreatorDocument[]>>();
const videos = decode("search", "{}", { index: "siv_info" });
same<Same<typeof videos.results, VideoDocument[]>>();
same<Same<typeof videos.index, "siv_info">>();
const examples = decode("search", {});
if (examples.index === "siv_business_ideas") same<Same<typeof examples.results, MentionDocument[]>>();
const snapshots = decode("search", "{}", { index: "siv_content_creator" });
same<Same<typeof snapshots.matched_creators, number>>();
const sums = decode("aggregate", "{}", { index: "siv_info", metric: "sum" });
const measured:
  | { metric: number | null; metric_type: `sum:${"views" | "likes" | "comments" | "duration"}` }
  | undefined = sums.buckets[0];
const coverage: "ok" | "low" | undefined = decode("sector", "{}").brands[0]?.coverage;
const version: string = decode("schema", "{}").schema_version;
void [measured, coverage, version];

// Builders return the request of their operation.
const built: AggregateRequest<"siv_business_ideas", "avg"> = aggregate("siv_business_ideas")
  .groupBy("brand_name")
  .avg("sentiment_score")
  .where("category", "Beauty")
  .where("platform", ["youtube", "tiktok"])
  .between("upload_date", "2026-01-01", "2026-03-31")
  .order("asc")
  .size(20)
  .build();
const found: SearchRequest<"siv_info"> = search("siv_info")
  .matching("serum")
  .sortBy("views", "asc")
  .atMost("upload_date", "2026-01-01")
  .size(5)
  .build();
const together: CoMentionsRequest = coMentions("a", "b").of("components").groupBy("channel_uid").build();
const tagged: CoMentionsRequest = coMentions("a", "b", "c").on("siv_info", "tags").groupBy("video_id").size(3).build();
const voice: SectorRequest = sector("2026-01-01", "2026-01-31").brand("A", ["a"], { exact: true }).build();
check(
  "creators",
  creators().between("subscriber_count", 1, 2).atLeast("engagement_rate_viewers", 0.1).sortBy("view_count").build(),
);
void [built, found, together, tagged, voice];

// The client types its answers by its requests.
const client = new Overheard({
  baseUrl: "https://insights.example",
  browserToken: async () => ({ token: "ohb_", expires_at: "" }),
  timeout: 5,
  retries: 1,
  fetch,
});
new Overheard({ baseUrl: new URL("https://insights.example"), key: "ohk_", dangerouslyAllowKeyInBrowser: true });
const groups = await client.aggregate(
  { index: "siv_content_creator", group_by: "country", metric: { type: "avg", field: "view_count" } },
  {
    signal: AbortSignal.timeout(5),
    meta: true,
  },
);
const creatorsOfGroup: number | undefined = groups.buckets[0]?.creators;
same<Same<typeof groups.matched_creators, number>>();
const bucketMetric: number | null | undefined = groups.buckets[0]?.metric;
const hints: string[] | undefined = groups._meta?.hints;
const counts = await client.aggregate({ index: "siv_info", group_by: "tags" });
const noMetric: undefined = counts.buckets[0]?.metric;
const ofBuilder = await client.aggregate(built);
const metricOfBuilder: number | null | undefined = ofBuilder.buckets[0]?.metric;
const { data, response } = await client.search({ index: "siv_info" }).withResponse();
same<Same<typeof data, SearchResult<"siv_info">>>();
const remaining: number | undefined = response.rateLimit?.remaining;
const rows: CreatorDocument[] = (await client.creators()).results;
await client.coMentions({ values: ["a", "b"] });
await client.sector(voice);
await client.request<{ plan: string }>({ method: "GET", path: "/v1/account" });
for await (const item of client.each<{ id: string }>("/v1/mentions", { brand: ["a"], limit: 5, q: null })) void item.id;
for await (const page of client.pages<number>("/v1/mentions")) same<Same<typeof page, List<number>>>();
void [creatorsOfGroup, bucketMetric, hints, noMetric, metricOfBuilder, remaining, rows];

// The schema, tools and webhooks.
const live: unknown = {};
assertSchema(live);
live.indices[0]?.fields[0]?.filter;
schema().limits.sector.max_brands;
tools("anthropic")[0]?.input_schema;
tools("openai")[0]?.parameters;
tools("mcp")[0]?.annotations.readOnlyHint;
toRequest("co_mentions", live as unknown).cost;
declare const nameFromModel: string;
toRequest(nameFromModel, "{}");
const event = verifyWebhook("whsec_", new Headers(), "{}", { now: 5 });
if (event.type === "report.ready") void event.data.id;
if (event.type === "volume.spike") same<Same<typeof event.data.z_score, number>>();
if (event.type === "dataset.published")
  same<Same<typeof event.data.told, number>>(), void event.data.history[0]?.brand.label;
if (event.type === "mention.created") void event.data.data[0]?.id;
const types: WebhookEventType[] = ["webhook.ping", "dataset.published"];
void types;
verifyWebhook("whsec_", { "webhook-id": ["a"], other: undefined }, new Uint8Array());

// Errors are distinguished by their types.
try {
  await client.schema();
} catch (error) {
  if (error instanceof ProblemError) void [error.problem.code, error.response?.retryAfter];
  if (error instanceof DecodeError) void [error.path, error.expected, error.got, error.response?.status];
  if (error instanceof ConnectionError) same<Same<typeof error.code, "network" | "timeout" | "redirected">>();
  if (error instanceof SchemaMismatchError) void error.differences[0];
  if (error instanceof WebhookError && error.reason === "too_old") void error.message;
}

// Queries of the Account API
check("mentions", {
  platform: ["youtube", "-tiktok"],
  brand: "brd_0000000001",
  from: "2026-01-01",
  limit: 5,
  sort: "views",
});
check("account");
check("sentiment", "?topic=price");
check("influencers", { influencer: ["inf_5T0W9C2MXA", "-inf_0HJ3Q8ZK4V"], channel: "-derma-notes" });
check("trends", new URLSearchParams({ window_days: "30" }));
check("trend-comparison", { by: "brand", brand: ["Aurelia", "Borealis"], topics: ["price"] });
check("trend-comparison", { by: "period", period: ["2026-01-01..2026-01-31", "2026-02-01..2026-02-28"] });
check("explain-change", { brand: "Aurelia", date: "2026-02-20", interval: "week", platform: "-tiktok", limit: 20 });
check("create-report", {
  type: "trends",
  from: "2026-02-01",
  to: "2026-02-28",
  sections: ["rising"],
  filters: { topic: ["price", "-serum"], min_views: 5 },
});
check("create-report", new TextEncoder().encode("{}"));
check("download-report", { id: "rpt_01J9Z4G3KQ", format: "csv", bom: 1 });
check("create-webhook", {
  url: "https://hooks.example.com/",
  events: ["*"],
  filters: { platform: ["tiktok"], min_views: 5 },
});
check("webhooks", { status: "failing", limit: 5 });
check("delete-webhook", { id: "whk_01J9Z4M2RT" });
const hook: WebhookRequest = {
  url: "https://hooks.example.com/",
  events: ["mention.created"],
  description: null,
  metadata: { team: "care" },
};
const made = await client.createWebhook(hook, { idempotencyKey: "0123456789" });
same<Same<typeof made.secret, string>>();
const hooks = await client.webhooks({ status: "active", limit: 5 }, { retries: 0 });
same<Same<(typeof hooks.data)[number], Webhook>>();
same<Same<Webhook["status"], "active" | "failing" | "disabled">>();
const removed: undefined = await client.deleteWebhook(made.id, { timeout: 5 });
void removed;
const address: string = shape("influencer-mentions", { id: "inf_5T0W9C2MXA", topic: null }).path;
void address;

// Every operation of the Account API has a method.
type Camel<T extends string> = T extends `${infer A}-${infer B}` ? `${A}${Capitalize<Camel<B>>}` : T;
same<Same<Exclude<Camel<AccountOperation>, keyof Overheard>, never>>();
const tone = await client.sentiment({ brand: "Velunara", topic: null }, { signal: AbortSignal.timeout(5) });
same<Same<typeof tone.counts.positive, number>>();
const told: string | undefined = (await client.trends({}, { meta: true }))._meta?.dataset_version;
const creator = await client.influencer("inf_5T0W9C2MXA", { brand: "Velunara" });
same<Same<typeof creator.audience.age, Record<string, number>>>();
for await (const mention of client.mentions({ brand: ["Velunara"], limit: 100 })) same<Same<typeof mention, Mention>>();
for await (const page of client.influencers().pages()) same<Same<typeof page, List<Influencer>>>();
for await (const { video } of client.influencerMentions("inf_5T0W9C2MXA", { sort: "views" })) void video.views;
const { data: firstPage, response: firstResponse } = await client.mentions().withResponse();
same<Same<typeof firstPage, List<Mention>>>();
await client.trendComparison({ by: "brand", brand: ["Velunara", "Borealume"] });
void [
  told,
  firstResponse.hints,
  (await client.account()).plan.name,
  (await client.accountUsage({ interval: "hour" })).totals.requests,
];

// Reports.
const wanted: ReportRequest = {
  type: "mentions_export",
  from: "2026-02-01",
  to: "2026-02-28",
  formats: ["csv", "parquet"],
  all_rows: true,
  indexed_after: "2026-02-01T00:00:00Z",
  metadata: { team: "care" },
  title: null,
};
const { id } = await client.createReport(wanted, { idempotencyKey: "0123456789", signal: AbortSignal.timeout(5) });
await client.createReport('{"type":"trends"}').withResponse();
for await (const report of client.waitForReport(id, { intervalMs: 5, timeoutMs: 500, retries: 0 }))
  same<Same<typeof report, Report>>();
const one = await client.report(id);
same<Same<typeof one.status, "queued" | "processing" | "ready" | "failed" | "expired">>();
same<Same<typeof one.formats, ("pdf" | "csv" | "ndjson" | "parquet")[]>>();
const team: string | undefined = one.metadata.team;
const file: ReportFile = await client.downloadReport(id, { format: "csv", part: 2, bom: true });
const bytes: ReadableStream<Uint8Array> = file.stream;
const blob: Blob = await file.blob();
try {
  await client.waitForReport(id).next();
} catch (error) {
  if (error instanceof ReportError) void [error.code, error.retryable, error.report.error?.message];
}
void [team, bytes, blob, file.name, file.sha256];

// Answers are typed member by member.
same<Same<SectorBrandResult["coverage"], "ok" | "low">>();
same<
  Same<AccountAnswerOf["trends"]["data"][number]["direction"], "new" | "rising" | "stable" | "falling" | "unknown">
>();
same<Same<AccountAnswerOf["mentions"]["data"][number]["video"]["views"], number | null>>();
