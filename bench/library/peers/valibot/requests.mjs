// The guardrails of requests, written for Valibot.
import * as v from "valibot";
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

const oneOf = (what, names) => v.picklist(names, ({ received }) => notAllowed(`${what} ${received}`, names));
const object = (what, members) => {
  const names = Object.keys(members);
  return v.strictObject(members, ({ expected, received, message }) =>
    expected === "never" ? notAllowed(`${what} ${received}`, names) : message,
  );
};
/** One of several objects, told apart by a member. */
const byMember = (name, values, objects) =>
  v.variant(name, objects, ({ received }) => notAllowed(`${name} ${received}`, values));
/** Refuses what a function finds fault with. */
const without = (schema, faultOf) =>
  v.pipe(
    schema,
    v.check(
      (value) => faultOf(value) === undefined,
      ({ input }) => faultOf(input),
    ),
  );
/** Refuses lists, which Valibot takes for objects when no member is required. */
const noList = (what, schema) =>
  v.pipe(
    v.custom((value) => !Array.isArray(value), `${what} must be a JSON object`),
    schema,
  );
const list = (item, min, max) => v.pipe(v.array(item), v.minLength(min), v.maxLength(max));

const name = v.pipe(v.string(), v.check(isName, SAYS.name));
const searchable = v.pipe(v.string(), v.check(isSearchable, SAYS.searchable));
const query = v.pipe(v.string(), v.check(isQuery, SAYS.query));
const date = v.pipe(v.string(), v.check(isDate, SAYS.date));
const number = v.pipe(v.number(), v.minValue(-LIMITS.number), v.maxValue(LIMITS.number));

const oneOrSome = (value, message) => v.optional(v.union([value, list(value, 1, LIMITS.filterValues)], message));
const term = (field) => {
  const values = VALUES[field];
  return values
    ? oneOrSome(oneOf(field, values), notAllowed(`filters.${field}`, values))
    : oneOrSome(name, `filters.${field} is no name or list of names`);
};
const range = (end) => without(object("range member", { gte: v.optional(end), lte: v.optional(end) }), rangeFault);
const oneOrRange = (end) => v.optional(v.union([end, range(end)], "must be a range"));
const [numbers, dates] = [oneOrRange(number), oneOrRange(date)];
const each = (fields, schemaOf) => Object.fromEntries(fields.map((field) => [field, schemaOf(field)]));
const filters = (index) =>
  object("filter", {
    ...each(TERMS[index], term),
    ...each(RANGES[index], () => numbers),
    ...each(DATES[index], () => dates),
  });
const creatorFilters = without(
  object("filter", { ...filters(CREATORS).entries, dominant_country: term("dominant_country") }),
  creatorFiltersFault,
);
const filtersOf = (index) => v.nullish(noList("filters", index === CREATORS ? creatorFilters : filters(index)));

const size = v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LIMITS.size)));
const order = v.nullish(oneOf("order", ORDERS));
const sort = (index) => v.nullish(oneOf("sort_field", SORTS[index]));
const metric = (index) => {
  const count = object("metric member", { type: v.literal("count"), field: v.nullish(v.string()) });
  const ofField = object("metric member", {
    type: v.picklist(FIELD_METRIC_TYPES),
    field: oneOf("metric.field", METRICS[index]),
  });
  return v.nullish(byMember("type", METRIC_TYPES, [count, ofField]));
};
const q = (index) => v.nullish(TEXT_INDICES.includes(index) ? query : v.never(notAllowed("q", TEXT_INDICES)));

const aggregate = (index) =>
  object("field", {
    index: v.literal(index),
    group_by: oneOf("group_by", GROUPS[index]),
    metric: metric(index),
    filters: filtersOf(index),
    size,
    order,
  });
const search = (index) =>
  object("field", {
    index: v.literal(index),
    filters: filtersOf(index),
    q: q(index),
    sort_field: sort(index),
    sort_order: order,
    size,
  });
const values = list(name, LIMITS.minValues, LIMITS.maxValues);
const text = v.nullish(v.string());
const brand = object("field", {
  label: name,
  terms: list(searchable, 1, LIMITS.terms),
  must_context: v.nullish(list(searchable, 0, LIMITS.terms)),
  must_not_context: v.nullish(list(searchable, 0, LIMITS.terms)),
  exact: v.nullish(v.boolean()),
});

export const schemas = {
  aggregate: byMember("index", INDICES, INDICES.map(aggregate)),
  search: byMember("index", INDICES, INDICES.map(search)),
  creators: noList(
    "body",
    object("field", { filters: filtersOf(CREATORS), sort_field: sort(CREATORS), sort_order: order, size }),
  ),
  "co-mentions": without(object("field", { values, index: text, field: text, group_by: text, size }), coMentionsFault),
  sector: without(
    object("field", { brands: list(brand, 1, LIMITS.brands), from_date: date, to_date: date }),
    sectorFault,
  ),
};

const FIRST_ONLY = { abortEarly: true };

/** The first thing that is wrong with a request; null when nothing is. */
export function check(operation, body) {
  const result = v.safeParse(schemas[operation], body, FIRST_ONLY);
  return result.success ? null : result.issues[0].message;
}

/** The body to send for a request; null when it does not pass. */
export function shape(operation, body) {
  const result = v.safeParse(schemas[operation], body, FIRST_ONLY);
  return result.success ? JSON.stringify(canonical[operation](result.output)) : null;
}
