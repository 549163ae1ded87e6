// The guardrails of requests, written for ArkType.
import { type } from "arktype";
import {
  CREATORS,
  DATES,
  FIELD_METRIC_TYPES,
  GROUPS,
  INDICES,
  LIMITS,
  MEMBERS,
  METRICS,
  ORDERS,
  RANGES,
} from "../../rules.mjs";
import {
  SORTS,
  TERMS,
  TEXT_INDICES,
  VALUES,
  filtersOf as filterNames,
  isDate,
  isName,
  isQuery,
  isSearchable,
} from "../../rules.mjs";
import { canonical } from "../canonical.mjs";
import { coMentionsFault, creatorFiltersFault, rangeFault, sectorFault } from "../faults.mjs";
import { SAYS, notAllowed } from "../words.mjs";

const object = (members) => type({ "+": "reject", ...members });
/** Refuses lists, which ArkType takes for objects when no member is required. */
const noList = (value, context) => !Array.isArray(value) || context.mustBe("a JSON object");
const orNull = (schema) => schema.or("null");
const oneOf = (names) => type.enumerated(...names);
const oneOfOrNull = (names) => orNull(oneOf(names));
/** Refuses what a function finds fault with. */
const without = (faultOf) => (value, context) => {
  const message = faultOf(value);
  return message === undefined || context.reject({ message });
};
const text = (holds, message) => type("string").narrow((value, context) => holds(value) || context.reject({ message }));
const list = (item, min, max) => item.array().atLeastLength(min).atMostLength(max);

const name = text(isName, SAYS.name);
const searchable = text(isSearchable, SAYS.searchable);
const query = text(isQuery, SAYS.query);
const date = text(isDate, SAYS.date);
const number = type("number").atLeast(-LIMITS.number).atMost(LIMITS.number);

const oneOrSome = (value) => value.or(list(value, 1, LIMITS.filterValues));
const anyTerm = oneOrSome(name);
const term = (field) => (VALUES[field] ? oneOrSome(oneOf(VALUES[field])) : anyTerm);
const range = (end) => object({ "gte?": end, "lte?": end }).narrow(without(rangeFault));
const oneOrRange = (end) => end.or(range(end));
const [numbers, dates] = [oneOrRange(number), oneOrRange(date)];
const each = (fields, schemaOf) => Object.fromEntries(fields.map((field) => [`${field}?`, schemaOf(field)]));
const filterMembers = (index) => ({
  ...each(TERMS[index], term),
  ...each(RANGES[index], () => numbers),
  ...each(DATES[index], () => dates),
});
const creatorFilters = () =>
  object({ ...filterMembers(CREATORS), "dominant_country?": anyTerm })
    .narrow(noList)
    .narrow(without(creatorFiltersFault));
const filtersOf = (index) =>
  orNull(index === CREATORS ? creatorFilters() : object(filterMembers(index)).narrow(noList));

const size = orNull(type("number.integer").atLeast(1).atMost(LIMITS.size));
const order = oneOfOrNull(ORDERS);
const metric = (index) => {
  const count = object({ type: type.unit("count"), "field?": "string | null" });
  return orNull(count.or(object({ type: oneOf(FIELD_METRIC_TYPES), field: oneOf(METRICS[index]) })));
};
const byIndex = (schemaOf) => INDICES.map(schemaOf).reduce((one, other) => one.or(other));

const aggregate = (index) => {
  const required = { index: type.unit(index), group_by: oneOf(GROUPS[index]) };
  return object({
    ...required,
    "metric?": metric(index),
    "filters?": filtersOf(index),
    "size?": size,
    "order?": order,
  });
};
const searchMembers = (index) => ({
  "filters?": filtersOf(index),
  "sort_field?": oneOfOrNull(SORTS[index]),
  "sort_order?": order,
  "size?": size,
});
const q = (index) => (TEXT_INDICES.includes(index) ? orNull(query) : type("null"));
const values = list(name, LIMITS.minValues, LIMITS.maxValues);
const brand = object({
  label: name,
  terms: list(searchable, 1, LIMITS.terms),
  "must_context?": orNull(list(searchable, 0, LIMITS.terms)),
  "must_not_context?": orNull(list(searchable, 0, LIMITS.terms)),
  "exact?": "boolean | null",
});

export const schemas = {
  aggregate: byIndex(aggregate),
  search: byIndex((index) => object({ index: type.unit(index), "q?": q(index), ...searchMembers(index) })),
  creators: object(searchMembers(CREATORS)).narrow(noList),
  "co-mentions": object({
    values,
    "index?": "string | null",
    "field?": "string | null",
    "group_by?": "string | null",
    "size?": size,
  }).narrow(without(coMentionsFault)),
  sector: object({ brands: list(brand, 1, LIMITS.brands), from_date: date, to_date: date }).narrow(
    without(sectorFault),
  ),
};

/** Its own message for an unknown member does not list the known ones. */
function message(operation, body, [{ code, expected, path, message: said }]) {
  return code === "predicate" && expected === "removed" ? notAllowed(path, membersAround(operation, body, path)) : said;
}

/** The names of the members that the object around a path has. */
function membersAround(operation, { index = CREATORS }, path) {
  if (path.length === 1) return MEMBERS[operation];
  if (path[0] === "filters") return path.length === 2 ? filterNames(index) : MEMBERS.range;
  return path[0] === "metric" ? MEMBERS.metric : MEMBERS.brand;
}

/** The first thing that is wrong with a request; null when nothing is. */
export function check(operation, body) {
  const schema = schemas[operation];
  // Without morphs, `allows` decides, and is quicker than making an output.
  return schema.allows(body) ? null : message(operation, body, schema(body));
}

/** The body to send for a request; null when it does not pass. */
export function shape(operation, body) {
  return schemas[operation].allows(body) ? JSON.stringify(canonical[operation](body)) : null;
}
