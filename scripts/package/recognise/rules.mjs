// The request rules for the recogniser. Fails if their form is not the one that the recogniser supports.
import { Failure } from "../../step.mjs";

/** Most UTF-8 bytes of a UTF-16 unit of a JavaScript string. */
const BYTES_OF_A_UNIT = 3;
/** Units by which a given request may be longer than its canonical form, through aliases and null members. */
const SPARE = 1000;

/** Returns the limits, defaults and special indices of a description. */
export function rulesOf({ schema: { json_schemas: schemas, limits }, aliases, limits: { number, body_bytes } }) {
  const aggregate = members(schemas.aggregate, ["filters", "group_by", "index", "metric", "order", "size"]);
  const search = members(schemas.search, ["filters", "index", "q", "size", "sort_field", "sort_order"]);
  const creators = members(schemas.creators, ["filters", "size", "sort_field", "sort_order"]);
  const together = members(schemas["co-mentions"], ["field", "group_by", "index", "size", "values"]);
  const sector = members(schemas.sector, ["brands", "from_date", "to_date"]);
  const brand = members(sector.brands.items, ["exact", "label", "must_context", "must_not_context", "terms"]);
  members(aggregate.metric, ["field", "type"]);
  const filtersOf = ({ properties }) => properties.filters;
  if (!same(schemas.search.oneOf.map(filtersOf), schemas.aggregate.oneOf.map(filtersOf)))
    throw new Failure("aggregate and search take different filters");
  const filters = schemas.search.oneOf.flatMap(({ properties }) => Object.values(properties.filters.properties));
  const [texts, lists] = [0, 1].map((form) =>
    filters.map(({ oneOf }) => oneOf[form]).filter(({ maxLength, maxItems }) => maxLength ?? maxItems),
  );
  const named = [
    brand.label,
    brand.terms.items,
    brand.must_context.items,
    brand.must_not_context.items,
    together.values.items,
    ...texts,
  ];
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
      MOST_CONTEXTS: one(
        "limits of contexts",
        [brand.must_context, brand.must_not_context].map(({ maxItems }) => maxItems),
      ),
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
    // The positions among the indices, as numbers.
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

/** Returns the members of an object, if they are those that the recogniser supports. */
function members({ properties }, names) {
  if (!same(Object.keys(properties).sort(), names)) {
    throw new Failure(
      `the recogniser knows the members [${names.join(", ")}], and there are [${Object.keys(properties).join(", ")}]`,
    );
  }
  return properties;
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the one value that several equal. */
function one(what, things) {
  if (things.length === 0 || things.some((thing) => !same(thing, things[0])))
    throw new Failure(`the recogniser knows one kind of ${what}: ${JSON.stringify(things)}`);
  return things[0];
}

/** Returns the positions of a schema's alternatives that satisfy a condition. */
const places = ({ oneOf }, holds) => oneOf.flatMap(({ properties }, place) => (holds(properties) ? [place] : []));
