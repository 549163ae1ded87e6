// What a report takes.
import { work } from "../../scripts/step.mjs";
import { createKey, startEdge, importFolder } from "../../tests/edge/harness.mjs";
import { brand, createAccount, good, see } from "../../tests/edge/support/account.mjs";
import { ask, operator } from "../../tests/edge/support/client.mjs";
import { asked, downloaded, reportOf } from "../../tests/edge/support/reports.mjs";
import { spentByRuntime } from "../metering/load.mjs";
import { atMost } from "./print.mjs";

const BRANDS = 10;
const TYPES = ["brand_overview", "sentiment", "influencers", "trends", "share_of_voice", "mentions_export"];
const CPU_SECONDS = 3;
const MODULE_MB = 64;
const PDF_BYTES = 500_000;
const EXPORT_SECONDS = 10;

export async function measureCost(data) {
  const edge = await work("Serving the dataset", async () => {
    const edge = await startEdge();
    await importFolder(edge, data);
    return { ...edge, ...(await createKey(edge)) };
  });
  try {
    const { json } = await ask(edge, "aggregate", { index: "siv_business_ideas", group_by: "brand_name", size: BRANDS });
    const account = await createAccount(edge, { brands: json.buckets.map(({ key }) => brand(key)) });
    const to = good(await see(edge, account, "/v1/account")).dataset.last_date;
    const from = monthsBefore(to, 24);
    // What the account sees is prepared, and code is compiled, by the first question and the first report.
    await see(edge, account, `/v1/mentions/stats?from=${from}&to=${to}`);
    await made(edge, account, { type: "trends", from, to });
    const reports = [];
    for (const type of TYPES) reports.push(await work(`Making ${type}`, () => measured(edge, account, { type, from, to, ...(type === "mentions_export" && { row_limit: 50_000 }) })));
    return { brands: account.brands.length, from, to, reports, bars: reports.flatMap(barsOf) };
  } finally {
    await edge.stop();
  }
}

async function made(edge, account, body) {
  const answer = await asked(edge, account, body);
  if (answer.status !== 202) throw new Error(answer.text);
  return reportOf(edge, account, answer.json.id);
}

async function measured(edge, account, body) {
  const [began, spent] = [performance.now(), spentByRuntime()];
  const report = await made(edge, account, body);
  const [seconds, cpu_seconds] = [(performance.now() - began) / 1000, (spentByRuntime() - spent) / 1000];
  const { json } = await operator(edge, "POST", "/explain/aggregate", { index: "siv_info", group_by: "platform" });
  const files = Object.fromEntries(report.artifacts.map((artifact) => [artifact.format, artifact]));
  for (const { download_path } of report.artifacts) await downloaded(edge, account, download_path);
  return {
    type: report.type,
    status: report.error?.code ?? report.status,
    seconds,
    cpu_seconds,
    module_mb: json.memory_bytes / 1e6,
    pdf_bytes: files.pdf?.bytes,
    csv_rows: files.csv?.rows,
  };
}

function barsOf({ type, seconds, cpu_seconds, module_mb, pdf_bytes }) {
  const memory = [atMost(`${type}: MB of memory of the module`, MODULE_MB, module_mb)];
  if (type === "mentions_export") return [atMost(`${type}: seconds`, EXPORT_SECONDS, seconds), ...memory];
  return [atMost(`${type}: processor seconds`, CPU_SECONDS, cpu_seconds), ...memory, atMost(`${type}: bytes of the PDF`, PDF_BYTES, pdf_bytes)];
}

/** The day that begins a window of so many months which ends on a day. */
function monthsBefore(to, months) {
  const date = new Date(`${to}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}
