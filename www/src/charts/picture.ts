// What a chart shows, without how it is drawn: pages describe pictures, and nothing of the charts' library.

import type { Partial } from "../view/partial.ts";

/** How a value is written and between which ends it lies. */
export type Unit = "count" | "percent" | "tone" | "net" | "share" | "score";

export interface Series {
  name: string;
  values: (number | null)[];
  /** A token of tokens.css; without it the colour of the series' place. */
  colour?: string;
  /** The window before, behind the others. */
  isBefore?: boolean;
  /** How many mentions, or whatever the picture's `nOf` says, each value is of. */
  n?: (number | null | undefined)[];
}

export interface Picture {
  /** `lines` and `columns` over time, `bars` from left to right for what has names. */
  kind: "lines" | "columns" | "bars";
  /** Periods or names, as they are shown. */
  keys: string[];
  series: Series[];
  unit: Unit;
  isStacked?: boolean;
  /** The unit of `n`. */
  nOf?: "scored" | "rated" | "videos";
  /** Periods of which some days are missing. */
  partial?: Partial;
  /** Pixels; bars are as high as there are keys. */
  height?: number;
}

/** A period or name as it is shown, with the mark of a partial period. */
export const keyAt = ({ keys, partial }: Picture, at: number): string =>
  `${keys[at] ?? ""}${partial?.marks[at] ? " *" : ""}`;

/** How lines differ besides their colour. */
export const SYMBOLS = ["circle", "rect", "triangle", "diamond", "roundRect", "pin"] as const;
export const DASHES = ["solid", "dashed", "dotted"] as const;
const COLOURS = 6;

export const look = (at: number) => ({
  colour: `chart-${(at % COLOURS) + 1}`,
  symbol: SYMBOLS[at % SYMBOLS.length]!,
  dash: DASHES[Math.floor(at / COLOURS) % DASHES.length]!,
});

/** The token that a series is drawn in. */
export const colourOf = ({ colour, isBefore }: Series, at: number): string =>
  colour ?? (isBefore ? "control" : look(at).colour);

export const heightOf = ({ kind, keys, series, isStacked, height }: Picture): number =>
  height ?? (kind === "bars" ? 40 + keys.length * (isStacked ? 32 : 14 + 18 * series.length) : 280);
