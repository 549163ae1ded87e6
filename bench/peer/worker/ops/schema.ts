import * as z from "zod";
import {
  CATALOGUE,
  INDEX_NAMES,
  LIMITS,
  METRIC_TYPES,
  filterable,
  groupable,
  metrics,
  sortable,
  type Field,
} from "../catalogue.ts";
import { aggregateSchema, coMentionsSchema, creatorsSchema, searchSchema, sectorSchema } from "../schemas.ts";
import type { Caller, Db } from "../types.ts";

const OPERATIONS = [
  ["aggregate", "aggregate", "Group an index by a dimension and rank buckets by a metric", "10"],
  ["search", "search", "Example documents, allowlisted and capped", "10 + size"],
  ["creators", "creators", "Ranked creators with aggregate audience demographics", "10 + size"],
  ["co-mentions", "co_mentions", "Videos or channels that mention all values together", "10 + 2*values"],
  ["sector", "sector", "Share of voice per brand per month", "10 + brands*months"],
  ["schema", null, "This document", "0"],
] as const;

let jsonSchemas: Record<string, unknown> | undefined;
let version: { value: string; until: number } | undefined;

export async function datasetVersion(db: Db): Promise<string> {
  if (!version || version.until < Date.now())
    version = {
      value: (await db.all<{ value: string }>("SELECT value FROM meta WHERE key = 'dataset_version'"))[0]!.value,
      until: Date.now() + 60_000,
    };
  return version.value;
}

export async function schema(db: Db, caller: Caller) {
  const asJson = (s: z.ZodType) => z.toJSONSchema(s, { io: "input", unrepresentable: "any" });
  jsonSchemas ??= {
    aggregate: asJson(aggregateSchema),
    search: asJson(searchSchema),
    creators: asJson(creatorsSchema),
    "co-mentions": asJson(coMentionsSchema),
    sector: asJson(sectorSchema),
  };
  return {
    schema_version: "1.0.0",
    dataset_version: await datasetVersion(db),
    operations: OPERATIONS.map(([name, tool, description, cost]) => ({
      name,
      tool,
      method: name === "schema" ? "GET" : "POST",
      path: `/v1/${name}`,
      description,
      request_schema: name === "schema" ? null : { $ref: `#/json_schemas/${name}` },
      access: ["aggregate", "raw"],
      cost,
    })),
    indices: INDEX_NAMES.map((name) => {
      const c = CATALOGUE[name];
      return {
        name,
        description: c.description,
        fields: (c.fields as Field[]).map((f) => ({
          ...f,
          multi: !!f.multi,
          filter: f.filter ?? null,
          group_by: !!f.group_by,
          metric: !!f.metric,
          sort: !!f.sort,
        })),
        filterable: filterable(name),
        group_by: groupable(name),
        metrics: metrics(name),
        sortable: sortable(name),
        full_text: c.full_text,
      };
    }),
    metric_types: METRIC_TYPES,
    filter_kinds: {
      term: "value",
      range: { gte: "number", lte: "number" },
      date_range: { gte: "YYYY-MM-DD", lte: "YYYY-MM-DD" },
    },
    sentiment_thresholds: { positive_gte: 0.25, negative_lte: -0.25 },
    limits: {
      max_results: LIMITS.buckets,
      default_size: LIMITS.default_size,
      search_size: { aggregate: 10, raw: 50 },
      co_mentions_values: { min: 2, max: 5 },
      sector: {
        max_brands: LIMITS.brands,
        max_months: LIMITS.months,
        video_cap: LIMITS.video_cap,
        low_coverage: LIMITS.low_coverage,
        timeout_ms: 20000,
      },
      query_timeout_ms: 5000,
      rate: caller.plan,
    },
    variants: { envelope: "flat" },
    json_schemas: jsonSchemas,
  };
}
