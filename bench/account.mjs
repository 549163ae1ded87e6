// What answers of the Account API cost, and what it costs to prepare what accounts see, in workerd with D1.
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { createKey, importFolder, startEdge } from "../tests/edge/harness.mjs";
import { ask, eachOf, operator, send } from "../tests/edge/support/client.mjs";
import { demoData } from "../tests/edge/support/data.mjs";
import { WINDOWS, questionsOf } from "./account/questions.mjs";
import { buildMaker, makeDataset } from "./cost/dataset.mjs";
import { loadedFolder } from "./cost/folders.mjs";
import { positive } from "./options.mjs";
import { prepare } from "./prepare.mjs";

const HELP = `npm run bench:account -- [options]

Imports a dataset into a local edge, makes accounts that see some of its mentions, has their views prepared, and asks each
question once untimed and then N times, two at a time, each time of another window. Prints a table for each account.

  --data DIR        the dataset (default: the demo dataset)
  --mentions N      a made-up dataset of so many mentions instead; it is kept in .bench/, as the loaded database is
  --see N,N,…       accounts that see about so many mentions each (default: as many as the 10 most frequent brands have)
  --runs N          how often each question is timed (default: 20)
  --caches          keep rows and answers between requests, as a deployment does
  --json            print JSON
  --help            print this
`;
/** Requests under way at once: as many as small machines have cores. */
const AT_ONCE = 2;
/** Brands that an account may monitor, and names that a question lists at most. */
const MAX_BRANDS = 30;
const MOST_FREQUENT = 10;

const { values } = parseArgs({
  options: {
    data: { type: "string", default: demoData },
    mentions: { type: "string" },
    see: { type: "string" },
    runs: { type: "string", default: "20" },
    caches: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const runs = positive("runs", values.runs);

const percentile = (numbers, percent) => numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor((numbers.length * percent) / 100))];

const get = async (edge, token, path, headers = {}) => {
  const { status, json, text } = await send(edge, path, { headers: { Authorization: `Bearer ${token}`, ...headers } });
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  return json;
};

async function measure(edge, token, address) {
  const milliseconds = [];
  const rows = [];
  const perItem = [];
  // What the program does for the first time is compiled then: that is of its start, not of the question.
  await get(edge, token, address(runs));
  await eachOf(Array.from({ length: runs }, (_, run) => run), async (run) => {
    const began = performance.now();
    const { _meta: meta, data } = await get(edge, token, address(run), { Prefer: "meta" });
    milliseconds.push(performance.now() - began);
    rows.push(meta.rows_read);
    if (Array.isArray(data) && data.length >= 25) perItem.push(meta.rows_read / data.length);
  }, AT_ONCE);
  return { p50_ms: percentile(milliseconds, 50), p95_ms: percentile(milliseconds, 95), max_ms: Math.max(...milliseconds), max_rows_read: Math.max(0, ...rows), max_rows_per_item: perItem.length === 0 ? null : Math.max(...perItem) };
}

/** Brands that have so many mentions together, the most frequent of those that fit first. */
function brandsOf(buckets, wanted) {
  const brands = [];
  let left = wanted;
  for (const { key, count } of buckets) {
    if (brands.length < MAX_BRANDS && count <= left) {
      brands.push({ label: key, terms: [key], exact: true });
      left -= count;
    }
  }
  return brands;
}

/** An account that monitors brands, and what preparing its view took. */
async function customer(edge, brands) {
  const { json: account } = await operator(edge, "POST", "/accounts", { name: "Bench", plan: "bench", brands });
  const { json: key } = await operator(edge, "POST", "/keys", { account_id: account.id, face: "account" });
  const began = performance.now();
  for (;;) {
    const { status, json: view, text } = await operator(edge, "POST", `/accounts/${account.id}/view`, { wait: false });
    if (status !== 200) throw new Error(text);
    if (view.prepared) return { token: key.secret, mentions: view.mentions, prepared_ms: performance.now() - began, rows_read: view.rows_read, rows_written: view.rows_written, brands: brands.map(({ label }) => label) };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function withEdge(work) {
  if (values.mentions === undefined) {
    const edge = await startEdge({ caches: values.caches });
    try {
      return await work(edge, (await importFolder(edge, values.data)).dataset);
    } finally {
      await edge.stop();
    }
  }
  await buildMaker();
  const mentions = positive("mentions", values.mentions);
  const { loadPacked } = await import("./cost/packed.mjs");
  const { dataset } = await loadPacked(mentions, await makeDataset(mentions), true);
  const edge = await startEdge({ persistTo: loadedFolder("packed", mentions), caches: values.caches });
  try {
    return await work(edge, dataset);
  } finally {
    await edge.stop();
  }
}

const memoryOf = async (edge) => (await operator(edge, "POST", "/explain/aggregate", { index: "siv_info", group_by: "platform" })).json.memory_bytes;

async function asked(edge, buckets, wanted) {
  const account = await customer(edge, wanted === undefined ? buckets.slice(0, MOST_FREQUENT).map(({ key }) => ({ label: key, terms: [key] })) : brandsOf(buckets, wanted));
  const { dataset } = await get(edge, account.token, "/v1/account");
  const [first] = (await get(edge, account.token, "/v1/mentions?limit=1")).data;
  const about = { last: dataset.last_date, mention: first.id, influencer: first.channel.influencer_id, brands: account.brands };
  const results = [];
  for (const [window, days] of Object.entries(WINDOWS)) {
    for (const [name, address] of Object.entries(questionsOf(about, days))) results.push({ window, name, ...(await measure(edge, account.token, address)) });
  }
  return { ...account, token: undefined, results, memory_bytes: await memoryOf(edge) };
}

function print({ mentions, brands, prepared_ms, rows_read, rows_written, results, memory_bytes }) {
  const took = rows_read === null ? "" : `, ${rows_read} rows read (${(rows_read / Math.max(1, mentions)).toFixed(3)} a mention), ${rows_written} written`;
  process.stdout.write(`\n${mentions} mentions of ${brands.length} brands: prepared in ${prepared_ms.toFixed(0)} ms${took}; memory of the module in the end ${(memory_bytes / 1e6).toFixed(1)} MB\n\n`);
  process.stdout.write("| window | question | median ms | p95 ms | max ms | rows read at most | rows per item at most |\n|---|---|--:|--:|--:|--:|--:|\n");
  for (const { window, name, p50_ms, p95_ms, max_ms, max_rows_read, max_rows_per_item } of results) {
    process.stdout.write(`| ${window} | ${name} | ${p50_ms.toFixed(1)} | ${p95_ms.toFixed(1)} | ${max_ms.toFixed(1)} | ${max_rows_read} | ${max_rows_per_item?.toFixed(1) ?? ""} |\n`);
  }
}

await prepare();
await withEdge(async (edge, dataset) => {
  const secret = (await createKey(edge)).secret;
  await operator(edge, "PUT", "/plans/account/bench", { per_minute: 1_000_000 });
  const { json } = await ask({ ...edge, secret }, "aggregate", { index: "siv_business_ideas", group_by: "brand_name", size: 50 });
  const wanted = values.see?.split(",").map((text) => positive("see", text)) ?? [undefined];
  const accounts = [];
  for (const mentions of wanted) {
    const account = await asked(edge, json.buckets, mentions);
    accounts.push(account);
    if (!values.json) print(account);
  }
  if (values.json) process.stdout.write(`${JSON.stringify({ dataset, caches: values.caches, accounts }, null, 2)}\n`);
  else process.stdout.write(`\nof ${dataset.mentions} mentions\n`);
});
