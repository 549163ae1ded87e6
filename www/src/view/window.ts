// Period of the view: a preset, or two fixed days. Presets of days end with the data, the others follow the calendar.
import { addDays, addMonths, daysBetween, isDay, today } from "./dates.ts";

export const PRESETS = {
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  "90d": "Last 90 days",
  month: "This month",
  "last-month": "Last month",
  quarter: "This quarter",
  ytd: "Year to date",
  "12m": "Last 12 months",
  "24m": "Last 24 months",
} as const;
export type Preset = keyof typeof PRESETS;
export const DEFAULT_PRESET: Preset = "30d";

export interface Window {
  /** Undefined if the days were chosen in the calendar. */
  preset: Preset | undefined;
  from: string;
  to: string;
  /** The same number of days right before the period. */
  before: { from: string; to: string };
}

const isPreset = (text: string | null): text is Preset => text !== null && text in PRESETS;

/** Returns the days of a preset. `last` is the last day with data, on which periods of days and 12 or 24 months end. */
export function daysOf(preset: Preset, last: string, now = today()): { from: string; to: string } {
  const first = `${now.slice(0, 7)}-01`;
  switch (preset) {
    case "month":
      return { from: first, to: now };
    case "last-month":
      return { from: addMonths(first, -1), to: addDays(first, -1) };
    case "quarter":
      return { from: addMonths(first, -((Number(now.slice(5, 7)) - 1) % 3)), to: now };
    case "ytd":
      return { from: `${now.slice(0, 4)}-01-01`, to: now };
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
  if (isDay(from) && isDay(to) && from <= to) return { preset: undefined, from, to, before: before(from, to) };
  const preset = isPreset(named) ? named : DEFAULT_PRESET;
  const days = daysOf(preset, last);
  return { preset, ...days, before: before(days.from, days.to) };
}

export function before(from: string, to: string): { from: string; to: string } {
  return { from: addDays(from, -daysBetween(from, to)), to: addDays(from, -1) };
}
