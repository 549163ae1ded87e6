// The names of requests as the recogniser knows them: a number for each, whose bits say what the name may be used for.
import { Failure } from "../../step.mjs";

/** Bits that say of which list a value is. A field has none of them. */
const LIST_BITS = 4;
/** Bits of a number without its sign: as many uses, and as many fields, may be told apart. */
const MOST_BITS = 31;

/**
 * The tables of a description: the names of the indices; `numbers`, a list of `[name, number]` with the fields first,
 * in the order of their names; where in a number the bits of a use `begin`, one for each index, and those of a filter's
 * kind; and what the kinds and lists are called.
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

/** For each use, the names that each index allows. */
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

/**
 * What each filter takes, by name: "date", "number", the number of the list that its values are of, or 0 for any text.
 */
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
