// Converts monthly shares to chart series. Brands beyond the number of colours are combined into one series.
import { t } from "@lingui/core/macro";
import type { Series } from "../../charts/chart-spec.ts";
import type { Dataset } from "../../data/session.ts";
import type { Voice } from "./brands.ts";
import { addDays, addMonths, today } from "../../view/dates.ts";

export const MEASURES = { volume_sov: t`Share of videos`, reach_sov: t`Share of views` } as const;
export type Measure = keyof typeof MEASURES;
export type Month = Voice["series"][number];

/** Maximum number of series: one per colour. */
const MAX_SERIES = 6;

/**
 * Splits the brands into those with a series of their own and those that share one. The account's brands come first,
 * then rivals by volume.
 */
export function splitForChart(voices: Voice[]): { alone: Voice[]; together: Voice[] } {
  const byOwn = [...voices].sort((a, b) => Number(b.isOwn) - Number(a.isOwn));
  const heard = byOwn.filter(({ totals }) => totals.unique_videos > 0);
  const alone = heard.slice(0, heard.length > MAX_SERIES ? MAX_SERIES - 1 : MAX_SERIES);
  return { alone, together: heard.slice(alone.length) };
}

export const monthsOf = (voices: Voice[]): string[] => voices[0]?.series.map(({ month }) => month) ?? [];

/** Minimum number of videos in a month, over all brands, for a column in the chart. */
export const MIN_VIDEOS = 5;
export const hasEnoughVideos = (voices: Voice[], at: number): boolean =>
  voices.reduce((sum, { series }) => sum + series[at]!.unique_videos, 0) >= MIN_VIDEOS;

/** Returns the series of a share, with the number of videos behind each value. */
export function shareSeries(voices: Voice[], measure: Measure, name: (voice: Voice) => string): Series[] {
  const { alone, together } = splitForChart(voices);
  const others = together.length;
  const rest: Series[] =
    others === 0
      ? []
      : [
          {
            name: t`${others} others`,
            colour: "tone-neutral",
            values: monthsOf(voices).map((_, at) =>
              !hasEnoughVideos(voices, at)
                ? null
                : Number(together.reduce((sum, { series }) => sum + series[at]![measure], 0).toFixed(2)),
            ),
            n: monthsOf(voices).map((_, at) =>
              together.reduce((sum, { series }) => sum + series[at]!.unique_videos, 0),
            ),
          },
        ];
  return [
    ...alone.map(
      (voice): Series => ({
        name: name(voice),
        values: voice.series.map((month, at) => (hasEnoughVideos(voices, at) ? month[measure] : null)),
        n: voice.series.map(({ unique_videos }) => unique_videos),
      }),
    ),
    ...rest,
  ];
}

/**
 * Returns the days of a month inside the period. `isWhole` is true if the month is over and the period and the dataset
 * cover all of it.
 */
export function daysOfMonth(
  month: string,
  { from, to }: { from: string; to: string },
  dataset: Dataset | undefined,
): { from: string; to: string; isWhole: boolean } {
  const [first, next] = [`${month}-01`, addMonths(`${month}-01`, 1)];
  const last = addDays(next, -1);
  return {
    from: from > first ? from : first,
    to: to < last ? to : last,
    isWhole:
      from <= first &&
      to >= last &&
      last < today() &&
      !(dataset?.last_date && dataset.last_date < last) &&
      !(dataset?.first_date && dataset.first_date > first),
  };
}

/** Returns the five most frequent topics, summed over the top topics of each month. */
export function topicsOf({ series }: Pick<Voice, "series">): { topic: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { top_topics } of series)
    for (const { topic, count } of top_topics) counts.set(topic, (counts.get(topic) ?? 0) + count);
  return [...counts]
    .map(([topic, count]) => ({ topic, count }))
    .sort((a, b) => b.count - a.count || (a.topic < b.topic ? -1 : 1))
    .slice(0, 5);
}
