// Which mentions are meant, as an address says it: the same names and the same values as those of the Account API.
import type { MentionFilters } from "overheard";

/** Filters of several values, of which a minus before one excludes it. */
export const LISTED = [
  "brand",
  "platform",
  "language",
  "region",
  "sentiment",
  "topic",
  "component",
  "category",
  "channel",
  "influencer",
] as const;
export type Listed = (typeof LISTED)[number];

export type Filters = Partial<Record<Listed, string[]>> & { min_views?: number; q?: string };

export function filtersOf(params: URLSearchParams): Filters {
  const filters: Filters = {};
  for (const name of LISTED) {
    const values = params.getAll(name).filter((value) => value !== "");
    if (values.length > 0) filters[name] = values;
  }
  const views = Number(params.get("min_views"));
  if (Number.isSafeInteger(views) && views > 0) filters.min_views = views;
  const q = params.get("q")?.trim();
  if (q) filters.q = q;
  return filters;
}

/** Takes filters into the parameters of an address; undefined and empty lists take one out of them. */
export function withFilters(params: URLSearchParams, filters: Filters): URLSearchParams {
  const changed = new URLSearchParams(params);
  for (const [name, value] of Object.entries(filters)) {
    changed.delete(name);
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== "") changed.append(name, String(one));
  }
  return changed;
}

/** Takes all filters but the brands out of the parameters of an address. */
export function withoutFilters(params: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams(params);
  for (const name of [...LISTED, "min_views", "q"]) if (name !== "brand") kept.delete(name);
  return kept;
}

/** Whether a value can be asked for: a comma separates values, and a minus before one excludes it. */
export const canBeAsked = (value: string): boolean => !/^-|,/.test(value);

/** Filters as a question takes them. */
export const asked = (filters: Filters) => filters as Omit<MentionFilters, "from" | "to">;
