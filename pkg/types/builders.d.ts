// Requests built step by step. Every step returns a new builder and leaves the old one unchanged.
import type {
  CoMentionIndex,
  DateString,
  Filters,
  GroupBy,
  Index,
  Indices,
  MetricField,
  MetricType,
  Order,
  Range,
  SortField,
} from "./catalog.js";
import type {
  AggregateRequest,
  CoMentionsRequest,
  CreatorsRequest,
  SearchRequest,
  SectorBrand,
  SectorRequest,
} from "./requests.js";

/** Fields of an index that are filtered by a range. */
export type RangeField<I extends Index> = {
  // biome-ignore lint/suspicious/noExplicitAny: ranges of any values
  [F in keyof Filters<I>]-?: [Extract<NonNullable<Filters<I>[F]>, Range<any>>] extends [never] ? never : F;
}[keyof Filters<I>];
/** A bound of such a range. */
export type Bound<I extends Index, F extends RangeField<I>> = Extract<NonNullable<Filters<I>[F]>, string | number>;

interface Filtering<I extends Index> {
  /** Sets the filter of a field, replacing an earlier one. */
  where<F extends keyof Filters<I>>(field: F, value: NonNullable<Filters<I>[F]>): this;
  /** Sets both bounds, inclusive. */
  between<F extends RangeField<I>>(field: F, gte: Bound<I, F>, lte: Bound<I, F>): this;
  /** Sets the lower bound and leaves the upper one unchanged. */
  atLeast<F extends RangeField<I>>(field: F, gte: Bound<I, F>): this;
  /** Sets the upper bound and leaves the lower one unchanged. */
  atMost<F extends RangeField<I>>(field: F, lte: Bound<I, F>): this;
  /** 1 to 50. */
  size(size: number): this;
}

/** The first step of an aggregate request. */
export interface AggregateStart<I extends Index> {
  groupBy(field: GroupBy<I>): AggregateBuilder<I, "count">;
}

export interface AggregateBuilder<I extends Index, M extends MetricType> extends Filtering<I> {
  groupBy(field: GroupBy<I>): this;
  count(): AggregateBuilder<I, "count">;
  sum(field: MetricField<I>): AggregateBuilder<I, "sum">;
  avg(field: MetricField<I>): AggregateBuilder<I, "avg">;
  min(field: MetricField<I>): AggregateBuilder<I, "min">;
  max(field: MetricField<I>): AggregateBuilder<I, "max">;
  order(order: Order): this;
  build(): AggregateRequest<I, M>;
}

export interface SearchBuilder<I extends Index> extends Filtering<I> {
  /** Free text. */
  matching(q: Indices[I]["q"]): this;
  sortBy(field: SortField<I>, order?: Order): this;
  build(): SearchRequest<I>;
}

export interface CreatorsBuilder extends Filtering<"siv_content_creator"> {
  sortBy(field: SortField<"siv_content_creator">, order?: Order): this;
  build(): CreatorsRequest;
}

export interface CoMentionsBuilder<I extends CoMentionIndex> {
  /** The field whose values co-occur; by default the brand, on `siv_business_ideas`. */
  of(field: Indices[I]["co_mentions"]["field"]): this;
  /** Selects another index, and the field whose values co-occur there. */
  on<J extends CoMentionIndex>(index: J, field: Indices[J]["co_mentions"]["field"]): CoMentionsBuilder<J>;
  groupBy(field: Indices[I]["co_mentions"]["group_by"]): this;
  /** 1 to 50. */
  size(size: number): this;
  build(): CoMentionsRequest;
}

export interface SectorBuilder {
  /** Adds a brand: its name in the answer and the phrases that count as a mention of it. */
  brand(
    label: string,
    terms: readonly string[],
    options?: Pick<SectorBrand, "must_context" | "must_not_context" | "exact">,
  ): this;
  build(): SectorRequest;
}

/**
 * Starts a request for groups of an index.
 *
 * @example
 * aggregate("siv_business_ideas")
 *   .groupBy("brand_name")
 *   .avg("sentiment_score")
 *   .where("category", "Beauty")
 *   .between("upload_date", "2026-01-01", "2026-03-31")
 *   .size(20)
 *   .build();
 */
export declare function aggregate<I extends Index>(index: I): AggregateStart<I>;

/**
 * Starts a request for example records.
 *
 * @example
 * search("siv_info").matching('"retinol serum"').where("platform", ["youtube",
 * "tiktok"]).sortBy("views").size(5).build();
 */
export declare function search<I extends Index>(index: I): SearchBuilder<I>;

/**
 * Starts a request for ranked creators.
 *
 * @example
 * creators().where("categories", "Beauty").between("subscriber_count", 50_000,
 * 1_000_000).sortBy("engagement_rate_viewers").build();
 */
export declare function creators(): CreatorsBuilder;

/**
 * Starts a request for records that mention 2 to 5 values together.
 *
 * @example
 * coMentions("Velunara", "Borealume").groupBy("video_id").size(3).build();
 * coMentions("skincare", "serum").on("siv_info", "tags").build();
 */
export declare function coMentions(
  ...values: [string, string, string?, string?, string?]
): CoMentionsBuilder<"siv_business_ideas">;

/**
 * Starts a request for the share of voice of brands; both dates are inclusive.
 *
 * @example
 * sector("2026-01-01", "2026-03-31")
 *   .brand("Velunara", ["velunara"])
 *   .brand("Ottermoor, the drink", ["ottermoor"], { must_context: ["oat drink"] })
 *   .build();
 */
export declare function sector(from_date: DateString, to_date: DateString): SectorBuilder;

// Makes all other declarations private to this file.
export {};
