// What of an answer is drawn: bars or lines, in one of its measures. Nothing here knows how.
import { measureOf, metricOf, monthName } from "./measures.js";

const isNumber = (value) => typeof value === "number";
/** The numbers of each row, by the names that any of them has one under. */
const numbersOf = (rows) => [...new Set(rows.flatMap((row) => Object.keys(row).filter((name) => isNumber(row[name]))))];

/**
 * The picture of an answer in a measure, or in the one that says most.
 * @returns `{kind: "bars", rows}` or `{kind: "lines", months, lines}` with `title`, `measure` and all `measures`; undefined
 * where there is nothing to draw
 */
export function pictureOf({ operation, request, data }, chosen) {
  const { measures, usual, draw } = PICTURES[operation](data, request);
  const measure = measures.find(({ name }) => name === chosen) ?? measures.find(({ name }) => name === usual) ?? measures[0];
  if (!measure) return undefined;
  const picture = draw(measure);
  const hasSomething = picture.kind === "lines" ? picture.lines.length > 0 : picture.rows.some(({ value }) => isNumber(value));
  return hasSomething ? { ...picture, measure, measures } : undefined;
}

const PICTURES = {
  aggregate({ buckets }, { group_by }) {
    const type = buckets[0]?.metric_type;
    const measures = [...(type ? [metricOf(type)] : []), ...numbersOf(buckets).filter((name) => name !== "metric").map(measureOf)];
    return { measures, draw: (measure) => bars(`${measure.label} by ${words(group_by)}`, buckets, measure, ({ key }) => key) };
  },

  "co-mentions"({ results }, { values, group_by }) {
    const measures = [{ ...measureOf("total_mentions"), label: "Mentions" }];
    return { measures, draw: (measure) => bars(`Mentions of ${values.join(", ")} by ${words(group_by)}`, results, measure, ({ key }) => key) };
  },

  search: ({ results }, request) => ranked(results, request, "result"),
  creators: ({ results }, request) => ranked(results, request, "creator"),

  sector({ brands }) {
    const months = brands[0].series.map(({ month }) => monthName(month));
    // A tone may be unknown in every month, and is a measure all the same.
    const isMeasure = (name) => brands.every(({ series }) => series.every((entry) => entry[name] === null || isNumber(entry[name])));
    const names = Object.keys(brands[0].series[0]).filter(isMeasure);
    const shares = names.filter((name) => name.endsWith("_sov"));
    const measures = [...shares, ...names.filter((name) => !shares.includes(name))].map(measureOf);
    const line = ({ label, coverage, series }, { name }) => ({ label, isLow: coverage === "low", values: series.map((entry) => entry[name]) });
    return { measures, draw: (measure) => ({ kind: "lines", title: `${measure.label} by month`, months, lines: brands.map((brand) => line(brand, measure)) }) };
  },
};

function ranked(rows, { sort_field: usual }, what) {
  const measures = numbersOf(rows).map(measureOf);
  const draw = (measure) => bars(`${measure.label} by ${what}, in the order of the answer`, rows, measure, documentName);
  return { measures, usual, draw };
}

const bars = (title, rows, { name }, labelOf) => ({ kind: "bars", title, rows: rows.map((row) => ({ label: labelOf(row), value: row[name] })) });

/** What a document is called where there is room for one name. */
function documentName({ title, brand_name: brand, upload_date: date, channel_uid: channel, video_id: video }) {
  if (title) return title;
  return brand ? [brand, date].filter(Boolean).join(", ") : (channel ?? video);
}

const words = (name) => name.replaceAll("_", " ");
