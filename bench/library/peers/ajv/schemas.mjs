// The guardrails of requests as JSON Schemas, from which Ajv generates code (generate.mjs).
import { CO_MENTION_GROUPS, CREATORS, DATES, FIELD_METRIC_TYPES, GROUPS, IDEAS, INDICES, INFO } from "../../rules.mjs";
import { LIMITS, METRICS, ORDERS, RANGES, SORTS, TERMS, TEXT_INDICES, VALUES } from "../../rules.mjs";

// Ajv counts the characters of a text one by one where it is told minLength and maxLength; a format of ours is quicker.
const name = { type: "string", format: "name" };
const searchable = { type: "string", format: "searchable" };
const query = { type: "string", format: "query" };
const date = { type: "string", format: "date" };
const number = { type: "number", minimum: -LIMITS.number, maximum: LIMITS.number };
const orNull = (schema) => ({ ...schema, type: [schema.type, "null"].flat() });
const oneOf = (names) => ({ enum: names });
const oneOfOrNull = (names) => ({ enum: [...names, null] });
const list = (items, minItems, maxItems) => ({ type: "array", items, minItems, maxItems });
const object = (properties, required = [], more = {}) => ({
  type: "object",
  additionalProperties: false,
  properties,
  required,
  ...more,
});

// Keywords say something only about values of their type, so that one schema can hold for texts and lists alike.
const anyTerm = { ...list(name, 1, LIMITS.filterValues), ...name, type: ["string", "array"] };
const termOf = (values) => ({
  if: { type: "array" },
  then: list(oneOf(values), 1, LIMITS.filterValues),
  else: oneOf(values),
});
const term = (field) => (VALUES[field] ? termOf(VALUES[field]) : anyTerm);
const oneOrRange = (end) => ({ ...end, ...object({ gte: end, lte: end }), type: [end.type, "object"] });
const each = (fields, schemaOf) => Object.fromEntries(fields.map((field) => [field, schemaOf(field)]));
function filters(index) {
  const ranges = { ...each(RANGES[index], () => oneOrRange(number)), ...each(DATES[index], () => oneOrRange(date)) };
  const properties = { ...each(TERMS[index], term), ...ranges };
  if (index !== CREATORS) return orNull(object(properties));
  // A field is not given under both of its names.
  return orNull(
    object({ ...properties, dominant_country: anyTerm }, [], {
      dependentSchemas: { dominant_country: { properties: { country: false } } },
    }),
  );
}

const size = { type: ["integer", "null"], minimum: 1, maximum: LIMITS.size };
const order = oneOfOrNull(ORDERS);
const tagged = (propertyName, branches) => ({
  type: "object",
  discriminator: { propertyName },
  required: [propertyName],
  oneOf: branches,
});
const metric = (index) =>
  orNull(
    tagged("type", [
      object({ type: { const: "count" }, field: { type: ["string", "null"] } }),
      object({ type: oneOf(FIELD_METRIC_TYPES), field: oneOf(METRICS[index]) }, ["field"]),
    ]),
  );
const byIndex = (schemaOf) => tagged("index", INDICES.map(schemaOf));

/** Values of a field that has not any. */
const valuesOf = (field) => ({
  if: { properties: { field: { const: field } }, required: ["field"] },
  then: { properties: { values: { items: oneOf(VALUES[field]) } } },
});

const aggregate = (index) =>
  object(
    {
      index: { const: index },
      group_by: oneOf(GROUPS[index]),
      metric: metric(index),
      filters: filters(index),
      size,
      order,
    },
    ["group_by"],
  );
const searchMembers = (index) => ({
  filters: filters(index),
  sort_field: oneOfOrNull(SORTS[index]),
  sort_order: order,
  size,
});
const q = (index) => (TEXT_INDICES.includes(index) ? orNull(query) : { type: "null" });
const values = { ...list(name, LIMITS.minValues, LIMITS.maxValues), uniqueItems: true };
const text = { type: ["string", "null"] };
const brand = {
  label: name,
  terms: list(searchable, 1, LIMITS.terms),
  must_context: orNull(list(searchable, 0, LIMITS.terms)),
  must_not_context: orNull(list(searchable, 0, LIMITS.terms)),
  exact: { type: ["boolean", "null"] },
};

export const schemas = {
  aggregate: byIndex(aggregate),
  search: byIndex((index) => object({ index: { const: index }, q: q(index), ...searchMembers(index) })),
  creators: object(searchMembers(CREATORS)),
  "co-mentions": object({ values, index: oneOfOrNull([IDEAS, INFO]), field: text, group_by: text, size }, ["values"], {
    if: { properties: { index: { const: INFO } }, required: ["index"] },
    then: {
      properties: { field: oneOf(TERMS[INFO]), group_by: oneOfOrNull(CO_MENTION_GROUPS[INFO]) },
      required: ["field"],
    },
    else: { properties: { field: oneOfOrNull(TERMS[IDEAS]), group_by: oneOfOrNull(CO_MENTION_GROUPS[IDEAS]) } },
    allOf: [valuesOf("platform"), valuesOf("sentiment")],
  }),
  sector: object(
    { brands: list(object(brand, ["label", "terms"]), 1, LIMITS.brands), from_date: date, to_date: date },
    ["brands", "from_date", "to_date"],
  ),
};
