// Tone labels as chart series and table rows.
import { t } from "@lingui/core/macro";
import type { AccountAnswerOf } from "overheard";
import type { Series } from "../charts/chart-spec.ts";
import * as words from "./words.ts";

export type Counts = AccountAnswerOf["sentiment"]["counts"];

/** Explains to members how a mention gets its tone. */
export const TONE_RULE = t`The tone label of a mention comes from the data, whatever its score. If there is no label, a score of +0.25 or more is positive, −0.25 or less is negative, and between them is neutral. A mention with neither is not rated.`;

export const TONES = ["positive", "neutral", "negative", "unknown"] as const;

/** Labels of rated mentions, the base of all percentages of tone. */
export const RATED = ["positive", "neutral", "negative"] as const;

/** Variance of evenly spread values: scores over their scale, labels over the three tones. */
const VARIANCE = { scores: 1 / 3, labels: 2 / 3 };
export type ToneValues = keyof typeof VARIANCE;

/** Quantile of the normal distribution for a confidence of 95 %. */
const QUANTILE = 1.96;

/**
 * Returns true if a change of an average is too large for chance. `change` is on the scale from −1 to +1; `n` and
 * `nBefore` are the numbers of values behind both averages.
 */
export const exceedsChance = (change: number, n: number, nBefore: number, of: ToneValues = "scores"): boolean =>
  Math.abs(change) > QUANTILE * Math.sqrt(VARIANCE[of] * (1 / n + 1 / nBefore));

/** Returns the number of rated mentions, the base of all percentages of tone. */
export const ratedIn = (counts: Counts): number => RATED.reduce((sum, tone) => sum + counts[tone], 0);

/** Returns a series of counts for each label that occurs. */
export const toneSeries = (counts: Counts[]): Series[] => seriesOf(TONES, counts, (of, tone) => of[tone]);

/** Returns a series of shares of the rated mentions for each label. */
export const shareSeries = (counts: Counts[]): Series[] =>
  seriesOf(RATED, counts, shareOf).map((one) => ({ ...one, n: counts.map(ratedIn) }));

const seriesOf = <T extends keyof Counts>(
  tones: readonly T[],
  counts: Counts[],
  value: (counts: Counts, tone: T) => number,
): Series[] =>
  tones
    .filter((tone) => counts.some((of) => of[tone] > 0))
    .map((tone) => ({
      name: words.toneLabel(tone),
      colour: `tone-${tone}`,
      values: counts.map((of) => value(of, tone)),
    }));

/** Returns a label's share of the rated mentions, in percent. */
export function shareOf(counts: Counts, tone: (typeof RATED)[number]): number {
  const all = ratedIn(counts);
  return all === 0 ? 0 : (100 * counts[tone]) / all;
}
