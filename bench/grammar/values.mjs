// The most frequent values of a served dataset, asked of the edge itself: what makes a question most expensive.
import { ask, eachOf } from "../../tests/support/client.mjs";
import { good } from "../account/customers.mjs";

/** As many values as a list of a filter takes. */
const MAX_VALUES = 20;
const SIZE = 50;
/** Documents of so many values of the first field are read for the fields that nothing is grouped by. */
const SAMPLES = 20;
/** Words that have fewer letters are left out. */
const MIN_WORD = 3;
const DAY = 86_400_000;

/** The values of each index and its span of days: `{ name, description, values: { field: [most frequent first] }, words, days }`. */
export async function frequentValues(edge, schema) {
  const indices = schema.indices.filter(({ group_by }) => group_by.length > 0);
  const found = await eachOf(indices, (index) => ofIndex(edge, index));
  const ids = found.find(({ values }) => values.video_id !== undefined)?.values.video_id ?? [];
  return found.map(({ values, ...rest }) => ({ ...rest, values: { video_id: ids, ...values } }));
}

async function ofIndex(edge, { name, group_by, fields, full_text, sortable }) {
  const values = {};
  for (const field of group_by)
    values[field] = (await buckets(edge, { index: name, group_by: field })).slice(0, MAX_VALUES);
  const isDated = sortable.includes("upload_date");
  const days = isDated ? [await firstDay(edge, name, "asc"), await firstDay(edge, name, "desc")] : undefined;
  if (!full_text) return { name, values, days, words: [] };
  const samples = await eachOf((values[group_by[0]] ?? []).slice(0, SAMPLES), (value) =>
    good(ask(edge, "search", { index: name, filters: { [group_by[0]]: value }, size: SIZE })),
  );
  const documents = samples.flatMap(({ results }) => results);
  const others = fields.filter((field) => field.filter === "term" && !group_by.includes(field.name));
  for (const { name: field } of others) {
    const counted = mostFrequent(documents.flatMap((document) => document[field] ?? []));
    if (counted.length > 0 && field !== "video_id") values[field] = counted.slice(0, MAX_VALUES);
  }
  const texts = documents.flatMap((document) => Object.values(document).filter((value) => typeof value === "string"));
  const words = texts.flatMap((text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  return { name, values, days, words: mostFrequent(words.filter((word) => word.length >= MIN_WORD)).slice(0, SIZE) };
}

const buckets = async (edge, request) =>
  (await good(ask(edge, "aggregate", { size: SIZE, ...request }))).buckets.map(({ key }) => key);

async function firstDay(edge, index, sort_order) {
  const { results } = await good(ask(edge, "search", { index, sort_field: "upload_date", sort_order, size: 1 }));
  return results[0].upload_date;
}

function mostFrequent(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1)).map(([value]) => value);
}

/** Windows of a span of days: all but its first and last day, its last thirty days, and a year that cuts two months. */
export function windowsOf([first, last]) {
  const date = (moment) => new Date(moment).toISOString().slice(0, 10);
  const [from, to] = [first, last].map((day) => Date.parse(day));
  return [
    { gte: date(from + DAY), lte: date(to - DAY) },
    { gte: date(to - 30 * DAY), lte: date(to - DAY) },
    { gte: date(Math.max(from, to - 380 * DAY)), lte: date(to - 15 * DAY) },
  ];
}
