// How long answers of the Account API take and how many rows they read, per question, in workerd with D1.
// `npm run bench:account -- [--data DIR] [--runs N] [--brands N] [--caches] [--json]`: the demo dataset unless a folder is named.
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { createKey, importFolder, startEdge } from "../tests/edge/harness.mjs";
import { ask, eachOf, operator, send } from "../tests/edge/support/client.mjs";
import { demoData } from "../tests/edge/support/data.mjs";
import { prepare } from "./prepare.mjs";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: demoData },
    runs: { type: "string", default: "60" },
    brands: { type: "string", default: "10" },
    caches: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  process.stdout.write(`npm run bench:account -- [--data DIR] [--runs N] [--brands N] [--caches] [--json]

Imports DIR (default: the demo dataset) into a fresh local edge, makes an account that monitors the N most frequent brands (default 10), and asks
each question once untimed and then N times (default 60), two at a time, each time of another window. Nothing is kept between requests unless --caches is given.
`);
  process.exit(0);
}

/** Requests under way at once: as many as small machines have cores. */
const AT_ONCE = 2;
const DAY = 86_400_000;

const percentile = (numbers, percent) => numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor((numbers.length * percent) / 100))];

/** The address of each question, for the run of a number: windows move and grow from run to run. */
function questionsOf({ last, mention, influencer, brands }) {
  const date = (ago) => new Date(Date.parse(last) - ago * DAY).toISOString().slice(0, 10);
  const window = (run) => `from=${date(30 + run * 7)}&to=${date(run)}`;
  const sorts = (names) => (run) => `sort=${names[run % names.length]}&order=${run % 2 ? "asc" : "desc"}`;
  const ofMentions = sorts(["upload_date", "indexed_at", "views", "sentiment_score"]);
  const ofInfluencers = sorts(["mentions", "views", "subscriber_count", "engagement_rate", "sentiment", "influence_score"]);
  return {
    "mentions, all": (run) => `/v1/mentions?${ofMentions(run)}&limit=${10 + run}`,
    "mentions, a window": (run) => `/v1/mentions?${ofMentions(run)}&${window(run)}`,
    "mentions, words": (run) => `/v1/mentions?q=price&${window(run)}`,
    "mentions/:id": () => `/v1/mentions/${mention}`,
    "mentions/stats": (run) => `/v1/mentions/stats?${window(run)}`,
    sentiment: (run) => `/v1/sentiment?${window(run)}`,
    "sentiment/timeline": (run) => `/v1/sentiment/timeline?${window(run)}`,
    "sentiment/breakdown": (run) => `/v1/sentiment/breakdown?by=region&${window(run)}`,
    influencers: (run) => `/v1/influencers?${ofInfluencers(run)}&${window(run)}`,
    "influencers/:id": (run) => `/v1/influencers/${influencer}?from=${date(365 + run)}`,
    "influencers/:id/mentions": (run) => `/v1/influencers/${influencer}/mentions?${ofMentions(run)}&limit=${10 + run}`,
    trends: (run) => `/v1/trends?${window(run)}`,
    "trends/emerging": (run) => `/v1/trends/emerging?${window(run)}`,
    "trends/compare, brands": (run) => `/v1/trends/compare?by=brand&brand=${brands.slice(0, 5).map(encodeURIComponent).join(",")}&${window(run)}`,
    "trends/compare, periods": (run) => `/v1/trends/compare?by=period&${window(run)}`,
    account: () => "/v1/account",
    "account/usage": (run) => `/v1/account/usage?from=${new Date(Date.now() - (run + 1) * DAY).toISOString().slice(0, 10)}`,
  };
}

const get = async (edge, token, path, headers = {}) => {
  const { status, json, text } = await send(edge, path, { headers: { Authorization: `Bearer ${token}`, ...headers } });
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  return json;
};

async function measure(edge, token, address, runs) {
  const milliseconds = [];
  const rows = [];
  const perItem = [];
  // What the program does for the first time is compiled then: that is of its start, not of the question.
  await get(edge, token, address(runs));
  await eachOf(Array.from({ length: runs }, (_, run) => run), async (run) => {
    const began = performance.now();
    const { _meta: meta, data } = await get(edge, token, address(run), { Prefer: "meta" });
    milliseconds.push(performance.now() - began);
    if (meta === undefined) return;
    rows.push(meta.rows_read);
    if (Array.isArray(data) && data.length >= 25) perItem.push(meta.rows_read / data.length);
  }, AT_ONCE);
  return { p50_ms: percentile(milliseconds, 50), p95_ms: percentile(milliseconds, 95), max_ms: Math.max(...milliseconds), max_rows_read: Math.max(0, ...rows), max_rows_per_item: perItem.length === 0 ? null : Math.max(...perItem) };
}

/** An account that monitors the most frequent brands, and a token of it. */
async function customer(edge, count) {
  const secret = (await createKey(edge)).secret;
  const { json } = await ask({ ...edge, secret }, "aggregate", { index: "siv_business_ideas", group_by: "brand_name", size: count });
  const brands = json.buckets.map(({ key }) => ({ label: key, terms: [key] }));
  await operator(edge, "PUT", "/plans/account/bench", { per_minute: 1_000_000 });
  const { json: account } = await operator(edge, "POST", "/accounts", { name: "Bench", plan: "bench", brands });
  const { json: key } = await operator(edge, "POST", "/keys", { account_id: account.id, face: "account" });
  const began = performance.now();
  const { json: view } = await operator(edge, "POST", `/accounts/${account.id}/view`, {});
  return { token: key.secret, mentions: view.mentions, preparedMs: performance.now() - began, brands: brands.map(({ label }) => label) };
}

await prepare();
const edge = await startEdge({ caches: values.caches });
try {
  const { dataset } = await importFolder(edge, values.data);
  const { token, mentions, preparedMs, brands } = await customer(edge, Number(values.brands));
  const account = await get(edge, token, "/v1/account");
  const [first] = (await get(edge, token, "/v1/mentions?limit=1")).data;
  const about = { last: account.dataset.last_date, mention: first.id, influencer: first.channel.influencer_id, brands };
  const results = [];
  for (const [name, address] of Object.entries(questionsOf(about))) results.push({ name, ...(await measure(edge, token, address, Number(values.runs))) });
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ data: values.data, dataset, brands, mentions, prepared_ms: preparedMs, caches: values.caches, results }, null, 2)}\n`);
  } else {
    process.stdout.write(`${values.data}: ${dataset.mentions} mentions, ${mentions} of ${brands.length} brands, prepared in ${preparedMs.toFixed(0)} ms\n\n`);
    process.stdout.write("| question | median ms | p95 ms | max ms | rows read at most | rows per item at most |\n|---|--:|--:|--:|--:|--:|\n");
    for (const { name, p50_ms, p95_ms, max_ms, max_rows_read, max_rows_per_item } of results) {
      process.stdout.write(`| ${name} | ${p50_ms.toFixed(1)} | ${p95_ms.toFixed(1)} | ${max_ms.toFixed(1)} | ${max_rows_read} | ${max_rows_per_item?.toFixed(1) ?? ""} |\n`);
    }
  }
} finally {
  await edge.stop();
}
