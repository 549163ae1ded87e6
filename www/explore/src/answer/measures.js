// The numbers of answers: what each is called, its unit, and how it is written.
import { schema } from "overheard";

const LANGUAGE = "en";
const number = (options) => {
  const format = new Intl.NumberFormat(LANGUAGE, options);
  return (value) => format.format(value);
};
const compact = number({ notation: "compact", maximumFractionDigits: 1 });

/** Ways to write a number: in full, and short for an axis. */
const KINDS = {
  whole: { full: number(), short: compact },
  any: { full: number({ maximumFractionDigits: 6 }), short: compact },
  score: {
    full: number({ maximumFractionDigits: 3 }),
    short: number({ maximumFractionDigits: 2 }),
    unit: "score from −1 to 1",
  },
  dollars: {
    full: number({ style: "currency", currency: "USD", maximumFractionDigits: 2 }),
    short: number({ style: "currency", currency: "USD", notation: "compact", maximumFractionDigits: 1 }),
  },
  ratio: {
    full: number({ style: "percent", maximumFractionDigits: 2 }),
    short: number({ style: "percent", maximumFractionDigits: 1 }),
    unit: "interactions per view",
  },
  percent: { full: (value) => `${value} %`, short: (value) => `${value} %`, unit: "percent of the requested brands" },
  seconds: {
    full: (value) => `${number({ maximumFractionDigits: 1 })(value)} s`,
    short: (value) => `${compact(value)} s`,
  },
};

/** Measures whose label differs from their name, or that have a unit. */
const MEASURES = {
  count: { label: "Documents", kind: "whole" },
  sentiment_score: { kind: "score" },
  audience_sentiment: { kind: "score" },
  sentiment: { label: "Tone", kind: "score", isMean: true },
  estimated_value_usd: { label: "Estimated value", kind: "dollars" },
  engagement_rate_viewers: { label: "Engagement rate", kind: "ratio" },
  duration: { kind: "seconds" },
  volume_sov: { label: "Share of videos", kind: "percent" },
  reach_sov: { label: "Share of views", kind: "percent" },
  unique_videos: { label: "Videos", kind: "whole" },
  metric: { kind: "any" },
};
const METRICS = { sum: "Sum of", avg: "Mean", min: "Lowest", max: "Highest" };

/** Returns the label and the format of a measure. */
export function measureOf(name) {
  const usual = name[0].toUpperCase() + name.slice(1).replaceAll("_", " ");
  const { label = usual, kind = "any", isMean = false } = Object.hasOwn(MEASURES, name) ? MEASURES[name] : {};
  return { name, label, isMean, ...KINDS[kind] };
}

/** The metric of an aggregate, as its buckets say it: `avg:sentiment_score`. */
export function metricOf(metricType) {
  const [type, field] = metricType.split(":");
  const measure = measureOf(field);
  return {
    ...measure,
    name: "metric",
    label: `${METRICS[type] ?? type} ${measure.label.toLowerCase()}`,
    isMean: type === "avg",
  };
}

/** Returns the number of records behind a bucket's mean; creators instead of their snapshots. */
export const sizeOf = ({ creators, count }) => creators ?? count;
/** Returns true if the number is too small for a reliable mean. */
export const isFew = (n) => n < schema().limits.sector.low_coverage;

/** A month as people write it: `Nov 2025`. */
export function monthName(month) {
  const [year, number] = month.split("-").map(Number);
  return new Intl.DateTimeFormat(LANGUAGE, { month: "short", year: "numeric", timeZone: "UTC" }).format(
    Date.UTC(year, number - 1),
  );
}

/** A number of things, in words: `1 group`, `12,027 documents`. */
export const counted = (count, one, many = `${one}s`) => `${KINDS.whole.full(count)} ${count === 1 ? one : many}`;
