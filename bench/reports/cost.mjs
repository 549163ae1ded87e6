// What a report takes.
import { setTimeout as sleep } from "node:timers/promises";
import { work } from "../../scripts/step.mjs";
import { createAccount, expectOk, fetchAs } from "../../tests/support/account.mjs";
import { requestReport, downloadFile, waitForReport } from "../../tests/support/reports.mjs";
import { brandsOf, frequenciesOf, mostFrequent } from "../account/brands.mjs";
import { withEdge } from "../account/edge.mjs";
import { memoryOf } from "../cost/packed.mjs";
import { spentByRuntime } from "../metering/load.mjs";
import { atMost } from "./print.mjs";

const TYPES = ["brand_overview", "sentiment", "influencers", "trends", "share_of_voice", "mentions_export"];
const CPU_SECONDS = 3;
const MODULE_MB = 64;
const PDF_BYTES = 500_000;
const EXPORT_SECONDS = 10;
/** Rows that an export may have at most. */
const EXPORT_ROWS = 50_000;

/**
 * Reports about the 10 most frequent brands of a folder's dataset, or about brands that fill an export, of a made-up
 * one.
 */
export const measureCost = ({ data, mentions }) =>
  withEdge({ data, mentions }, async (edge) => {
    const frequencies = await frequenciesOf(edge, mentions);
    const { account, from, to } =
      mentions === undefined ? await about(edge, mostFrequent(frequencies)) : await filling(edge, frequencies);
    // What the account sees is prepared, and code is compiled, by the first question and the first report.
    await made(edge, account, { type: "trends", from, to });
    const reports = [];
    for (const type of TYPES)
      reports.push(
        await work(`Making ${type}`, () =>
          measured(edge, account, { type, from, to, ...(type === "mentions_export" && { row_limit: EXPORT_ROWS }) }),
        ),
      );
    return { brands: account.brands.length, from, to, reports, bars: reports.flatMap(barsOf) };
  });

/** An account, and the last 24 months of what it sees. */
async function about(edge, brands) {
  const account = await createAccount(edge, { brands });
  const to = expectOk(await fetchAs(edge, account, "/v1/account")).dataset.last_date;
  return { account, from: monthsBefore(to, 24), to };
}

/** One whose mentions in these months nearly fill an export: there may be more before them. */
async function filling(edge, frequencies) {
  for (let wanted = 2 * EXPORT_ROWS; ; wanted *= 0.97) {
    const found = await about(edge, brandsOf(frequencies, wanted));
    if ((await mentionsOf(edge, found)) <= EXPORT_ROWS) return found;
  }
}

/** How many mentions an account sees: an answer that takes until they are prepared. */
async function mentionsOf(edge, { account, from, to }) {
  for (;;) {
    const answer = await fetchAs(edge, account, `/v1/mentions/stats?from=${from}&to=${to}`);
    if (answer.status !== 503) return expectOk(answer).totals.mentions;
    await sleep(Number(answer.headers.get("retry-after")) * 1000);
  }
}

async function made(edge, account, body) {
  const answer = await requestReport(edge, account, body);
  if (answer.status !== 202) throw new Error(answer.text);
  return waitForReport(edge, account, answer.json.id);
}

async function measured(edge, account, body) {
  const [began, spent] = [performance.now(), spentByRuntime()];
  const report = await made(edge, account, body);
  const [seconds, cpu_seconds] = [(performance.now() - began) / 1000, (spentByRuntime() - spent) / 1000];
  const files = Object.fromEntries(report.artifacts.map((artifact) => [artifact.format, artifact]));
  for (const { download_path } of report.artifacts) await downloadFile(edge, account, download_path);
  return {
    type: report.type,
    status: report.error?.code ?? report.status,
    seconds,
    cpu_seconds,
    module_mb: (await memoryOf(edge)) / 1e6,
    pdf_bytes: files.pdf?.bytes,
    csv_rows: files.csv?.rows,
  };
}

function barsOf({ type, seconds, cpu_seconds, module_mb, pdf_bytes }) {
  const memory = [atMost(`${type}: MB of memory of the module`, MODULE_MB, module_mb)];
  if (type === "mentions_export") return [atMost(`${type}: seconds`, EXPORT_SECONDS, seconds), ...memory];
  return [
    atMost(`${type}: processor seconds`, CPU_SECONDS, cpu_seconds),
    ...memory,
    atMost(`${type}: bytes of the PDF`, PDF_BYTES, pdf_bytes),
  ];
}

/** The day that begins a window of so many months which ends on a day. */
function monthsBefore(to, months) {
  const date = new Date(`${to}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}
