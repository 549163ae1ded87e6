// The decoded answers. New members may be added.
import type { DataAnswerOf } from "../generated/answers.js";
import type { DocumentOf } from "../generated/documents.js";
import type { Index, MetricField, MetricType } from "./catalog.js";
import type { Operation } from "./requests.js";
import type { Schema } from "./schema.js";

export type { CoMention, SectorMonth } from "../generated/answers.js";
export type { DocumentOf } from "../generated/documents.js";

/** Metadata added to the answer by `Prefer: meta`. */
export interface ResultMeta {
  request_id: string;
  /** The dataset version. The same version, request and access level give the same answer. */
  dataset_version: string;
  cost: number;
  size_applied: number | null;
  cache: "hit" | "miss";
  rows_read: number;
  took_ms: number;
  /** The labels of a sector answer, ordered by videos, then views, then name. */
  ranking?: string[];
  /** Hints for a better request. */
  hints: string[];
  /** Warnings about deviations from what one might expect of the answer. */
  warnings: string[];
  /** The number of values behind the numbers of the whole answer. */
  known?: KnownCounts;
  /**
   * The same for each entry of the answer's list, in its order: platforms, periods, parts, creators, topics, columns
   * or brands.
   */
  known_by?: KnownCounts[];
  /** The scored mentions of each topic of a comparison, column by column. */
  scored_by_topic?: number[][];
  /** All mentions of the earlier windows of trends, oldest first. */
  baseline_mentions?: number[];
  /** The standing of each topic of a list of trends, in the order of the list. */
  topics?: TopicStanding[];
}

/** The numbers of values behind averages and sums. */
export interface KnownCounts {
  /** The mentions with a score, which the average includes. */
  scored_mentions: number;
  /** The mentions with a score and known views, which the reach-weighted average includes. */
  weighted_mentions?: number;
  /** The scored mentions of a sector's brand, by month. */
  scored_by_month?: number[];
  /** The distinct videos, and the number with known views, likes and comments. */
  videos?: number;
  views?: number;
  likes?: number;
  comments?: number;
}

/** A topic compared with all mentions and with the published minima of emerging topics. */
export interface TopicStanding {
  /** Growth of the topic's share of all mentions against the window before, in per cent. */
  share_growth_pct: number | null;
  /** True if the topic has enough mentions, videos and channels for a trend. */
  supported: boolean;
  /** True if the topic meets all published minima. */
  emerging: boolean;
}

interface WithMeta {
  _meta?: ResultMeta;
}

interface CreatorCount {
  /** The number of creators; a record of this index is a snapshot of one. */
  creators: number;
}
interface MatchedCreators {
  matched_creators: number;
}
type OnCreators<I extends Index, T> = I extends "siv_content_creator" ? T : unknown;

interface Counted {
  key: string;
  /** The number of records. */
  count: number;
}
interface Measured<I extends Index, M extends MetricType> {
  /** Null if no record of the group has the field. */
  metric: number | null;
  metric_type: `${M}:${MetricField<I>}`;
}

/** A group. */
export type Bucket<I extends Index = Index, M extends MetricType = MetricType> = Counted &
  OnCreators<I, CreatorCount> &
  (M extends "count" ? { metric?: undefined; metric_type?: undefined } : Measured<I, M>);

/** Groups of an index. */
export type AggregateResult<I extends Index = Index, M extends MetricType = MetricType> = {
  /** The number of records that pass the filters, with or without a group. */
  matched_documents: number;
  buckets: Bucket<I, M>[];
} & OnCreators<I, MatchedCreators> &
  WithMeta;

/** A mention of a brand in a video. */
export type MentionDocument = DocumentOf["siv_business_ideas"];
/** A creator at one date. Distributions are shares of 1. */
export type CreatorDocument = DocumentOf["siv_content_creator"];
/** A video. */
export type VideoDocument = DocumentOf["siv_info"];

/** Example records. */
export type SearchResult<I extends Index = Index> = I extends Index
  ? { index: I; matched_documents: number; results: DocumentOf[I][] } & OnCreators<I, MatchedCreators> & WithMeta
  : never;

/** Ranked creators. */
export interface CreatorsResult extends WithMeta, MatchedCreators {
  /** The number of snapshots. */
  matched_documents: number;
  results: CreatorDocument[];
}

/** The records that mention all values together; possibly none. */
export type CoMentionsResult = DataAnswerOf["co-mentions"] & WithMeta;
/**
 * Share of voice, in per cent of the requested brands. A brand whose `coverage` is `low` has fewer than 20 videos:
 * check before quoting.
 */
export type SectorResult = DataAnswerOf["sector"] & WithMeta;
/** A brand over the whole window, with one entry of `series` for every month touched. */
export type SectorBrandResult = SectorResult["brands"][number];

/** The answer of an operation; `I` is the index of the request, `M` the metric type. */
export type ResultOf<
  O extends Operation | "schema",
  I extends Index = Index,
  M extends MetricType = MetricType,
> = O extends "aggregate"
  ? AggregateResult<I, M>
  : O extends "search"
    ? SearchResult<I>
    : O extends "creators"
      ? CreatorsResult
      : O extends "co-mentions"
        ? CoMentionsResult
        : O extends "sector"
          ? SectorResult
          : Schema;

/** A page of a list. */
export interface List<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  /** The cursor of the next page; null on the last one. */
  next_cursor: string | null;
  _meta?: ResultMeta;
}

// Makes all other declarations private to this file.
export {};
