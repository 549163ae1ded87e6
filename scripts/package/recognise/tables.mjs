// The names in requests: a number for each, whose bits are the allowed uses of the name.
import { Failure } from "../../step.mjs";

/** Number of bits for the list of a value. A field has none of them set. */
const LIST_BITS = 4;
/** Bits of a number without its sign, which limit the numbers of uses and of fields. */
const MOST_BITS = 31;

/**
 * Returns the tables of a description: the names of the indices, the `numbers` and the bit positions.
 *
 * `numbers` is a list of `[name, number]` with the fields first, sorted by name. The bits of a use `begin` at a
 * position, with one bit for each index; so do those of a filter's kind. The tables also have the names of the kinds
 * and lists.
 */
export function tablesOf({ schema: { json_schemas: schemas }, aliases }) {
  const indices = schemas.search.properties.index.enum;
  const uses = usesOf(schemas, indices, aliases);
  const begin = Object.fromEntries(
    [...Object.keys(uses), "KIND"].map((use, at) => [use, LIST_BITS + at * indices.length]),
  );
  const { lists, kinds } = kindsOf(schemas);
  const ORDER = lists.push(schemas.aggregate.properties.order.enum);
  const METRIC_TYPE = lists.push(
    schemas.aggregate.properties.metric.properties.type.enum.filter((type) => type !== "count"),
  );
  const NUMBER = lists.length + 1;
  const DATE = lists.length + 2;

  const fields = new Map();
  const add = (name, bits) => fields.set(name, fields.get(name) | bits);
  for (const [use, ofIndices] of Object.entries(uses)) {
    ofIndices.forEach((names, index) => names.forEach((name) => add(name, 1 << (begin[use] + index))));
  }
  for (const name of fields.keys())
    add(name, ({ number: NUMBER, date: DATE }[kinds.get(name)] ?? kinds.get(name) ?? 0) << begin.KIND);
  const inOrder = [...fields].sort(([one], [other]) => (one < other ? -1 : 1));
  const numbers = [...inOrder, ...lists.flatMap((list, at) => list.map((name) => [name, at + 1]))];
  if (new Set(numbers.map(([name]) => name)).size < numbers.length)
    throw new Failure("a name means two things: the recogniser cannot tell them apart");
  if (DATE >> LIST_BITS > 0 || begin.KIND + LIST_BITS > MOST_BITS || fields.size > MOST_BITS)
    throw new Failure("there are more uses, lists or fields than the recogniser's numbers have bits for");
  return { indices, numbers, begin, kinds: { ORDER, METRIC_TYPE, NUMBER, DATE }, listMask: (1 << LIST_BITS) - 1 };
}

/** Returns, for each use, the names that each index allows. */
function usesOf(schemas, indices, aliases) {
  const names = (operation, of) =>
    indices.map((index) => {
      const alternative = schemas[operation].oneOf.find(({ properties }) => properties.index.const === index);
      return alternative ? of(alternative.properties).filter((name) => !Object.hasOwn(aliases[index], name)) : [];
    });
  return {
    FILTER: names("search", ({ filters }) => Object.keys(filters.properties)),
    GROUP_BY: names("aggregate", ({ group_by }) => group_by.enum),
    METRIC: names("aggregate", ({ metric }) => metric.properties.field.enum),
    SORT: names("search", ({ sort_field }) => sort_field.enum),
    TOGETHER: names("co-mentions", ({ group_by }) => group_by.enum),
    FIELD: names("co-mentions", ({ field }) => field.enum),
  };
}

/** Returns the kind of each filter by name: "date", "number", the number of its list of values, or 0 for any text. */
function kindsOf(schemas) {
  const lists = [];
  const kinds = new Map();
  const kindOf = (value) => {
    if (value.format === "date") return "date";
    if (value.type === "number") return "number";
    if (!value.enum) return 0;
    const known = lists.findIndex((list) => list.join() === value.enum.join());
    return known < 0 ? lists.push(value.enum) : known + 1;
  };
  for (const { properties } of schemas.search.oneOf) {
    for (const [
      name,
      {
        oneOf: [value],
      },
    ] of Object.entries(properties.filters.properties)) {
      const kind = kindOf(value);
      if ((kinds.get(name) ?? kind) !== kind)
        throw new Failure(`filter '${name}' takes different things on different indices`);
      kinds.set(name, kind);
    }
  }
  return { lists, kinds };
}
