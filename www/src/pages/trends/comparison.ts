// Reads a comparison from the address: brands of the account, or periods of one brand or of all brands.
import { t } from "@lingui/core/macro";
import type { AccountQuestionOf } from "overheard";
import { useSession } from "../../data/session.ts";
import { addDays, daysBetween, isDay } from "../../view/dates.ts";
import { useAddress, useView } from "../../view/view.ts";
import { BASELINES, baselineOf } from "../../view/window.ts";

export type By = "brand" | "period";
type Question = AccountQuestionOf["trend-comparison"];

/** Maximum number of brands in a comparison. */
export const MAX_BRANDS = 5;
/** Maximum number of topics in a comparison. */
export const MAX_TOPICS = 20;
const TOPICS = 10;

/** Periods that the current period can be compared with. */
export const AGAINST = {
  before: BASELINES.previous,
  three: t`Three previous periods`,
  year: BASELINES.year,
  days: t`Custom range`,
} as const;
export type Against = keyof typeof AGAINST;

const rangeText = (days: { from: string; to: string }) => `${days.from}..${days.to}`;

export interface ComparisonSelection {
  by: By;
  brands: string[];
  /** Brand whose periods are compared; undefined for all brands. */
  of: string | undefined;
  against: Against;
  /** Custom days of the other period. */
  days: { from: string; to: string };
  topics: string[];
  /** Undefined if there is nothing to compare. */
  question: Question | undefined;
}

function chosenDays(params: URLSearchParams): { from: string; to: string } | undefined {
  const [from, to] = (params.get("versus") ?? "").split("..");
  return isDay(from) && isDay(to) && from <= to ? { from, to } : undefined;
}

export function useComparison(): ComparisonSelection {
  const { account } = useSession();
  const { params } = useAddress();
  const { filters, window, question } = useView();
  const ids = account.brands.map(({ id }) => id);
  const inView = (filters.brand ?? []).filter((id) => ids.includes(id));
  const idParams = params.getAll("with").filter((id) => ids.includes(id));
  const candidates = idParams.length > 0 ? idParams : inView.length > 1 ? inView : ids;
  const brands = candidates.slice(0, MAX_BRANDS);
  const by: By =
    params.get("by") === "period" || (params.get("by") !== "brand" && brands.length < 2) ? "period" : "brand";
  const namedBrand = params.get("of");
  const of =
    namedBrand && ids.includes(namedBrand)
      ? namedBrand
      : namedBrand === null && inView.length === 1
        ? inView[0]
        : undefined;
  const against = ((name) => (name && name in AGAINST ? (name as Against) : "before"))(params.get("against"));
  const days = chosenDays(params) ?? window.before;
  const topics = params.getAll("compared").slice(0, MAX_TOPICS);
  const { brand: _brand, from, to, ...others } = question;
  const which = topics.length > 0 ? { topics } : { limit: TOPICS };
  const periods = [...windows(against, { from: window.from, to: window.to }, days)]
    .sort((a, b) => (a.from < b.from ? -1 : 1))
    .map(rangeText);
  const complete: Question | undefined =
    by === "period"
      ? { ...others, by, period: [...new Set(periods)], ...which, ...(of !== undefined && { brand: of }) }
      : brands.length < 2
        ? undefined
        : { ...others, from, to, by, brand: brands, ...which };
  return { by, brands, of, against, days, topics, question: complete };
}

/** Returns the current window and the windows to compare it with. */
function windows(
  against: Against,
  window: { from: string; to: string },
  days: { from: string; to: string },
): { from: string; to: string }[] {
  const length = daysBetween(window.from, window.to);
  const back = (times: number) => ({
    from: addDays(window.from, -times * length),
    to: addDays(window.to, -times * length),
  });
  switch (against) {
    case "before":
      return [baselineOf("previous", window.from, window.to), window];
    case "three":
      return [back(3), back(2), back(1), window];
    case "year":
      return [baselineOf("year", window.from, window.to), window];
    case "days":
      return [days, window];
  }
}
