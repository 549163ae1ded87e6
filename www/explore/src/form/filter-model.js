// Filters as rows of a field, a condition and values, from what the JSON Schema of a request says of each field.
import { schema } from "overheard";
import { inside, isObject } from "../request/pointer.js";
import { listOf, unknownOf } from "./members.js";

/** The conditions of each kind of filter, as `id: words`; the first is what a new row begins with. */
const CONDITIONS = {
  term: { one: "is", any: "is any of" },
  range: { from: "is at least", to: "is at most", between: "is between", one: "is exactly" },
  date_range: { from: "is from", to: "is until", between: "is between", one: "is on" },
};
const ENDS = { gte: "from", lte: "to" };

/** The rows for the filters that a request has, and the fields that have none yet. */
export function filterRows({ properties = {} }, value, pointer) {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, fieldOf(member)]));
  const used = isObject(value) ? Object.keys(value) : [];
  // Other names of a field are understood, and not offered.
  const known = new Set(schema().indices.flatMap(({ filterable }) => filterable));
  const unused = Object.keys(fields).filter((name) => !used.includes(name) && known.has(name));
  const rows = used.map((name) => rowOf(name, fields[name], value[name], inside(pointer, name)));
  return { fields, rows, unused };
}

/** Returns the kind of a field: one value, or alternatively a list of values or a range. */
function fieldOf({ oneOf: [one, other] }) {
  const kind = one.type === "number" ? "range" : one.format === "date" ? "date_range" : "term";
  return { kind, options: one.enum, max: other.maxItems, conditions: CONDITIONS[kind] };
}

function rowOf(name, field, value, pointer) {
  const condition = conditionOf(value);
  const row = { pointer, name, field, value, condition };
  if (condition === "any") return { ...row, items: listOf(value, pointer), unknown: [] };
  if (condition === "one") return { ...row, unknown: [] };
  // An unknown field shows its present members.
  const ends = Object.keys(ENDS).filter(
    (end) => ENDS[end] === condition || (condition === "between" && (field || Object.hasOwn(value, end))),
  );
  return {
    ...row,
    ends: ends.map((end) => ({ end, pointer: inside(pointer, end), value: value[end] })),
    unknown: unknownOf(ENDS, value, pointer),
  };
}

function conditionOf(value) {
  if (Array.isArray(value)) return "any";
  if (!isObject(value)) return "one";
  const [only, ...more] = Object.keys(ENDS).filter((end) => value[end] !== undefined);
  return only === undefined || more.length > 0 ? "between" : ENDS[only];
}

/** Returns the initial value of a field: its first option, otherwise an empty value. */
export const firstValue = ({ kind, options }) => (options ? options[0] : kind === "term" ? "" : { gte: "" });

/** The value of a filter under another condition: as much of it as the condition has room for. */
export function underCondition(condition, value) {
  const values = Array.isArray(value)
    ? value
    : isObject(value)
      ? [value.gte, value.lte].filter((end) => end !== undefined && end !== null)
      : [value];
  const [first = "", last = first] = values;
  if (condition === "any") return values;
  if (condition === "one") return first;
  if (condition === "from") return { gte: first };
  if (condition === "to") return { lte: last };
  return { gte: first, lte: values.length > 1 ? last : "" };
}

/** The value of a filter that is moved to another field: it stays where the field takes its like. */
export function onField(value, from, to) {
  const isAlike = from !== undefined && from.kind === to.kind && from.options === undefined && to.options === undefined;
  return isAlike ? value : firstValue(to);
}
