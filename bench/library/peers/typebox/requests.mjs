// The guardrails of requests, written for TypeBox and compiled.
import Type from "typebox";
import { Compile } from "typebox/compile";
import { CREATORS, DATES, FIELD_METRIC_TYPES, GROUPS, INDICES, LIMITS, METRICS, ORDERS, RANGES } from "../../rules.mjs";
import { SORTS, TERMS, TEXT_INDICES, VALUES, isDate, isName, isQuery, isSearchable } from "../../rules.mjs";
import { canonical } from "../canonical.mjs";
import { coMentionsFault, creatorFiltersFault, rangeFault, sectorFault } from "../faults.mjs";
import { SAYS, notAllowed } from "../words.mjs";

const object = (members) => Type.Object(members, { additionalProperties: false });
const maybe = (...schemas) => Type.Optional(Type.Union([...schemas, Type.Null()]));
const list = (item, minItems, maxItems) => Type.Array(item, { minItems, maxItems });
/** Refuses what a function finds fault with. */
const without = (schema, faultOf) => Type.Refine(schema, (value) => faultOf(value) === undefined, faultOf);
/** When it looks for all errors, TypeBox asks about values of other types too. */
const text = (holds, message) =>
  Type.Refine(
    Type.String(),
    (value) => typeof value === "string" && holds(value),
    () => message,
  );

const name = text(isName, SAYS.name);
const searchable = text(isSearchable, SAYS.searchable);
const query = text(isQuery, SAYS.query);
const date = text(isDate, SAYS.date);
const number = Type.Number({ minimum: -LIMITS.number, maximum: LIMITS.number });

/** A null in filters is refused: it would not filter. */
const given = (...schemas) => Type.Optional(Type.Union(schemas));
const oneOrSome = (value) => given(value, list(value, 1, LIMITS.filterValues));
const term = (field) => oneOrSome(VALUES[field] ? Type.Enum(VALUES[field]) : name);
const oneOrRange = (end) =>
  given(end, without(object({ gte: Type.Optional(end), lte: Type.Optional(end) }), rangeFault));
const [numbers, dates] = [oneOrRange(number), oneOrRange(date)];
const each = (fields, schemaOf) => Object.fromEntries(fields.map((field) => [field, schemaOf(field)]));
const filterMembers = (index) => ({
  ...each(TERMS[index], term),
  ...each(RANGES[index], () => numbers),
  ...each(DATES[index], () => dates),
});
const creatorFilters = () =>
  without(object({ ...filterMembers(CREATORS), dominant_country: term("dominant_country") }), creatorFiltersFault);
const filtersOf = (index) => maybe(index === CREATORS ? creatorFilters() : object(filterMembers(index)));

const size = maybe(Type.Integer({ minimum: 1, maximum: LIMITS.size }));
const order = maybe(Type.Enum(ORDERS));
const metric = (index) => {
  const count = object({ type: Type.Literal("count"), field: maybe(Type.String()) });
  return maybe(count, object({ type: Type.Enum(FIELD_METRIC_TYPES), field: Type.Enum(METRICS[index]) }));
};

const aggregate = (index) =>
  object({
    index: Type.Literal(index),
    group_by: Type.Enum(GROUPS[index]),
    metric: metric(index),
    filters: filtersOf(index),
    size,
    order,
  });
const searchMembers = (index) => ({
  filters: filtersOf(index),
  sort_field: maybe(Type.Enum(SORTS[index])),
  sort_order: order,
  size,
});
const q = (index) => (TEXT_INDICES.includes(index) ? maybe(query) : Type.Optional(Type.Null()));
const search = (index) => object({ index: Type.Literal(index), q: q(index), ...searchMembers(index) });
const values = list(name, LIMITS.minValues, LIMITS.maxValues);
const anyText = maybe(Type.String());
const brand = object({
  label: name,
  terms: list(searchable, 1, LIMITS.terms),
  must_context: maybe(list(searchable, 0, LIMITS.terms)),
  must_not_context: maybe(list(searchable, 0, LIMITS.terms)),
  exact: maybe(Type.Boolean()),
});

const compiled = {
  creators: Compile(object(searchMembers(CREATORS))),
  "co-mentions": Compile(
    without(object({ values, index: anyText, field: anyText, group_by: anyText, size }), coMentionsFault),
  ),
  sector: Compile(
    without(object({ brands: list(brand, 1, LIMITS.brands), from_date: date, to_date: date }), sectorFault),
  ),
};
/** One validator for each index: one of a union of them would try them in turn, and could not tell which was meant. */
const compiledOf = {
  aggregate: each(INDICES, (index) => Compile(aggregate(index))),
  search: each(INDICES, (index) => Compile(search(index))),
};

function validatorFor(operation, body) {
  const byIndex = compiledOf[operation];
  if (byIndex === undefined) return compiled[operation];
  const index = body?.index;
  return typeof index === "string" && Object.hasOwn(byIndex, index) ? byIndex[index] : undefined;
}

function message(validator, body) {
  const [{ keyword, instancePath, params, message: said }] = validator.Errors(body);
  if (keyword === "enum") return notAllowed(instancePath, params.allowedValues);
  // That is how it tells of a member that is not known.
  if (keyword === "boolean") return notAllowed(instancePath, membersAround(validator.Type(), instancePath));
  return `${instancePath} ${params.message ?? said}`;
}

/** The names that the schema has where a path ends. */
function membersAround(schema, path) {
  const around = path
    .split("/")
    .slice(1, -1)
    .reduce((found, step) => found?.items ?? found?.properties?.[step], schema);
  return Object.keys(around?.properties ?? {});
}

/** The first thing that is wrong with a request; null when nothing is. */
export function check(operation, body) {
  const validator = validatorFor(operation, body);
  if (validator === undefined) return notAllowed(`index '${body?.index}'`, INDICES);
  return validator.Check(body) ? null : message(validator, body);
}

/** The body to send for a request; null when it does not pass. */
export function shape(operation, body) {
  return validatorFor(operation, body)?.Check(body) ? JSON.stringify(canonical[operation](body)) : null;
}
