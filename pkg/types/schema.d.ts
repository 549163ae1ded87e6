// The document of GET /v1/schema.
import type { Index, MetricType } from "./catalog.js";
import type { Operation } from "./requests.js";

export interface SchemaField {
  name: string;
  type: "string" | "number" | "date";
  /** True if a record has a list of values. */
  multi: boolean;
  filter: "term" | "range" | "date_range" | null;
  group_by: boolean;
  metric: boolean;
  sort: boolean;
  values?: string[];
  min?: number;
  max?: number;
}

export interface SchemaIndex {
  name: Index;
  description: string;
  fields: SchemaField[];
  filterable: string[];
  group_by: string[];
  metrics: string[];
  sortable: string[];
  full_text: boolean;
  co_mentions: { field: string[]; group_by: string[] };
}

export interface SchemaOperation {
  name: Operation | "schema";
  tool: string | null;
  method: "GET" | "POST";
  path: string;
  description: string;
  request_schema: { $ref: string } | null;
  access: ("aggregate" | "raw")[];
  cost: string;
}

/** The operations, fields and limits of the API. */
export interface Schema {
  schema_version: string;
  /** Null before the first import. */
  dataset_version: string | null;
  operations: SchemaOperation[];
  indices: SchemaIndex[];
  metric_types: MetricType[];
  filter_kinds: Record<string, unknown>;
  sentiment_thresholds: { positive_gte: number; negative_lte: number };
  limits: {
    max_results: number;
    default_size: number;
    search_size: { aggregate: number; raw: number; yours: number };
    q_characters: number;
    filter_values: number;
    co_mentions_values: { min: number; max: number };
    sector: {
      max_brands: number;
      max_months: number;
      max_terms: number;
      video_cap: number;
      low_coverage: number;
      timeout_ms: number;
    };
    query_timeout_ms: number;
    /** The rate limits of a key; null if the schema is not that of a key. */
    rate: Record<string, number | null>;
  };
  variants: { envelope: "flat" | "wrapped" };
  /** JSON Schema (2020-12) of each request body. */
  json_schemas: Record<Operation, Record<string, unknown>>;
}

/** Thrown if this package does not support a live schema. */
export declare class SchemaMismatchError extends Error {
  readonly name: "SchemaMismatchError";
  /** A sentence for each difference, with the expected and the actual value. */
  readonly differences: readonly string[];
}
