import * as z from "zod";
import {
  CATALOGUE,
  CREATOR,
  IDEAS,
  INDEX_NAMES,
  INFO,
  LIMITS,
  METRIC_TYPES,
  filterable,
  groupable,
  metrics,
  sortable,
  type Field,
  type IndexName,
} from "./catalogue.ts";
import { Problem, type Violation } from "./problem.ts";
import { ftsQuery, tokens } from "./text.ts";

z.config({ jitless: true }); // Workers allow no eval

const text = z.string().min(1).max(200);
const dateString = z.iso.date();
const termFilter = z.union([text, z.array(text).min(1).max(20)]);
const rangeOf = <T extends z.ZodType>(v: T) =>
  z
    .strictObject({ gte: v.optional(), lte: v.optional() })
    .refine((r) => r.gte !== undefined || r.lte !== undefined, {
      params: { code: "invalid_range" },
      error: "{field} must have gte or lte.",
    })
    .refine((r: any) => r.gte === undefined || r.lte === undefined || r.gte <= r.lte, {
      params: { code: "invalid_range" },
      error: "{field} gte must not be greater than lte.",
    });
const rangeFilter = z.union([z.number(), rangeOf(z.number())]);
const dateFilter = z.union([dateString, rangeOf(dateString)]);

function filtersOf(index: IndexName) {
  const shape: Record<string, z.ZodType> = {};
  for (const f of CATALOGUE[index].fields as Field[]) {
    if (f.filter)
      shape[f.name] = (f.filter === "term" ? termFilter : f.filter === "range" ? rangeFilter : dateFilter).optional();
  }
  if (index === CREATOR) shape.dominant_country = termFilter.optional();
  return z.strictObject(shape).optional();
}
const size = z.int().min(1).max(LIMITS.buckets).default(LIMITS.default_size);
const order = z.enum(["asc", "desc"]).default("desc");

const aggregateOf = <I extends IndexName>(index: I) =>
  z.strictObject({
    index: z.literal(index),
    group_by: z.enum(groupable(index) as [string]),
    metric: z
      .strictObject({ type: z.enum(METRIC_TYPES), field: z.enum(metrics(index) as [string]).optional() })
      .refine((m) => m.type === "count" || m.field !== undefined, {
        path: ["field"],
        params: { code: "missing_field" },
        error: "metric.field is required.",
      })
      .optional(),
    filters: filtersOf(index),
    size,
    order,
  });
const q = z
  .string()
  .min(1)
  .max(200)
  .refine((s) => ftsQuery(s) !== null, {
    params: { code: "value_not_allowed" },
    error: "q must contain a letter or digit.",
  });
const searchOf = <I extends IndexName>(index: I) =>
  z.strictObject({
    index: z.literal(index),
    filters: filtersOf(index),
    ...(CATALOGUE[index].full_text && { q: q.optional() }),
    sort_field: z.enum(sortable(index) as [string]).optional(),
    sort_order: order,
    size,
  });

export const aggregateSchema = z.discriminatedUnion("index", [
  aggregateOf(IDEAS),
  aggregateOf(CREATOR),
  aggregateOf(INFO),
]);
export const searchSchema = z.discriminatedUnion("index", [searchOf(IDEAS), searchOf(CREATOR), searchOf(INFO)]);
export const creatorsSchema = z.strictObject({
  filters: filtersOf(CREATOR),
  sort_field: z.enum(sortable(CREATOR) as [string]).optional(),
  sort_order: order,
  size,
});
const termFields = filterable(IDEAS).filter((f) => f !== "upload_date") as [string];
export const coMentionsSchema = z.strictObject({
  values: z
    .array(text)
    .min(2)
    .max(5)
    .refine((v) => new Set(v).size === v.length, {
      params: { code: "duplicate_value" },
      error: "values must be distinct.",
    }),
  index: z.literal(IDEAS).default(IDEAS),
  field: z.enum(termFields).default("brand_name"),
  group_by: z.enum(["channel_name", "video_id", "channel_uid"]).default("channel_name"),
  size,
});

export function addMonths(day: string, n: number): string {
  const [y, m, d] = day.split("-").map(Number) as [number, number, number];
  const first = new Date(Date.UTC(y, m - 1 + n, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(d, last));
  return first.toISOString().slice(0, 10);
}
const term = text.refine((s) => tokens(s).length > 0, {
  params: { code: "value_not_allowed" },
  error: "{field} must contain a letter or digit.",
});
export const sectorSchema = z
  .strictObject({
    brands: z
      .array(
        z.strictObject({
          label: text,
          terms: z.array(term).min(1).max(50),
          must_context: z.array(term).max(50).optional(),
          exact: z.boolean().default(false),
        }),
      )
      .min(1)
      .max(LIMITS.brands),
    from_date: dateString,
    to_date: dateString,
  })
  .superRefine((b, ctx) => {
    if (b.from_date > b.to_date)
      ctx.addIssue({
        code: "custom",
        path: ["from_date"],
        params: { code: "invalid_range" },
        message: `from_date must not be after to_date. Got ${b.from_date} to ${b.to_date}.`,
      });
    else if (b.to_date > addMonths(b.from_date, LIMITS.months))
      ctx.addIssue({
        code: "custom",
        path: ["to_date"],
        params: { code: "window_too_long" },
        message: `window from_date to to_date must be at most 24 months. Got ${b.from_date} to ${b.to_date}.`,
      });
  });

export type Aggregate = z.output<typeof aggregateSchema>;
export type Search = z.output<typeof searchSchema> & { q?: string };
export type Creators = z.output<typeof creatorsSchema>;
export type CoMentions = z.output<typeof coMentionsSchema>;
export type Sector = z.output<typeof sectorSchema>;

// ------------------------------------------------------------------------------------------ Zod issues -> violations
const pointer = (path: PropertyKey[]) =>
  `/${path.map((p) => String(p).replaceAll("~", "~0").replaceAll("/", "~1")).join("/")}`;
const fieldName = (path: PropertyKey[]) =>
  path.map((p, i) => (typeof p === "number" ? `[${p}]` : i ? `.${String(p)}` : String(p))).join("");
const at = (body: unknown, path: PropertyKey[]): unknown => path.reduce((v: any, p) => v?.[p], body);
const shown = (v: unknown) => (typeof v === "string" ? v : (JSON.stringify(v) ?? "null")).slice(0, 64);

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length]!;
}
function notAllowed(
  code: string,
  what: string,
  value: unknown,
  allowed: readonly unknown[],
  param: string,
  index?: string,
): Violation {
  const message = `${what} '${shown(value)}' is not allowed${index ? ` on index '${index}'` : ""}. Allowed: [${allowed.join(", ")}]`;
  const near =
    typeof value === "string" && value.length <= 64
      ? allowed.find((a) => typeof a === "string" && distance(value, a) <= 2)
      : undefined;
  return { code, param, message, allowed, ...(near !== undefined && { did_you_mean: near as string }) };
}

function violationsOf(issue: z.core.$ZodIssue, body: unknown, keys: string[]): Violation[] {
  const path = issue.path,
    value = at(body, path),
    param = pointer(path),
    field = fieldName(path) || "body";
  const index = (body as { index?: unknown } | null)?.index;
  const known = (INDEX_NAMES as readonly unknown[]).includes(index) ? (index as IndexName) : undefined;
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((k) => {
        if (path.length === 1 && path[0] === "filters")
          return notAllowed(
            "field_not_allowed",
            "filter",
            k,
            filterable(known ?? CREATOR),
            pointer([...path, k]),
            known ?? CREATOR,
          );
        return notAllowed(
          "unknown_field",
          "field",
          k,
          path.length ? Object.keys((value as object) ?? {}).filter((x) => !issue.keys.includes(x)) : keys,
          pointer([...path, k]),
        );
      });
    case "invalid_union": {
      if (path.length === 1 && path[0] === "index")
        return value === undefined
          ? [{ code: "missing_field", param, message: "index is required." }]
          : [notAllowed("value_not_allowed", "index", value, INDEX_NAMES, param)];
      // a filter: report the branch that fits the kind of value given
      const branch = typeof value === "object" && value !== null ? issue.errors.at(-1) : issue.errors[0];
      return (branch ?? [])
        .flatMap((e) => violationsOf({ ...e, path: [...path, ...e.path] } as z.core.$ZodIssue, body, keys))
        .slice(0, 1);
    }
    case "invalid_value":
      if (value === undefined) return [{ code: "missing_field", param, message: `${field} is required.` }];
      if (["group_by", "metric.field", "sort_field"].includes(field))
        return [notAllowed("field_not_allowed", field, value, issue.values, param, known)];
      return [notAllowed("value_not_allowed", field, value, issue.values, param)];
    case "invalid_type":
      if (value === undefined) return [{ code: "missing_field", param, message: `${field} is required.` }];
      return [
        {
          code: "invalid_type",
          param,
          message: `${field} must be a ${issue.expected === "int" ? "integer" : issue.expected}.`,
        },
      ];
    case "too_small":
    case "too_big": {
      const n = typeof value === "number" ? value : ((value as { length?: number })?.length ?? 0);
      const [min, max] = bounds(path, body, issue);
      return [{ code: "limit_violation", param, message: `${field} must be between ${min} and ${max}. Got ${n}.` }];
    }
    case "invalid_format":
      return [{ code: "invalid_date", param, message: `${field} must be a date (YYYY-MM-DD).` }];
    case "custom":
      return [
        {
          code: String(issue.params?.code ?? "value_not_allowed"),
          param,
          message: issue.message.replace("{field}", field),
        },
      ];
    default:
      return [{ code: "invalid_type", param, message: `${field} is invalid.` }];
  }
}
function bounds(
  path: PropertyKey[],
  body: unknown,
  issue: { minimum?: number | bigint; maximum?: number | bigint },
): [unknown, unknown] {
  const last = path.filter((p) => typeof p === "string").at(-1);
  const value = at(body, path);
  if (last === "values" && Array.isArray(value)) return [2, 5];
  if (last === "brands") return [1, LIMITS.brands];
  if (last === "size") return [1, LIMITS.buckets];
  if (last === "terms" && Array.isArray(value)) return [1, 50];
  if (Array.isArray(value)) return [1, 20];
  return [issue.minimum ?? 1, issue.maximum ?? 200];
}

export function check<T extends z.ZodType>(schema: T, body: unknown, keys: string[]): z.output<T> {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw Problem.of(400, "invalid_type", "body must be a object.", "");
  const r = schema.safeParse(body);
  if (r.success) return r.data;
  throw new Problem(400, r.error.issues.flatMap((i) => violationsOf(i, body, keys)).slice(0, 20));
}
