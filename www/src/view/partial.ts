// Periods of which some days are missing: they are marked wherever they are shown.
import type { Dataset } from "../data/session.ts";
import * as words from "./words.ts";

/** A period with its days inside the window. */
export interface Period {
  period: string;
  start: string;
  end: string;
  partial: boolean;
}

export interface Partial {
  /** True for each period that is partial. */
  marks: boolean[];
  /** Explains the mark; undefined where no period has it. */
  note: string | undefined;
}

const kindOf = (period: string): string => (period.includes("W") ? "week" : period.length === 7 ? "month" : "day");

/** Marks periods that the window or today cuts, or that reach beyond the days of the dataset. */
export const partialOf = (periods: Period[], dataset: Dataset | undefined): Partial =>
  markedBy(
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

/** Marks some of these periods, named as the interfaces do. */
export function markedBy(periods: string[], isPartial: (period: string, at: number) => boolean): Partial {
  const marks = periods.map(isPartial);
  const cut = periods.filter((_, at) => marks[at]);
  if (cut.length === 0) return { marks, note: undefined };
  const named =
    cut.length > 2 ? `${words.period(cut[0]!)} and ${cut.length - 1} others` : cut.map(words.period).join(" and ");
  return {
    marks,
    note: `* Partial ${kindOf(cut[0]!)}${cut.length > 1 ? "s" : ""}: ${named}, of which not all days are in this period or in the data`,
  };
}
