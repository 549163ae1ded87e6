// The request bodies of the five Data API operations.
import type {
  CoMentionIndex,
  DateString,
  Filters,
  GroupBy,
  Index,
  Indices,
  MetricField,
  MetricType,
  Optional,
  Order,
  SortField,
} from "./catalog.js";

/** A number to rank groups by. Every type but `count` needs a field. */
export type Metric<I extends Index = Index, M extends MetricType = MetricType> = M extends "count"
  ? { type: M; field?: Optional<MetricField<I>> }
  : { type: M; field: MetricField<I> };

interface Aggregate<I extends Index, M extends MetricType> {
  index: I;
  group_by: GroupBy<I>;
  /** Default: `{ type: "count" }`. */
  metric?: Optional<Metric<I, M>>;
  filters?: Optional<Filters<I>>;
  /** 1 to 50 buckets; default 10. */
  size?: Optional<number>;
  /** The order by the metric; default `desc`. */
  order?: Optional<Order>;
}

/** Groups of an index, ranked by count or by a metric. */
export type AggregateRequest<I extends Index = Index, M extends MetricType = MetricType> = I extends Index
  ? Aggregate<I, M>
  : never;

interface Search<I extends Index> {
  index: I;
  filters?: Optional<Filters<I>>;
  /**
   * 1 to 1,000 characters of free text. All words must occur; `"…"` is a phrase, `seru*` the beginning of words. `OR`,
   * `NOT` or `-word`, and parentheses combine them: `(serum OR cream) -vegan`.
   */
  q?: Optional<Indices[I]["q"]>;
  /** Default: relevance with `q`, else the date or the number of subscribers. */
  sort_field?: Optional<SortField<I>>;
  /** Default `desc`. */
  sort_order?: Optional<Order>;
  /** 1 to 50 records, limited by the key's access level; default 10. */
  size?: Optional<number>;
}

/** Example records, by filters and free text. */
export type SearchRequest<I extends Index = Index> = I extends Index ? Search<I> : never;

/** Ranked creators with aggregate audience demographics. */
export interface CreatorsRequest {
  filters?: Optional<Filters<"siv_content_creator">>;
  /** Default: `subscriber_count`. */
  sort_field?: Optional<SortField<"siv_content_creator">>;
  /** Default `desc`. */
  sort_order?: Optional<Order>;
  /** 1 to 50 creators, limited by the key's access level; default 10. */
  size?: Optional<number>;
}

interface CoMentionsOf<I extends CoMentionIndex> {
  /** 2 to 5 different values, compared exactly. */
  values: readonly string[];
  /** Default: `channel_name`. */
  group_by?: Optional<Indices[I]["co_mentions"]["group_by"]>;
  /** 1 to 50; default 10. */
  size?: Optional<number>;
}

/** Videos or channels that mention all of several values. */
export type CoMentionsRequest =
  | (CoMentionsOf<"siv_business_ideas"> & {
      /** Default: `siv_business_ideas`. */
      index?: Optional<"siv_business_ideas">;
      /** Default: `brand_name`. */
      field?: Optional<Indices["siv_business_ideas"]["co_mentions"]["field"]>;
    })
  | (CoMentionsOf<"siv_info"> & { index: "siv_info"; field: Indices["siv_info"]["co_mentions"]["field"] });

/** A brand of a competitive set. */
export interface SectorBrand {
  /** The name in the answer; each label once. */
  label: string;
  /** 1 to 20 phrases that count as a mention of the brand. */
  terms: readonly string[];
  /** Up to 20 phrases, at least one of which must be near. */
  must_context?: Optional<readonly string[]>;
  /** Up to 20 phrases, none of which may be near. */
  must_not_context?: Optional<readonly string[]>;
  /** True if the words of a term must be adjacent; default false. */
  exact?: Optional<boolean>;
}

/** The share of voice of up to 30 brands, month by month. */
export interface SectorRequest {
  brands: readonly SectorBrand[];
  from_date: DateString;
  /** Inclusive; at most 24 months after `from_date`. */
  to_date: DateString;
}

/** The request of each operation. */
export interface RequestOf {
  aggregate: AggregateRequest;
  search: SearchRequest;
  creators: CreatorsRequest;
  "co-mentions": CoMentionsRequest;
  sector: SectorRequest;
}

/** An operation with a request body. */
export type Operation = keyof RequestOf;
/** A request of an operation: an object, JSON text, or that text in UTF-8. */
export type RequestInput<O extends Operation = Operation> = RequestOf[O] | string | Uint8Array;

// Makes all other declarations private to this file.
export {};
