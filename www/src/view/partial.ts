// Marks partial periods: those with missing days.
import { plural, t } from "@lingui/core/macro";
import type { Dataset } from "../data/session.ts";
import * as words from "./words.ts";

/** Period with its first and last day inside the window. */
export interface Period {
  period: string;
  start: string;
  end: string;
  partial: boolean;
}

export interface Partial {
  /** True for each partial period. */
  marks: boolean[];
  /** Explanation of the mark; undefined if no period is partial. */
  note: string | undefined;
}

/** Notes on partial periods, by their number and names. */
const NOTES = {
  day: (number: number, names: string) =>
    plural(number, { one: `* Partial day: ${names}`, other: `* Partial days: ${names}` }),
  week: (number: number, names: string) =>
    plural(number, {
      one: `* Partial week: ${names}, with days outside this period or the data`,
      other: `* Partial weeks: ${names}, with days outside this period or the data`,
    }),
  month: (number: number, names: string) =>
    plural(number, {
      one: `* Partial month: ${names}, with days outside this period or the data`,
      other: `* Partial months: ${names}, with days outside this period or the data`,
    }),
};

/** Names up to two periods, or the first one and the number of the others. */
function namesOf(periods: string[]): string {
  const [first = "", second = ""] = periods.map(words.period);
  const others = periods.length - 1;
  if (others === 0) return first;
  return others === 1 ? t`${first} and ${second}` : t`${first} and ${others} others`;
}

const kindOf = (period: string): keyof typeof NOTES =>
  period.includes("W") ? "week" : period.length === 7 ? "month" : "day";

/** Marks the periods that are cut off by the window, by today, or by the dates of the dataset. */
export const partialOf = (periods: Period[], dataset: Dataset | undefined): Partial =>
  markPeriods(
    periods.map(({ period }) => period),
    (_, at) => {
      const { start, end, partial } = periods[at]!;
      return (
        partial ||
        Boolean(dataset?.last_date && end > dataset.last_date) ||
        Boolean(dataset?.first_date && start < dataset.first_date)
      );
    },
  );

/** Marks the periods for which `isPartial` returns true, and writes the note. */
export function markPeriods(periods: string[], isPartial: (period: string, at: number) => boolean): Partial {
  const marks = periods.map(isPartial);
  const cut = periods.filter((_, at) => marks[at]);
  if (cut.length === 0) return { marks, note: undefined };
  return { marks, note: NOTES[kindOf(cut[0]!)](cut.length, namesOf(cut)) };
}
