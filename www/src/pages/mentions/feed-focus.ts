// Moves the focus through the feed, also to mentions whose rows are not in the DOM yet.
import type { Virtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, type RefObject, useEffect, useRef, useState } from "react";

interface FeedFocus {
  /** Index of the item that had the focus last. */
  current: RefObject<number | undefined>;
  /** Moves the focus by a number of items, or to the first visible item if none had it. */
  move: (by: number) => void;
  onFocus: (event: FocusEvent) => void;
}

/** @param key identifies the request @param isKnown returns true for the index of a loaded item */
export function useFeedFocus(
  list: RefObject<HTMLElement | null>,
  rows: Virtualizer<Window, Element>,
  key: string,
  isKnown: (index: number) => boolean,
): FeedFocus {
  const current = useRef<number>(undefined);
  const [wanted, setWanted] = useState<number>();
  useEffect(() => {
    current.current = undefined;
  }, [key]);
  // Runs after every render, because the row may be rendered later than it is wanted.
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>(`[aria-posinset="${(wanted ?? -1) + 1}"] .mention-link`);
    if (!link) return;
    link.focus({ preventScroll: true });
    setWanted(undefined);
  });
  return {
    current,
    move: (by) => {
      const next = current.current === undefined ? (rows.range?.startIndex ?? 0) : current.current + by;
      if (!isKnown(next)) return;
      current.current = next;
      rows.scrollToIndex(next);
      setWanted(next);
    },
    onFocus: ({ target }) => {
      const place = target.closest("[aria-posinset]")?.getAttribute("aria-posinset");
      if (place) current.current = Number(place) - 1;
    },
  };
}
