// Describes which part of a period the dataset covers.
import { t } from "@lingui/core/macro";
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
  if (from > last || to < first) return t`${days}, no data`;
  if (to > last) {
    const day = words.period(last);
    return t`${days}, data until ${day}`;
  }
  if (from >= first) return days;
  const day = words.day(first);
  return t`${days}, data from ${day}`;
}
