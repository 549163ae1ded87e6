// Lists every tool with valid arguments.
import assert from "node:assert/strict";

const DATA = ["aggregate", "search", "creators", "co_mentions", "sector", "schema"];
const ACCOUNT = [
  "mentions",
  "mention",
  "mentions_stats",
  "sentiment",
  "sentiment_timeline",
  "sentiment_breakdown",
  "influencers",
  "influencer",
  "influencer_mentions",
  "trends",
  "emerging_trends",
  "compare_trends",
  "explain_change",
  "create_report",
  "report",
  "create_webhook",
  "webhooks",
  "delete_webhook",
  "account",
  "account_usage",
  "schema",
];
/** The names of all tools of an interface, in their order. */
export const NAMES = { data: DATA, account: ACCOUNT };

/** Arguments of the tools. Some depend on earlier answers, which are passed to the functions. */
const ARGUMENTS = {
  aggregate: () => ({ index: "siv_business_ideas", group_by: "brand_name", size: 3 }),
  search: () => ({ index: "siv_info", q: "velunara serum", size: 2 }),
  creators: () => ({ filters: { categories: "Beauty" }, size: 2 }),
  co_mentions: () => ({ values: ["Velunara", "Borealume"], size: 2 }),
  sector: () => ({ brands: [{ label: "V", terms: ["velunara"] }], from_date: "2026-01-01", to_date: "2026-03-31" }),
  mentions: () => ({ brand: "Velunara", limit: 2, platform: ["youtube", "tiktok"] }),
  mention: ({ mentions }) => ({ id: mentions.data[0].id }),
  sentiment_breakdown: () => ({ by: "language" }),
  influencers: () => ({ limit: 2 }),
  influencer: ({ influencers }) => ({ id: influencers.data[0].id }),
  influencer_mentions: ({ influencers }) => ({ id: influencers.data[0].id, limit: 2 }),
  compare_trends: () => ({ by: "brand", brand: ["Velunara", "Borealume"] }),
  create_report: () => ({ type: "sentiment", from: "2026-02-01", to: "2026-02-28", formats: ["csv"] }),
  report: ({ create_report }) => ({ id: create_report.id }),
  // No receiver listens on this port, so deliveries fail.
  create_webhook: () => ({ url: "http://127.0.0.1:9/", events: ["report.ready"] }),
  delete_webhook: ({ create_webhook }) => ({ id: create_webhook.id }),
};

/** A member of each tool's answer. */
const HOLDS = {
  aggregate: "buckets",
  search: "results",
  creators: "results",
  co_mentions: "results",
  sector: "brands",
  delete_webhook: undefined,
};

/**
 * Lists the tools of an interface with a client and calls every one of them.
 *
 * `list()` returns definitions, `call(name, arguments)` a result of the protocol. `more` replaces arguments of some
 * tools.
 */
export async function callEvery(api, { list, call }, more = {}) {
  const listed = await list();
  assert.deepEqual(
    listed.map(({ name }) => name),
    NAMES[api],
  );
  const answers = {};
  for (const { name } of listed) {
    const { isError, structuredContent, content } = await call(name, more[name] ?? ARGUMENTS[name]?.(answers) ?? {});
    assert.ok(!isError, `${name}: ${content[0].text}`);
    assert.deepEqual(JSON.parse(content[0].text), structuredContent, name);
    const member = name in HOLDS ? HOLDS[name] : name === "schema" ? "operations" : "object";
    if (member !== undefined) assert.ok(member in structuredContent, `${name} has no ${member}`);
    answers[name] = structuredContent;
  }
  return answers;
}
