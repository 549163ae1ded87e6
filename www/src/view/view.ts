// What is looked at, as the address of the page says it: period, brands and filters. Whatever a page shows follows from
// its address, so that every view can be shared, kept and gone back to.
import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { useDataset } from "../data/session.ts";
import { today } from "./dates.ts";
import { asked, type Filters, filtersOf, withFilters, withoutFilters } from "./filters.ts";
import { type Preset, type Window, windowOf } from "./window.ts";

/** What goes with whoever changes from page to page. */
const CARRIED = ["window", "from", "to", "brand", "rival"];

/** What an address says, and how to change it. The last one of `push` and the like is the next step back. */
export function useAddress() {
  const search = useSearch();
  const [path, go] = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  /** Changes parameters in place; undefined takes one out. */
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

/** The last day that can be looked at: that of the dataset, or today. */
export function useLastDay(): string {
  const last = useDataset()?.last_date;
  const now = today();
  return last && last < now ? last : now;
}

export interface View {
  window: Window;
  filters: Filters;
  /** Period and filters, as the questions of the Account API take them. */
  question: ReturnType<typeof asked> & { from: string; to: string };
  /** The same question of the window before. */
  questionBefore: ReturnType<typeof asked> & { from: string; to: string };
  setFilters: (filters: Filters) => void;
  /** Takes the filters out, those of the page itself with them, and leaves what else is chosen. */
  clearFilters: (ofPage?: readonly string[]) => void;
  /** Takes out everything but the period and the brands. */
  clearAll: () => void;
  setWindow: (choice: { preset: Preset } | { from: string; to: string }) => void;
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
      question: { ...asked(filters), from: window.from, to: window.to },
      questionBefore: { ...asked(filters), ...window.before },
      setFilters: (changes) => go(addressOf(path, withFilters(new URLSearchParams(location.search), changes))),
      clearFilters: (ofPage = []) => {
        const kept = withoutFilters(new URLSearchParams(location.search));
        for (const name of ofPage) kept.delete(name);
        go(addressOf(path, kept));
      },
      clearAll: () => go(addressOf(path, carried(new URLSearchParams(location.search)))),
      setWindow: (choice) =>
        set(
          "preset" in choice
            ? { window: choice.preset, from: undefined, to: undefined }
            : { window: undefined, ...choice },
        ),
    };
    // The functions depend on the address alone.
  }, [params, last, path]);
}

/** Of the parameters of an address those that go with whoever changes the page. */
export function carried(params: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams();
  for (const name of CARRIED) for (const value of params.getAll(name)) kept.append(name, value);
  return kept;
}

/** The address of a page with the same period and brands. */
export function usePageAddress(path: string): string {
  const search = useSearch();
  return addressOf(path, carried(new URLSearchParams(search)));
}

/** Makes addresses of the mentions behind a number: those of this view, narrowed. Every number leads there. */
export function useMentionsAddress(): (narrower?: Filters & { from?: string; to?: string }) => string {
  const search = useSearch();
  const { filters } = useView();
  return ({ from, to, ...narrower } = {}) => {
    const params = withFilters(carried(new URLSearchParams(search)), { ...filters, ...narrower });
    if (from && to) {
      params.delete("window");
      params.set("from", from);
      params.set("to", to);
    }
    return addressOf("/mentions", params);
  };
}
