// The guardrails of requests, written for zod/mini.
import * as z from "zod/mini";
import {
  CREATORS,
  DATES,
  FIELD_METRIC_TYPES,
  GROUPS,
  INDICES,
  LIMITS,
  METRICS,
  METRIC_TYPES,
  ORDERS,
  RANGES,
} from "../../rules.mjs";
import { SORTS, TERMS, TEXT_INDICES, VALUES, isDate, isName, isQuery, isSearchable } from "../../rules.mjs";
import { canonical } from "../canonical.mjs";
import { coMentionsFault, creatorFiltersFault, rangeFault, sectorFault } from "../faults.mjs";
import { SAYS, notAllowed } from "../words.mjs";

const oneOf = (what, names) => z.enum(names, { error: ({ input }) => notAllowed(`${what} '${input}'`, names) });
const object = (what, members) => {
  const names = Object.keys(members);
  const error = ({ code, keys }) =>
    code === "unrecognized_keys" ? notAllowed(`${what} '${keys[0]}'`, names) : undefined;
  return z.strictObject(members, { error });
};
/** One of several objects, told apart by a member. */
const byMember = (name, values, objects) =>
  z.discriminatedUnion(name, objects, { error: ({ input }) => notAllowed(`${name} '${input?.[name]}'`, values) });
/** Refuses what a function finds fault with. */
const without = (faultOf) => (context) => {
  const message = faultOf(context.value);
  if (message !== undefined) context.issues.push({ code: "custom", input: context.value, message });
};

const name = z.string().check(z.refine(isName, SAYS.name));
const searchable = z.string().check(z.refine(isSearchable, SAYS.searchable));
const query = z.string().check(z.refine(isQuery, SAYS.query));
const date = z.string().check(z.refine(isDate, SAYS.date));
const number = z.number().check(z.gte(-LIMITS.number), z.lte(LIMITS.number));
const list = (item, min, max) => z.array(item).check(z.minLength(min), z.maxLength(max));

const oneOrSome = (value, error) => z.optional(z.union([value, list(value, 1, LIMITS.filterValues)], { error }));
const term = (field) => {
  const values = VALUES[field];
  return values
    ? oneOrSome(oneOf(field, values), notAllowed(`filters.${field}`, values))
    : oneOrSome(name, `filters.${field} is no name or list of names`);
};
const range = (end) =>
  object("range member", { gte: z.optional(end), lte: z.optional(end) }).check(without(rangeFault));
const oneOrRange = (end) => z.optional(z.union([end, range(end)], { error: "must be a range" }));
const [numbers, dates] = [oneOrRange(number), oneOrRange(date)];
const each = (fields, schemaOf) => Object.fromEntries(fields.map((field) => [field, schemaOf(field)]));
const filters = (index) =>
  object("filter", {
    ...each(TERMS[index], term),
    ...each(RANGES[index], () => numbers),
    ...each(DATES[index], () => dates),
  });
const creatorFilters = object("filter", {
  ...filters(CREATORS).shape,
  dominant_country: term("dominant_country"),
}).check(without(creatorFiltersFault));
const filtersOf = (index) => z.nullish(index === CREATORS ? creatorFilters : filters(index));

const size = z.nullish(z.int().check(z.gte(1), z.lte(LIMITS.size)));
const order = z.nullish(oneOf("order", ORDERS));
const sort = (index) => z.nullish(oneOf("sort_field", SORTS[index]));
const metric = (index) => {
  const count = object("metric member", { type: z.literal("count"), field: z.nullish(z.string()) });
  const ofField = object("metric member", {
    type: z.enum(FIELD_METRIC_TYPES),
    field: oneOf("metric.field", METRICS[index]),
  });
  return z.nullish(byMember("type", METRIC_TYPES, [count, ofField]));
};
const q = (index) =>
  z.nullish(TEXT_INDICES.includes(index) ? query : z.never({ error: notAllowed("q", TEXT_INDICES) }));

const aggregate = (index) =>
  object("field", {
    index: z.literal(index),
    group_by: oneOf("group_by", GROUPS[index]),
    metric: metric(index),
    filters: filtersOf(index),
    size,
    order,
  });
const search = (index) =>
  object("field", {
    index: z.literal(index),
    filters: filtersOf(index),
    q: q(index),
    sort_field: sort(index),
    sort_order: order,
    size,
  });
const values = list(name, LIMITS.minValues, LIMITS.maxValues);
const text = z.nullish(z.string());
const brand = object("field", {
  label: name,
  terms: list(searchable, 1, LIMITS.terms),
  must_context: z.nullish(list(searchable, 0, LIMITS.terms)),
  must_not_context: z.nullish(list(searchable, 0, LIMITS.terms)),
  exact: z.nullish(z.boolean()),
});

export const schemas = {
  aggregate: byMember("index", INDICES, INDICES.map(aggregate)),
  search: byMember("index", INDICES, INDICES.map(search)),
  creators: object("field", { filters: filtersOf(CREATORS), sort_field: sort(CREATORS), sort_order: order, size }),
  "co-mentions": object("field", { values, index: text, field: text, group_by: text, size }).check(
    without(coMentionsFault),
  ),
  sector: object("field", { brands: list(brand, 1, LIMITS.brands), from_date: date, to_date: date }).check(
    without(sectorFault),
  ),
};

/** The first thing that is wrong with a request; null when nothing is. */
export function check(operation, body) {
  const result = schemas[operation].safeParse(body);
  return result.success ? null : result.error.issues[0].message;
}

/** The body to send for a request; null when it does not pass. */
export function shape(operation, body) {
  const result = schemas[operation].safeParse(body);
  return result.success ? JSON.stringify(canonical[operation](result.data)) : null;
}
