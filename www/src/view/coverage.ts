// Describes which part of a period the dataset covers.
import type { Dataset } from "../data/session.ts";
import * as words from "./words.ts";

/** Returns the days of a period, and what of it has no data. `last` is the last day with data. */
export function daysWithCoverage(
  { from, to }: { from: string; to: string },
  dataset: Pick<Dataset, "first_date"> | undefined,
  last: string,
): string {
  const first = dataset?.first_date ?? "";
  const days = words.days(from, to);
  if (from > last || to < first) return `${days}, no data`;
  if (to > last) return `${days}, data until ${words.period(last)}`;
  return from < first ? `${days}, data from ${words.day(first)}` : days;
}
