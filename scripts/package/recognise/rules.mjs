// The rules of requests as the recogniser needs them, and whether they still are of the form that it knows.
import { Failure } from "../../step.mjs";

/** UTF-8 has at most so many bytes for a unit of a JavaScript string. */
const BYTES_OF_A_UNIT = 3;
/**
 * Units by which a request as it is given may be longer than its canonical form: other names, and members that are
 * null.
 */
const SPARE = 1000;

/** Limits, defaults and the special indices of a description. */
export function rulesOf({ schema: { json_schemas: schemas, limits }, aliases, limits: { number, body_bytes } }) {
  const aggregate = members(schemas.aggregate, ["filters", "group_by", "index", "metric", "order", "size"]);
  const search = members(schemas.search, ["filters", "index", "q", "size", "sort_field", "sort_order"]);
  const creators = members(schemas.creators, ["filters", "size", "sort_field", "sort_order"]);
  const together = members(schemas["co-mentions"], ["field", "group_by", "index", "size", "values"]);
  const sector = members(schemas.sector, ["brands", "from_date", "to_date"]);
  const brand = members(sector.brands.items, ["exact", "label", "must_context", "terms"]);
  members(aggregate.metric, ["field", "type"]);
  const filtersOf = ({ properties }) => properties.filters;
  if (!same(schemas.search.oneOf.map(filtersOf), schemas.aggregate.oneOf.map(filtersOf)))
    throw new Failure("aggregate and search take different filters");
  const filters = schemas.search.oneOf.flatMap(({ properties }) => Object.values(properties.filters.properties));
  const [texts, lists] = [0, 1].map((form) =>
    filters.map(({ oneOf }) => oneOf[form]).filter(({ maxLength, maxItems }) => maxLength ?? maxItems),
  );
  const named = [search.q, brand.label, brand.terms.items, brand.must_context.items, together.values.items, ...texts];
  const { default: size, maximum } = one(
    "sizes",
    [aggregate, search, creators, together].map((of) => of.size),
  );
  return {
    limits: {
      MOST_CHARACTERS: one(
        "limits of texts",
        named.map(({ maxLength }) => maxLength),
      ),
      MOST_RESULTS: maximum,
      MOST_FILTER_VALUES: one(
        "limits of filters",
        lists.map(({ maxItems }) => maxItems),
      ),
      LEAST_VALUES: together.values.minItems,
      MOST_VALUES: together.values.maxItems,
      MOST_BRANDS: sector.brands.maxItems,
      MOST_TERMS: brand.terms.maxItems,
      MOST_CONTEXTS: brand.must_context.maxItems,
      MOST_MONTHS: limits.sector.max_months,
      LARGEST: number,
      LONGEST: Math.floor(body_bytes / BYTES_OF_A_UNIT) - SPARE,
    },
    defaults: {
      size,
      order: one(
        "orders",
        [aggregate.order, search.sort_order, creators.sort_order].map((order) => order.default),
      ),
      metric: aggregate.metric.default,
      creatorsSort: creators.sort_field.default,
      together: { index: together.index.default, field: together.field.default, group_by: together.group_by.default },
    },
    alias: one("other names of filters", Object.values(aliases).flatMap(Object.entries)),
    // As numbers: their places among the indices.
    ofCreators: one(
      "indices of creators",
      places(schemas.search, ({ sort_field, filters }) =>
        same([sort_field.enum, filters], [creators.sort_field.enum, creators.filters]),
      ),
    ),
    withoutText: one(
      "indices without text",
      places(schemas.search, ({ q }) => q === false),
    ),
  };
}

/** The members of an object, if they are those that the recogniser knows. */
function members({ properties }, names) {
  if (!same(Object.keys(properties).sort(), names)) {
    throw new Failure(
      `the recogniser knows the members [${names.join(", ")}], and there are [${Object.keys(properties).join(", ")}]`,
    );
  }
  return properties;
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The one thing that several are. */
function one(what, things) {
  if (things.length === 0 || things.some((thing) => !same(thing, things[0])))
    throw new Failure(`the recogniser knows one kind of ${what}: ${JSON.stringify(things)}`);
  return things[0];
}

/** Where the alternatives of a schema are of which something holds. */
const places = ({ oneOf }, holds) => oneOf.flatMap(({ properties }, place) => (holds(properties) ? [place] : []));
