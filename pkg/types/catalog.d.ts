// The uses of each index's fields. An illegal use does not compile.
import type { Indices } from "../generated/catalog.js";

export type * from "../generated/catalog.js";

/** Outside of filters, null is the same as an absent member. */
export type Optional<T> = T | null | undefined;

/** A calendar date, `YYYY-MM-DD`. */
export type DateString = string;
/** A calendar month, `YYYY-MM`. */
export type MonthString = string;
/** A point in time, RFC 3339 in UTC: `2026-03-01T09:30:00Z`. */
export type TimeString = string;

export type Order = "asc" | "desc";

/** One value, or alternatives, up to 20; compared exactly as stored. */
export type TermFilter<T extends string = string> = T | readonly T[];
/** A range with inclusive bounds; one may be absent. */
export type Range<T> = { gte: T; lte?: T } | { gte?: T; lte: T };
/** Exactly this number, or a range of numbers. */
export type NumberFilter = number | Range<number>;
/** Exactly this date, or a range of dates. */
export type DateFilter = DateString | Range<DateString>;

export type Index = keyof Indices;
/** The filters of an index. */
export type Filters<I extends Index = Index> = Indices[I]["filters"];
/** The fields that an index can be grouped by. */
export type GroupBy<I extends Index = Index> = Indices[I]["group_by"];
/** The fields that a metric can be computed over. */
export type MetricField<I extends Index = Index> = Indices[I]["metric"];
/** The fields that a search can be sorted by. */
export type SortField<I extends Index = Index> = Indices[I]["sort"];
