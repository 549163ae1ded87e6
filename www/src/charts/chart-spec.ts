// Description of a chart, independent of the chart library. Pages build it; draw.ts draws it.

import type { CountUnit } from "../view/words.ts";
import type { Partial } from "../view/partial.ts";

/** Decides how a value is formatted and which range its axis has. */
export type Unit = "count" | "percent" | "tone" | "net" | "share" | "score";

export interface Series {
  name: string;
  values: (number | null)[];
  /** Token of tokens.css; without it the colour follows from the index of the series. */
  colour?: string;
  /** True if the series is the previous period, which is drawn behind the others. */
  isBefore?: boolean;
  /** Number of mentions behind each value, or of what `nUnit` names. */
  n?: (number | null | undefined)[];
}

export interface ChartSpec {
  /** `lines` and `columns` for time series, `bars` (horizontal) for categories. */
  kind: "lines" | "columns" | "bars";
  /** Labels of the periods or categories. */
  keys: string[];
  series: Series[];
  unit: Unit;
  isStacked?: boolean;
  /** Unit of `n`. */
  nUnit?: CountUnit;
  /** Marks the periods that have missing days. */
  partial?: Partial;
  /** Height in pixels. By default it follows from the number of keys for bars. */
  height?: number;
}

/** Returns the label of a key, with an asterisk for a partial period. */
export const keyAt = ({ keys, partial }: ChartSpec, at: number): string =>
  `${keys[at] ?? ""}${partial?.marks[at] ? " *" : ""}`;

/** Symbols and dashes that distinguish lines without colour. */
export const SYMBOLS = ["circle", "rect", "triangle", "diamond", "roundRect", "pin"] as const;
export const DASHES = ["solid", "dashed", "dotted"] as const;
const COLOURS = 6;

export const seriesStyle = (at: number) => ({
  colour: `chart-${(at % COLOURS) + 1}`,
  symbol: SYMBOLS[at % SYMBOLS.length]!,
  dash: DASHES[Math.floor(at / COLOURS) % DASHES.length]!,
});

/** Returns the colour token of a series. */
export const colourOf = ({ colour, isBefore }: Series, at: number): string =>
  colour ?? (isBefore ? "control" : seriesStyle(at).colour);

export const heightOf = ({ kind, keys, series, isStacked, height }: ChartSpec): number =>
  height ?? (kind === "bars" ? 40 + keys.length * (isStacked ? 32 : 14 + 18 * series.length) : 280);
