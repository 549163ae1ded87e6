// The guardrails of requests, written for Zod.
import * as z from "zod";
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

const name = z.string().refine(isName, SAYS.name);
const searchable = z.string().refine(isSearchable, SAYS.searchable);
const query = z.string().refine(isQuery, SAYS.query);
const date = z.string().refine(isDate, SAYS.date);
const number = z.number().min(-LIMITS.number).max(LIMITS.number);

const oneOrSome = (value, error) =>
  z.union([value, z.array(value).min(1).max(LIMITS.filterValues)], { error }).optional();
const term = (field) => {
  const values = VALUES[field];
  return values
    ? oneOrSome(oneOf(field, values), notAllowed(`filters.${field}`, values))
    : oneOrSome(name, `filters.${field} is no name or list of names`);
};
const range = (end) => object("range member", { gte: end.optional(), lte: end.optional() }).check(without(rangeFault));
const oneOrRange = (end) => z.union([end, range(end)], { error: "must be a range" }).optional();
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
const filtersOf = (index) => (index === CREATORS ? creatorFilters : filters(index)).nullish();

const size = z.int().min(1).max(LIMITS.size).nullish();
const order = oneOf("order", ORDERS).nullish();
const sort = (index) => oneOf("sort_field", SORTS[index]).nullish();
const metric = (index) => {
  const count = object("metric member", { type: z.literal("count"), field: z.string().nullish() });
  const ofField = object("metric member", {
    type: z.enum(FIELD_METRIC_TYPES),
    field: oneOf("metric.field", METRICS[index]),
  });
  return byMember("type", METRIC_TYPES, [count, ofField]).nullish();
};
const q = (index) =>
  (TEXT_INDICES.includes(index) ? query : z.never({ error: notAllowed("q", TEXT_INDICES) })).nullish();

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
const values = z.array(name).min(LIMITS.minValues).max(LIMITS.maxValues);
const text = z.string().nullish();
const brand = object("field", {
  label: name,
  terms: z.array(searchable).min(1).max(LIMITS.terms),
  must_context: z.array(searchable).max(LIMITS.terms).nullish(),
  must_not_context: z.array(searchable).max(LIMITS.terms).nullish(),
  exact: z.boolean().nullish(),
});

export const schemas = {
  aggregate: byMember("index", INDICES, INDICES.map(aggregate)),
  search: byMember("index", INDICES, INDICES.map(search)),
  creators: object("field", { filters: filtersOf(CREATORS), sort_field: sort(CREATORS), sort_order: order, size }),
  "co-mentions": object("field", { values, index: text, field: text, group_by: text, size }).check(
    without(coMentionsFault),
  ),
  sector: object("field", { brands: z.array(brand).min(1).max(LIMITS.brands), from_date: date, to_date: date }).check(
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
