// Virtualised list of mentions: only visible rows are in the DOM.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Button } from "../../parts/Button.tsx";
import { Failed, NoMentions, Skeleton } from "../../parts/States.tsx";
import { useShortcuts } from "../../parts/shortcuts.ts";
import { addressOf, useAddress } from "../../view/view.ts";
import { useFeed } from "./feed.ts";
import { useFeedFocus } from "./feed-focus.ts";
import { videoAddress } from "./links.ts";
import { MentionRow } from "./MentionRow.tsx";

const WIDE = matchMedia("(min-width: 640px)");
/**
 * Returns the height of an item in pixels. All items have the same height, so nothing is measured and nothing shifts.
 * The heights keep long lists within the maximum page height of browsers.
 */
const heightOf = () => (WIDE.matches ? 84 : 116);
/** Space for the bar at the top, which covers the page. */
const SCROLL_PADDING = 100;

export function FeedList({ question }: { question: Parameters<typeof useFeed>[0] }) {
  const { params, path } = useAddress();
  const list = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(heightOf);
  const [margin, setMargin] = useState(0);
  const [range, setRange] = useState({ first: 0, last: 20 });
  const key = JSON.stringify(question);
  const feed = useFeed(question, key, range.first, range.last);
  const rows = useWindowVirtualizer({
    count: feed.length,
    estimateSize: () => height,
    overscan: 8,
    scrollMargin: margin,
    scrollPaddingStart: SCROLL_PADDING,
  });
  const focus = useFeedFocus(list, rows, key, (index) => feed.at(index) !== undefined);
  const openVideo = () => {
    const mention = feed.mentionAt(focus.current.current ?? -1);
    const address = mention && videoAddress(mention);
    if (address) window.open(address, "_blank", "noopener,noreferrer");
  };
  useShortcuts({ j: () => focus.move(1), k: () => focus.move(-1), o: openVideo });
  const items = rows.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];

  useEffect(() => setRange({ first, last }), [first, last]);
  useLayoutEffect(() => setMargin(list.current?.offsetTop ?? 0), [feed.isStarting]);
  useEffect(() => {
    const change = () => setHeight(heightOf());
    WIDE.addEventListener("change", change);
    return () => WIDE.removeEventListener("change", change);
  }, []);
  useEffect(() => rows.measure(), [height, rows]);
  // Scrolls to the top when the request changes.
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current && list.current && scrollY > list.current.offsetTop) scrollTo({ top: 0 });
    isFirst.current = false;
  }, [key]);

  if (feed.isStarting)
    return feed.error ? (
      <Failed error={feed.error} retry={feed.retry} />
    ) : (
      <div aria-busy="true" className="feed-start">
        {Array.from({ length: 8 }, (_, at) => (
          <Skeleton key={at} height={height - 12} />
        ))}
      </div>
    );
  if (feed.length === 0) return <NoMentions />;
  const open = params.get("mention");
  const addressFor = (id: string) => {
    const changed = new URLSearchParams(params);
    changed.set("mention", id);
    return addressOf(path, changed);
  };
  const group = (index: number) => {
    const item = feed.at(index);
    if (!item?.isFirst || item.count === 1) return undefined;
    const { row, count } = item;
    return { count, isExpanded: feed.isExpanded(row), onToggle: () => feed.toggle(row) };
  };
  return (
    <>
      <div
        ref={list}
        className="feed"
        role="feed"
        aria-busy={!feed.isWhole}
        aria-label={t`Mentions`}
        onFocus={focus.onFocus}
        style={{ height: rows.getTotalSize() }}
      >
        {items.map(({ index, start }) => {
          const mention = feed.mentionAt(index);
          return (
            <div key={index} className="feed-row" style={{ height, transform: `translateY(${start - margin}px)` }}>
              {mention ? (
                <MentionRow
                  mention={mention}
                  to={addressFor(mention.id)}
                  isOpen={mention.id === open}
                  isPart={feed.at(index)?.isFirst === false}
                  group={group(index)}
                  place={{ "aria-posinset": index + 1, "aria-setsize": feed.isWhole ? feed.length : -1 }}
                />
              ) : (
                <Skeleton height={height - 20} />
              )}
            </div>
          );
        })}
      </div>
      {feed.error ? (
        <Failed error={feed.error} retry={feed.retry} compact />
      ) : (
        feed.isWhole && (
          <p className="soft small feed-end">
            <Trans>
              End of list.{" "}
              <Button variant="plain" onPress={() => scrollTo({ top: 0 })}>
                Back to top
              </Button>
            </Trans>
          </p>
        )
      )}
    </>
  );
}
