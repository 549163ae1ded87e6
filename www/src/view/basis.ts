// Number of values behind the numbers of a response, from its `_meta`.
import { plural } from "@lingui/core/macro";
import type { ResultMeta } from "overheard";
import * as words from "./words.ts";

export type KnownCounts = NonNullable<ResultMeta["known"]>;
export type TopicStanding = NonNullable<ResultMeta["topics"]>[number];

/** Basis of a list entry: the number of known values, and the standing of a topic. */
export interface WithBasis {
  known?: KnownCounts | undefined;
  standing?: TopicStanding | undefined;
}

interface WithMeta {
  _meta?: ResultMeta;
}

/** Adds to each entry of a list its basis from `_meta`. */
export const withBasis = <T>(rows: readonly T[], { _meta }: WithMeta): (T & WithBasis)[] =>
  rows.map((row, at) => ({ ...row, known: _meta?.known_by?.[at], standing: _meta?.topics?.[at] }));

/** Returns the number of mentions behind an average. */
export const scoredOf = ({ known }: WithBasis): number | undefined => known?.scored_mentions;

export type Sum = "views" | "likes" | "comments";

/** Returns true if the value is known for none of the videos. */
export const isUnknown = (known: KnownCounts | undefined, of: Sum): boolean =>
  known?.[of] === 0 && (known.videos ?? 0) > 0;

/** Formats a sum over videos. */
export const sum = (value: number, known: KnownCounts | undefined, of: Sum): string =>
  isUnknown(known, of) ? words.UNKNOWN : words.compact(value);

/** Returns a sum over videos for export, or null if it is not known. */
export const sumValue = (value: number, known: KnownCounts | undefined, of: Sum): number | null =>
  isUnknown(known, of) ? null : value;

/** Describes for how many videos a sum is known, unless that is all of them. */
export function knownNote(known: KnownCounts | undefined, of: Sum): string | undefined {
  const [some, all] = [known?.[of], known?.videos];
  if (some === undefined || all === undefined || some === all || all === 0) return undefined;
  const number = words.count(some);
  return plural(all, { one: `known for ${number} of # video`, other: `known for ${number} of # videos` });
}
