// Chart descriptions of answers: bars or lines in one of the measures, independent of the chart library.
import { counted, measureOf, metricOf, monthName, sizeOf } from "./measures.js";

const isNumber = (value) => typeof value === "number";
/** The numbers of each row, by the names that any of them has one under. */
const numbersOf = (rows) => [...new Set(rows.flatMap((row) => Object.keys(row).filter((name) => isNumber(row[name]))))];

/**
 * Returns the chart of an answer in the chosen measure, or in the default one.
 * For a mean, `n` is the number of values.
 * @returns `{kind: "bars", rows}` or `{kind: "lines", months, lines}` with `title`, `measure` and all `measures`;
 * undefined if there is nothing to draw
 */
export function pictureOf({ operation, request, data }, chosen) {
  const { measures, usual, draw } = PICTURES[operation](data, request);
  const measure =
    measures.find(({ name }) => name === chosen) ?? measures.find(({ name }) => name === usual) ?? measures[0];
  if (!measure) return undefined;
  const picture = draw(measure);
  const hasSomething =
    picture.kind === "lines" ? picture.lines.length > 0 : picture.rows.some(({ value }) => isNumber(value));
  return hasSomething ? { ...picture, measure, measures } : undefined;
}

const PICTURES = {
  aggregate({ buckets }, { group_by }) {
    const type = buckets[0]?.metric_type;
    const measures = [
      ...(type ? [metricOf(type)] : []),
      ...numbersOf(buckets)
        .filter((name) => name !== "metric")
        .map(measureOf),
    ];
    const draw = (measure) =>
      bars(
        `${measure.label} by ${words(group_by)}`,
        buckets,
        measure,
        ({ key }) => key,
        measure.isMean ? sizeOf : undefined,
      );
    return { measures, draw };
  },

  "co-mentions"({ results }, { values, group_by }) {
    const measures = [{ ...measureOf("total_mentions"), label: "Mentions" }];
    return {
      measures,
      draw: (measure) =>
        bars(`Mentions of ${values.join(", ")} by ${words(group_by)}`, results, measure, ({ key }) => key),
    };
  },

  creators({ results }, { sort_field: usual }) {
    const measures = numbersOf(results).map(measureOf);
    const draw = (measure) =>
      bars(
        `${measure.label} by creator, in the order of the answer`,
        results,
        measure,
        ({ channel_uid: channel }) => channel,
      );
    return { measures, usual, draw };
  },

  sector({ brands }) {
    const months = brands[0].series.map(({ month }) => monthName(month));
    // A tone may be unknown in every month, and is a measure all the same.
    const isMeasure = (name) =>
      brands.every(({ series }) => series.every((entry) => entry[name] === null || isNumber(entry[name])));
    const names = Object.keys(brands[0].series[0]).filter(isMeasure);
    const shares = names.filter((name) => name.endsWith("_sov"));
    const measures = [...shares, ...names.filter((name) => !shares.includes(name))].map(measureOf);
    const line = ({ label, series }, { name, isMean }) => ({
      label,
      values: series.map((entry) => entry[name]),
      sizes: isMean ? series.map(({ unique_videos: videos }) => counted(videos, "video")) : undefined,
    });
    return {
      measures,
      draw: (measure) => ({
        kind: "lines",
        title: `${measure.label} by month`,
        months,
        lines: brands.map((brand) => line(brand, measure)),
      }),
    };
  },
};

const bars = (title, rows, { name }, labelOf, countOf = () => undefined) => ({
  kind: "bars",
  title,
  rows: rows.map((row) => ({ label: labelOf(row), value: row[name], n: countOf(row) })),
});

const words = (name) => name.replaceAll("_", " ");
