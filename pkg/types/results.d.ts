// The answers, as they are decoded. Members that are not known yet may be there as well.
import type { DocumentOf } from "../generated/documents.js";
import type { DateString, Index, MetricField, MetricType, MonthString } from "./catalog.js";
import type { Operation } from "./requests.js";
import type { Schema } from "./schema.js";

export type { DocumentOf } from "../generated/documents.js";

/** What a request with `Prefer: meta` gets besides. */
export interface ResultMeta {
  request_id: string;
  /** The same version, question and access level give the same answer. */
  dataset_version: string;
  cost: number;
  size_applied: number | null;
  cache: "hit" | "miss";
  rows_read: number;
  took_ms: number;
  /** Labels of a sector answer, by videos, then views, then name. */
  ranking?: string[];
  /** What may help to ask better. */
  hints: string[];
  /** Where the answer deviates from what one might expect. */
  warnings: string[];
}

interface WithMeta {
  _meta?: ResultMeta;
}

interface CreatorCount {
  /** Creators; a document of this index is a snapshot of one. */
  creators: number;
}
interface MatchedCreators {
  matched_creators: number;
}
type OnCreators<I extends Index, T> = I extends "siv_content_creator" ? T : unknown;

interface Counted {
  key: string;
  /** Documents. */
  count: number;
}
interface Measured<I extends Index, M extends MetricType> {
  /** Null when no document of the group has the field. */
  metric: number | null;
  metric_type: `${M}:${MetricField<I>}`;
}

/** A group. */
export type Bucket<I extends Index = Index, M extends MetricType = MetricType> =
  & Counted
  & OnCreators<I, CreatorCount>
  & (M extends "count" ? { metric?: undefined; metric_type?: undefined } : Measured<I, M>);

/** Groups of an index. */
export type AggregateResult<I extends Index = Index, M extends MetricType = MetricType> =
  & {
    /** Everything that passes the filters, with or without a group. */
    matched_documents: number;
    buckets: Bucket<I, M>[];
  }
  & OnCreators<I, MatchedCreators>
  & WithMeta;

/** A mention of a brand in a video. */
export type MentionDocument = DocumentOf["siv_business_ideas"];
/** A creator at one date. Distributions are shares of 1. */
export type CreatorDocument = DocumentOf["siv_content_creator"];
/** A video. */
export type VideoDocument = DocumentOf["siv_info"];

/** Example documents. */
export type SearchResult<I extends Index = Index> = I extends Index
  ? { index: I; matched_documents: number; results: DocumentOf[I][] } & OnCreators<I, MatchedCreators> & WithMeta
  : never;

/** Ranked creators. */
export interface CreatorsResult extends WithMeta, MatchedCreators {
  /** Snapshots. */
  matched_documents: number;
  results: CreatorDocument[];
}

/** A video or a channel that mentions all values. */
export interface CoMention {
  key: string;
  total_mentions: number;
  matched_values: number;
}

/** What mentions all values together. Nothing is an answer too. */
export interface CoMentionsResult extends WithMeta {
  results: CoMention[];
}

/** A brand in a month. */
export interface SectorMonth {
  month: MonthString;
  unique_videos: number;
  mentions: number;
  views: number;
  /** -1 to 1; null when no mention has a score. */
  sentiment: number | null;
  /** Percent of the videos of the requested brands. */
  volume_sov: number;
  /** Percent of the views of the requested brands. */
  reach_sov: number;
  top_topics: { topic: string; count: number }[];
}

/** A brand over the whole window. */
export interface SectorBrandResult {
  label: string;
  /** `low` below 20 videos: check before quoting. */
  coverage: "ok" | "low";
  low_confidence: boolean;
  totals: { unique_videos: number; views: number };
  /** One entry for every month touched. */
  series: SectorMonth[];
}

/** Share of voice. */
export interface SectorResult extends WithMeta {
  brands: SectorBrandResult[];
  meta: { from: DateString; to: DateString; caps: { max_brands: number; video_cap: number; low_coverage: number } };
}

/** The answer of an operation; `I` is the index that was asked, where there is a choice, `M` the type of the metric. */
export type ResultOf<O extends Operation | "schema", I extends Index = Index, M extends MetricType = MetricType> = O extends "aggregate"
  ? AggregateResult<I, M>
  : O extends "search" ? SearchResult<I>
  : O extends "creators" ? CreatorsResult
  : O extends "co-mentions" ? CoMentionsResult
  : O extends "sector" ? SectorResult
  : Schema;

/** A page of a list. */
export interface List<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  /** Where the next page begins; null after the last one. */
  next_cursor: string | null;
}

// Nothing else is exported.
export {};
