// Mention filters in the address, with the names and values of the Account API.
import type { MentionFilters } from "overheard";

/** Filters with several values. A leading minus excludes a value. */
export const LIST_FILTERS = [
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
export type ListFilter = (typeof LIST_FILTERS)[number];

export type Filters = Partial<Record<ListFilter, string[]>> & { min_views?: number; q?: string };

export function filtersOf(params: URLSearchParams): Filters {
  const filters: Filters = {};
  for (const name of LIST_FILTERS) {
    const values = params.getAll(name).filter((value) => value !== "");
    if (values.length > 0) filters[name] = values;
  }
  const views = Number(params.get("min_views"));
  if (Number.isSafeInteger(views) && views > 0) filters.min_views = views;
  const q = params.get("q")?.trim();
  if (q) filters.q = q;
  return filters;
}

/** Sets filters in address parameters. Undefined and empty lists remove a filter. */
export function withFilters(params: URLSearchParams, filters: Filters): URLSearchParams {
  const changed = new URLSearchParams(params);
  for (const [name, value] of Object.entries(filters)) {
    changed.delete(name);
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== "") changed.append(name, String(one));
  }
  return changed;
}

/** Removes all filters except the brands from address parameters. */
export function withoutFilters(params: URLSearchParams): URLSearchParams {
  const nextParams = new URLSearchParams(params);
  for (const name of [...LIST_FILTERS, "min_views", "q"]) if (name !== "brand") nextParams.delete(name);
  return nextParams;
}

/** Returns true if a filter can express the value: a leading minus excludes. */
export const isFilterable = (value: string): boolean => !value.startsWith("-");

/** Converts filters to request parameters. */
export const toQuestion = (filters: Filters) => filters as Omit<MentionFilters, "from" | "to">;
