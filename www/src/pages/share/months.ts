// Shares by month as series: as many brands as can be told apart, the others together.
import type { Series } from "../../charts/picture.ts";
import type { Dataset } from "../../data/session.ts";
import type { Voice } from "./brands.ts";
import { addDays, addMonths, today } from "../../view/dates.ts";

export const MEASURES = { volume_sov: "Share of videos", reach_sov: "Share of views" } as const;
export type Measure = keyof typeof MEASURES;
export type Month = Voice["series"][number];

/** As many as there are colours. */
const TOLD_APART = 6;

/** Brands that have a series of their own: the own ones and then the loudest; and those that share one. */
export function toldApart(voices: Voice[]): { alone: Voice[]; together: Voice[] } {
  const byOwn = [...voices].sort((a, b) => Number(b.isOwn) - Number(a.isOwn));
  const heard = byOwn.filter(({ totals }) => totals.unique_videos > 0);
  const alone = heard.slice(0, heard.length > TOLD_APART ? TOLD_APART - 1 : TOLD_APART);
  return { alone, together: heard.slice(alone.length) };
}

export const monthsOf = (voices: Voice[]): string[] => voices[0]?.series.map(({ month }) => month) ?? [];

/** Months with fewer videos of all brands together are no columns. */
export const LEAST_VIDEOS = 5;
export const isSpokenOf = (voices: Voice[], at: number): boolean =>
  voices.reduce((sum, { series }) => sum + series[at]!.unique_videos, 0) >= LEAST_VIDEOS;

/** Each series of a share, and the videos behind it. */
export function shareSeries(voices: Voice[], measure: Measure, name: (voice: Voice) => string): Series[] {
  const { alone, together } = toldApart(voices);
  const rest: Series[] =
    together.length === 0
      ? []
      : [
          {
            name: `${together.length} others`,
            colour: "tone-neutral",
            values: monthsOf(voices).map((_, at) =>
              !isSpokenOf(voices, at)
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
        values: voice.series.map((month, at) => (isSpokenOf(voices, at) ? month[measure] : null)),
        n: voice.series.map(({ unique_videos }) => unique_videos),
      }),
    ),
    ...rest,
  ];
}

/** The days of a month that the period has, and whether these are all of its days, all over and all in the data. */
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

/** Topics of all months together, from the most frequent ones of each. */
export function topicsOf({ series }: Pick<Voice, "series">): { topic: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { top_topics } of series)
    for (const { topic, count } of top_topics) counts.set(topic, (counts.get(topic) ?? 0) + count);
  return [...counts]
    .map(([topic, count]) => ({ topic, count }))
    .sort((a, b) => b.count - a.count || (a.topic < b.topic ? -1 : 1))
    .slice(0, 5);
}
