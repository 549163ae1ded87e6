// Formats the values of charts.
import * as words from "../view/words.ts";
import type { Unit } from "./chart-spec.ts";

export const formatValue = (unit: Unit, value: number | null): string => {
  switch (unit) {
    case "tone":
      return words.tone(value);
    case "net":
      return words.net(value);
    case "percent":
    case "share":
      return words.percent(value);
    case "score":
      return value === null ? words.NOTHING : words.decimal(value, 1);
    default:
      return words.count(value);
  }
};

/** Fixed ranges of axes, for the units that have one. */
export const AXIS_RANGES: Partial<Record<Unit, [number, number]>> = {
  tone: [-1, 1],
  net: [-100, 100],
  share: [0, 100],
};

/** Formats a value for an axis, shorter than elsewhere. */
export const formatTick = (unit: Unit, value: number): string =>
  unit === "count"
    ? words.compact(value)
    : unit === "percent" || unit === "share"
      ? `${words.plain(value)} %`
      : unit === "tone"
        ? words.tone(value).replace(/0$/, "")
        : words.net(value);
