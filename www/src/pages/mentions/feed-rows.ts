// Rows of the feed. Mentions of one video share a row, at the place of the first of them.
import type { Mention } from "overheard";

export interface FeedRows {
  /** For each row, the positions of its mentions in the list. */
  rows: readonly (readonly number[])[];
  /** Index of the row of each video. */
  rowOfVideo: ReadonlyMap<string, number>;
}

export const NO_ROWS: FeedRows = { rows: [], rowOfVideo: new Map() };

/**
 * Adds a page whose first mention has the position `start`. Rows never move: further mentions of a known video join its
 * row.
 */
export function withPage(
  known: FeedRows,
  page: readonly Pick<Mention, "platform" | "video">[],
  start: number,
): FeedRows {
  const rows = [...known.rows];
  const rowOfVideo = new Map(known.rowOfVideo);
  for (const [at, { platform, video }] of page.entries()) {
    const key = `${platform} ${video.id}`;
    const row = rowOfVideo.get(key) ?? rows.length;
    rowOfVideo.set(key, row);
    rows[row] = [...(rows[row] ?? []), start + at];
  }
  return { rows, rowOfVideo };
}

export interface FeedItem {
  /** Position of the mention in the list. */
  position: number;
  row: number;
  /** Number of mentions in the row. */
  count: number;
  /** False for the further mentions of an expanded row. */
  isFirst: boolean;
}

/** Returns the items to show: the first mention of each row, and all mentions of the expanded rows. */
export const itemsOf = ({ rows }: FeedRows, expanded: ReadonlySet<number>): FeedItem[] =>
  rows.flatMap((positions, row) =>
    (expanded.has(row) ? positions : positions.slice(0, 1)).map((position, at) => ({
      position,
      row,
      count: positions.length,
      isFirst: at === 0,
    })),
  );
