// The labels of tone as series of a chart and as rows of a table.
import type { AccountAnswerOf } from "overheard";
import type { Series } from "../charts/picture.ts";
import * as words from "./words.ts";

export type Counts = AccountAnswerOf["sentiment"]["counts"];

export const TONES = ["positive", "neutral", "negative", "unknown"] as const;

/** Counts by label as series, without those that there are none of. */
export const toneSeries = (counts: Counts[], value: (counts: Counts, tone: keyof Counts) => number = (of, tone) => of[tone]): Series[] =>
  TONES.filter((tone) => counts.some((of) => of[tone] > 0)).map((tone) => ({ name: words.toneLabel(tone), colour: `tone-${tone}`, values: counts.map((of) => value(of, tone)) }));

/** A label's share of all, in percent. */
export function shareOf(counts: Counts, tone: keyof Counts): number {
  const all = TONES.reduce((sum, one) => sum + counts[one], 0);
  return all === 0 ? 0 : (100 * counts[tone]) / all;
}
