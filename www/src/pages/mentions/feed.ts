// Paginated list of any length: only pages near the visible rows stay cached. For other pages only the cursors and the
// rows of their mentions are stored.
import { useQueries } from "@tanstack/react-query";
import type { List, Mention } from "overheard";
import { useEffect, useMemo, useState } from "react";
import { apiQueries } from "../../data/client.ts";
import { type FeedItem, type FeedRows, itemsOf, NO_ROWS, withPage } from "./feed-rows.ts";

const PAGE = 100;
/** Time that a page stays cached after it scrolls out of view. */
const PAGE_GC_MS = 3_000;
/** Number of empty items for the next page. Scrolling reaches them and loads it. */
const PLACEHOLDERS = 8;

type Question = NonNullable<Parameters<typeof apiQueries.mentions>[0]>;

export interface Feed {
  /** Number of items known so far, and placeholders for the next page. */
  length: number;
  isWhole: boolean;
  isStarting: boolean;
  error: unknown;
  retry: () => void;
  /** Returns an item, or undefined for a placeholder. */
  at: (index: number) => FeedItem | undefined;
  /** Returns the mention of an item, or undefined while its page loads. */
  mentionAt: (index: number) => Mention | undefined;
  isExpanded: (row: number) => boolean;
  /** Shows or hides the further mentions of a row. */
  toggle: (row: number) => void;
}

interface FeedState extends FeedRows {
  key: string;
  /** Cursor of each known page. */
  cursors: (string | null)[];
  isWhole: boolean;
  expanded: ReadonlySet<number>;
}

const startOf = (key: string): FeedState => ({
  ...NO_ROWS,
  key,
  cursors: [null],
  isWhole: false,
  expanded: new Set(),
});

/** @param key identifies the request @param first index of the first visible item @param last index of the last one */
export function useFeed(question: Question, key: string, first: number, last: number): Feed {
  const [known, setKnown] = useState(() => startOf(key));
  const state = known.key === key ? known : startOf(key);
  const { cursors, isWhole, expanded, rows } = state;
  const items = useMemo(() => itemsOf(state, expanded), [rows, expanded]);
  const lastPage = cursors.length - 1;
  const pageOf = (position: number) => Math.floor(position / PAGE);
  const isEndVisible = !isWhole && last >= items.length;
  const pageNumbers = [
    ...new Set([
      ...items.slice(Math.max(0, first), last + 1).map(({ position }) => pageOf(position)),
      ...(isEndVisible ? [lastPage] : []),
    ]),
  ];
  const pages = useQueries({
    queries: pageNumbers.map((page) => ({
      ...apiQueries.mentions({ ...question, limit: PAGE, cursor: cursors[page] }),
      gcTime: PAGE_GC_MS,
      staleTime: 60_000,
    })),
  });
  const dataOf = (page: number) => pages[pageNumbers.indexOf(page)]?.data as List<Mention> | undefined;
  const end = isEndVisible ? dataOf(lastPage) : undefined;
  useEffect(() => {
    if (!end) return;
    const hasNext = end.has_more && end.next_cursor !== null;
    setKnown({
      ...state,
      ...withPage(state, end.data, lastPage * PAGE),
      cursors: hasNext ? [...cursors, end.next_cursor] : cursors,
      isWhole: !hasNext,
    });
  }, [end, key]);
  const failed = pages.find(({ isError }) => isError);
  return {
    length: items.length + (isWhole || items.length === 0 ? 0 : PLACEHOLDERS),
    isWhole,
    isStarting: items.length === 0 && !isWhole,
    error: failed?.error,
    retry: () => pages.forEach((page) => page.isError && void page.refetch()),
    at: (index) => items[index],
    mentionAt: (index) => {
      const position = items[index]?.position;
      return position === undefined ? undefined : dataOf(pageOf(position))?.data[position % PAGE];
    },
    isExpanded: (row) => expanded.has(row),
    toggle: (row) => {
      const changed = new Set(expanded);
      if (!changed.delete(row)) changed.add(row);
      setKnown({ ...state, expanded: changed });
    },
  };
}
