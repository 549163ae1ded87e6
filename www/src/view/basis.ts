// How many values the numbers of an answer rest on, as its `_meta` says.
import type { ResultMeta } from "overheard";
import * as words from "./words.ts";

export type Known = NonNullable<ResultMeta["known"]>;
export type Standing = NonNullable<ResultMeta["topics"]>[number];

/** What is known of an entry of a list. */
export interface Based {
  known?: Known | undefined;
  standing?: Standing | undefined;
}

interface WithMeta {
  _meta?: ResultMeta;
}

/** The entries of an answer's list, each with what is known of it. */
export const based = <T>(rows: readonly T[], { _meta }: WithMeta): (T & Based)[] =>
  rows.map((row, at) => ({ ...row, known: _meta?.known_by?.[at], standing: _meta?.topics?.[at] }));

/** The number of mentions that an average is of. */
export const scoredOf = ({ known }: Based): number | undefined => known?.scored_mentions;

export type Sum = "views" | "likes" | "comments";

/** True if a sum over videos is not known of any of them. */
export const isUnknown = (known: Known | undefined, of: Sum): boolean => known?.[of] === 0 && (known.videos ?? 0) > 0;

/** A sum over videos, for a tile or a table. */
export const sum = (value: number, known: Known | undefined, of: Sum): string =>
  isUnknown(known, of) ? words.UNKNOWN : words.compact(value);

/** A sum over videos, for a file: null where it is not known. */
export const sumValue = (value: number, known: Known | undefined, of: Sum): number | null =>
  isUnknown(known, of) ? null : value;

/** Says on how many videos a sum is known, where that is not all of them. */
export function knownOn(known: Known | undefined, of: Sum): string | undefined {
  const [some, all] = [known?.[of], known?.videos];
  return some === undefined || all === undefined || some === all || all === 0
    ? undefined
    : `known of ${words.count(some)} of ${words.plural(all, "video")}`;
}
