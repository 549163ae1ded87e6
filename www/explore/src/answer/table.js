// Answers as tables.
import { html, nothing } from "lit-html";
import { isFew, measureOf, metricOf, monthName } from "./measures.js";

/** From so many letters on, a text may be broken. */
const LONG = 40;

/** The tables of an answer. */
export const tablesOf = ({ operation, request, data }) => TABLES[operation](data, request).map(table);

const TABLES = {
  aggregate({ buckets }, { group_by }) {
    const type = buckets[0]?.metric_type;
    const counts = ["count", "creators"]
      .filter((name) => buckets.some((bucket) => bucket[name] !== undefined))
      .map(measureOf);
    const measures = type ? [metricOf(type), ...counts] : counts;
    const columns = [plain("key", group_by), ...measures.map(measured)];
    // The last count is the one that a mean is of.
    if (measures[0].isMean) columns.at(-1).isFew = isFew;
    return [{ caption: "Groups, in the order of the answer", columns, rows: buckets }];
  },

  search({ results, index }) {
    // The text of a mention is the first column.
    const columns = columnsOf(results).sort((one, other) => (other.name === "context") - (one.name === "context"));
    return [{ caption: `Documents of ${index}, in the order of the answer`, columns, rows: results }];
  },

  creators: ({ results }) => [
    { caption: "Creators, in the order of the answer", columns: columnsOf(results), rows: results },
  ],

  "co-mentions"({ results }, { group_by }) {
    const measures = ["total_mentions", "matched_values"].map(measureOf);
    const columns = [plain("key", group_by), ...measures.map(measured)];
    return [{ caption: "What mentions all values, in the order of the answer", columns, rows: results }];
  },

  sector({ brands }) {
    const totals = brands.map(({ label, coverage, low_confidence, totals: numbers }) => ({
      label,
      coverage,
      low_confidence,
      ...numbers,
    }));
    const months = brands.flatMap(({ label, series }) => series.map((entry) => ({ label, ...entry })));
    return [
      { caption: "Brands over the whole window", columns: columnsOf(totals), rows: totals },
      { caption: "Brands by month", columns: columnsOf(months), rows: months },
    ];
  },
};

const plain = (name, title = name) => ({ name, title });
const measured = ({ name, label, full }) => ({ name, title: label, format: full, kind: "number" });

/** The columns of rows that are alike: every member, numbers in their own way. */
function columnsOf(rows) {
  return Object.keys(rows[0] ?? {}).map((name) => {
    const isNumber =
      rows.every((row) => row[name] === null || typeof row[name] === "number") &&
      rows.some((row) => row[name] !== null);
    return isNumber ? measured(measureOf(name)) : { ...plain(name), kind: kindOf(rows, name) };
  });
}

/** Returns true if a value needs a wide column: lists and long texts wrap. */
const isWide = (value) => (typeof value === "object" && value !== null) || value?.length > LONG;
const kindOf = (rows, name) => (rows.some((row) => isWide(row[name])) ? "wide" : undefined);

function table({ caption, columns, rows }) {
  return html`<div class="table" tabindex="0" role="region" aria-label=${caption}><table>
    <caption>${caption}</caption>
    <thead><tr>${columns.map(({ title, kind }) => html`<th scope="col" class=${kind ?? nothing}>${title.replaceAll("_", " ")}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${columns.map((column, number) => cell(row[column.name], column, number === 0))}</tr>`)}</tbody>
  </table></div>`;
}

function cell(value, { name, kind, format, isFew }, isName) {
  const badge = isFew?.(value) ? html` <span class="badge">small sample</span>` : nothing;
  const text = name === "month" ? monthName(value) : html`${written(value, format)}${badge}`;
  return isName
    ? html`<th scope="row" class=${kind ?? nothing}>${text}</th>`
    : html`<td class=${kind ?? nothing}>${text}</td>`;
}

const share = measureOf("engagement_rate_viewers").full;

function written(value, format) {
  if (value === null || value === undefined) return html`<span class="nothing">none</span>`;
  if (typeof value === "number") return format ? format(value) : String(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value))
    return value.length > 0 ? value.map(item).join(", ") : html`<span class="nothing">none</span>`;
  if (typeof value === "object")
    return Object.entries(value)
      .map(([label, part]) => `${label} ${share(part)}`)
      .join(", ");
  return value;
}

/** An item of a list: a text, or a topic with its count. */
const item = (value) => (typeof value === "object" ? `${value.topic} (${value.count})` : value);
