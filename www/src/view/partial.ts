// Marks partial periods: those with missing days.
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

const kindOf = (period: string): string => (period.includes("W") ? "week" : period.length === 7 ? "month" : "day");

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
  const named =
    cut.length > 2 ? `${words.period(cut[0]!)} and ${cut.length - 1} others` : cut.map(words.period).join(" and ");
  const kind = kindOf(cut[0]!);
  const reason = kind === "day" ? "" : ", with days outside this period or the data";
  return { marks, note: `* Partial ${kind}${cut.length > 1 ? "s" : ""}: ${named}${reason}` };
}
