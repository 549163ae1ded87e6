// Period of the view: a preset, or two fixed days. Presets of days end with the data, the others follow the calendar.
import { t } from "@lingui/core/macro";
import { addDays, addMonths, daysBetween, isDay, today } from "./dates.ts";

export const PRESETS = {
  "7d": t`Last 7 days`,
  "30d": t`Last 30 days`,
  "90d": t`Last 90 days`,
  month: t`This month`,
  "last-month": t`Last month`,
  quarter: t`This quarter`,
  "last-quarter": t`Last quarter`,
  ytd: t`Year to date`,
  "last-year": t`Last year`,
  "12m": t`Last 12 months`,
  "24m": t`Last 24 months`,
};
export type Preset = keyof typeof PRESETS;
export const DEFAULT_PRESET: Preset = "30d";

/** Periods that a period can be compared with. */
export const BASELINES = { previous: t`Previous period`, year: t`Same period a year ago` };
export type Baseline = keyof typeof BASELINES;

export interface Window {
  /** Undefined if the days were chosen in the calendar. */
  preset: Preset | undefined;
  from: string;
  to: string;
  baseline: Baseline;
  /** Days of the baseline. */
  before: { from: string; to: string };
}

const isPreset = (text: string | null): text is Preset => text !== null && text in PRESETS;

/** Returns the days of a preset. `last` is the last day with data, on which periods of days and 12 or 24 months end. */
export function daysOf(preset: Preset, last: string, now = today()): { from: string; to: string } {
  const [year, first] = [`${now.slice(0, 4)}-01-01`, `${now.slice(0, 7)}-01`];
  const quarter = addMonths(first, -((Number(now.slice(5, 7)) - 1) % 3));
  switch (preset) {
    case "month":
      return { from: first, to: now };
    case "last-month":
      return { from: addMonths(first, -1), to: addDays(first, -1) };
    case "quarter":
      return { from: quarter, to: now };
    case "last-quarter":
      return { from: addMonths(quarter, -3), to: addDays(quarter, -1) };
    case "ytd":
      return { from: year, to: now };
    case "last-year":
      return { from: addMonths(year, -12), to: addDays(year, -1) };
    case "12m":
      return { from: addDays(addMonths(last, -12), 1), to: last };
    case "24m":
      return { from: addDays(addMonths(last, -24), 1), to: last };
    default:
      return { from: addDays(last, 1 - Number.parseInt(preset, 10)), to: last };
  }
}

/** Returns the period that an address names. `last` is the last day with data. */
export function windowOf(params: URLSearchParams, last: string): Window {
  const [from, to, named] = [params.get("from"), params.get("to"), params.get("window")];
  const baseline: Baseline = params.get("baseline") === "year" ? "year" : "previous";
  const isChosen = isDay(from) && isDay(to) && from <= to;
  const preset = isChosen ? undefined : isPreset(named) ? named : DEFAULT_PRESET;
  const days = preset === undefined ? { from: from!, to: to! } : daysOf(preset, last);
  return { preset, ...days, baseline, before: baselineOf(baseline, days.from, days.to) };
}

/** Returns the same number of days right before a period, or the same days a year earlier. */
export const baselineOf = (baseline: Baseline, from: string, to: string): { from: string; to: string } =>
  baseline === "year"
    ? { from: addMonths(from, -12), to: addMonths(to, -12) }
    : { from: addDays(from, -daysBetween(from, to)), to: addDays(from, -1) };
