// Paginated list of any length in constant memory: only pages near the visible rows stay cached. For other pages only
// the cursors are stored.
import { useQueries } from "@tanstack/react-query";
import type { List, Mention } from "overheard";
import { useEffect, useState } from "react";
import { apiQueries } from "../../data/client.ts";

export const PAGE = 100;
/** Time that a page stays cached after it scrolls out of view. */
const PAGE_GC_MS = 3_000;

type Question = NonNullable<Parameters<typeof apiQueries.mentions>[0]>;

export interface Feed {
  /** Number of rows known so far. Scrolling loads further rows. */
  length: number;
  isWhole: boolean;
  isStarting: boolean;
  error: unknown;
  retry: () => void;
  /** Returns the mention of a row, or undefined while its page loads. */
  at: (row: number) => Mention | undefined;
}

/** @param key identifies the request @param first index of the first visible row @param last index of the last one */
export function useFeed(question: Question, key: string, first: number, last: number): Feed {
  const [known, setKnown] = useState<{ key: string; cursors: (string | null)[]; end: number | undefined }>({
    key,
    cursors: [null],
    end: undefined,
  });
  const state = known.key === key ? known : { key, cursors: [null], end: undefined };
  const from = Math.max(0, Math.floor(first / PAGE));
  const to = Math.min(state.cursors.length - 1, Math.max(from, Math.floor(last / PAGE)));
  const pageNumbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
  const pages = useQueries({
    queries: pageNumbers.map((page) => ({
      ...apiQueries.mentions({ ...question, limit: PAGE, cursor: state.cursors[page] }),
      gcTime: PAGE_GC_MS,
      staleTime: 60_000,
    })),
  });
  const lastPage = state.cursors.length - 1;
  const end = pages[pageNumbers.indexOf(lastPage)]?.data as List<Mention> | undefined;
  useEffect(() => {
    if (!end || state.end !== undefined) return;
    if (end.has_more && end.next_cursor)
      setKnown({ key, cursors: [...state.cursors, end.next_cursor], end: undefined });
    else setKnown({ key, cursors: state.cursors, end: lastPage * PAGE + end.data.length });
  }, [end, key, lastPage, state]);
  const failed = pages.find(({ isError }) => isError);
  return {
    // Adds a few empty rows for the next page, so that scrolling reaches and loads it.
    length: state.end ?? (lastPage === 0 && !end ? 0 : lastPage * PAGE + 8),
    isWhole: state.end !== undefined,
    isStarting: lastPage === 0 && !end,
    error: failed?.error,
    retry: () => pages.forEach((page) => page.isError && void page.refetch()),
    at: (row) =>
      (pages[pageNumbers.indexOf(Math.floor(row / PAGE))]?.data as List<Mention> | undefined)?.data[row % PAGE],
  };
}
