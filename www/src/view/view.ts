// Period, brands and filters of the page, from its address. A page depends only on its address, so every view can be
// shared, saved and revisited.
import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { useDataset } from "../data/session.ts";
import { today } from "./dates.ts";
import { toQuestion, type Filters, filtersOf, withFilters, withoutFilters } from "./filters.ts";
import { type Baseline, type Preset, type Window, windowOf } from "./window.ts";

/** Parameters that navigation to another page keeps. */
const SHARED_PARAMS = ["window", "from", "to", "baseline", "brand", "rival"];

/**
 * Returns the parameters of the address, and functions that change them. Changes add a history entry unless `replace`
 * is set.
 */
export function useAddress() {
  const search = useSearch();
  const [path, go] = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  /** Changes parameters; undefined removes one. */
  const set = (changes: Record<string, string | string[] | undefined>, { replace = false } = {}) => {
    const changed = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changes)) {
      changed.delete(name);
      for (const one of value === undefined ? [] : [value].flat()) changed.append(name, one);
    }
    go(addressOf(path, changed), { replace });
  };
  return { path, params, set, go };
}

export const addressOf = (path: string, params: URLSearchParams): string =>
  params.size > 0 ? `${path}?${params}` : path;

/** Returns the last day with data: the dataset's last day or today, whichever is earlier. */
export function useLastDay(): string {
  const last = useDataset()?.last_date;
  const now = today();
  return last && last < now ? last : now;
}

export interface View {
  window: Window;
  filters: Filters;
  /** Period and filters, as parameters of the Account API. */
  question: ReturnType<typeof toQuestion> & { from: string; to: string };
  /** The same parameters for the baseline. */
  questionBefore: ReturnType<typeof toQuestion> & { from: string; to: string };
  setFilters: (filters: Filters) => void;
  /** Removes all filters, including those in `ofPage`, and keeps the other parameters. */
  clearFilters: (ofPage?: readonly string[]) => void;
  /** Removes everything except the period and the brands. */
  clearAll: () => void;
  setWindow: (choice: { preset: Preset } | { from: string; to: string }) => void;
  setBaseline: (baseline: Baseline) => void;
}

export function useView(): View {
  const { path, params, set, go } = useAddress();
  const last = useLastDay();
  return useMemo(() => {
    const window = windowOf(params, last);
    const filters = filtersOf(params);
    return {
      window,
      filters,
      question: { ...toQuestion(filters), from: window.from, to: window.to },
      questionBefore: { ...toQuestion(filters), ...window.before },
      setFilters: (changes) => go(addressOf(path, withFilters(new URLSearchParams(location.search), changes))),
      clearFilters: (ofPage = []) => {
        const nextParams = withoutFilters(new URLSearchParams(location.search));
        for (const name of ofPage) nextParams.delete(name);
        go(addressOf(path, nextParams));
      },
      clearAll: () => go(addressOf(path, sharedParams(new URLSearchParams(location.search)))),
      setWindow: (choice) =>
        set(
          "preset" in choice
            ? { window: choice.preset, from: undefined, to: undefined }
            : { window: undefined, ...choice },
        ),
      setBaseline: (baseline) => set({ baseline: baseline === "previous" ? undefined : baseline }),
    };
    // The functions depend only on the address.
  }, [params, last, path]);
}

/** Returns the parameters that navigation to another page keeps. */
export function sharedParams(params: URLSearchParams): URLSearchParams {
  const nextParams = new URLSearchParams();
  for (const name of SHARED_PARAMS) for (const value of params.getAll(name)) nextParams.append(name, value);
  return nextParams;
}

/** Returns the address of a page with the current period and brands. */
export function usePageAddress(path: string): string {
  const search = useSearch();
  return addressOf(path, sharedParams(new URLSearchParams(search)));
}

/** Order of the mentions page, as in its address. */
export type MentionOrder = "upload_date" | "indexed_at" | "views" | "sentiment_score.asc" | "sentiment_score";

/**
 * Returns a function that builds addresses of the mentions behind a number: the current view, narrowed by further
 * filters, in an order.
 */
export function useMentionsAddress(): (
  narrower?: Filters & { from?: string; to?: string; sort?: MentionOrder },
) => string {
  const search = useSearch();
  const { filters } = useView();
  return ({ from, to, sort, ...narrower } = {}) => {
    const params = withFilters(sharedParams(new URLSearchParams(search)), { ...filters, ...narrower });
    if (sort) params.set("sort", sort);
    if (from && to) {
      params.delete("window");
      params.set("from", from);
      params.set("to", to);
    }
    return addressOf("/mentions", params);
  };
}
