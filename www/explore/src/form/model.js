// The model of an operation's form, built from the package's schema: a tree of parts, each with its location in the
// request.
import { schema } from "overheard";
import { inside, isObject } from "../request/pointer.js";
import { filterRows } from "./filter-model.js";
import { listOf, unknownOf } from "./members.js";

/** Members whose name is no word that says enough. */
const LABELS = {
  q: "Free text",
  from_date: "From",
  to_date: "To",
  "metric type": "Metric",
  must_context: "Context",
  must_not_context: "Excluded context",
};
/** Parts that take the whole width, after those that do not. */
const BLOCKS = ["list", "filters", "groups"];

/** The name of a member as a label. */
function labelOf(name) {
  const words = LABELS[name] ?? name.replaceAll("_", " ");
  return words[0].toUpperCase() + words.slice(1);
}

/** The parts of the form of an operation that shows a request. */
export function formOf(operation, request) {
  const { oneOf = [], ...body } = schema().json_schemas[operation];
  const index = request.index ?? body.properties.index?.default;
  const alternative = oneOf.find(({ properties }) => properties.index.const === index);
  return { kind: "group", pointer: "", ...membersOf(alternative ? united(body, alternative) : body, request, "") };
}

/** Everything that is allowed, narrowed to what an index allows. */
function united(base, alternative) {
  const members = Object.entries(base.properties).map(([name, member]) => {
    const own = alternative.properties?.[name];
    if (own === false) return [name, { ...member, isRefused: true }];
    if (!isObject(own) || own.const !== undefined) return [name, member];
    return [name, own.properties && member.properties ? united(member, own) : { ...member, ...own }];
  });
  return {
    ...base,
    properties: Object.fromEntries(members),
    required: [...new Set([...(base.required ?? []), ...(alternative.required ?? [])])],
  };
}

/** The parts for the members of an object, and those for members that it should not have. */
function membersOf({ properties, required = [], anyOf, default: whole }, value, pointer, outer = "") {
  const holder = isObject(value) ? value : {};
  const isConditional = (name) => anyOf?.some((rule) => rule.required?.includes(name)) ?? false;
  const isNeeded = (name) =>
    isConditional(name) && !anyOf.some((rule) => !rule.required && holds(rule, value ?? whole));
  const isShown = ([name, { isRefused }]) =>
    isConditional(name) ? isNeeded(name) : !isRefused || Object.hasOwn(holder, name);
  const shown = Object.entries(properties).filter(isShown);
  const parts = shown.map(([name, member]) =>
    partOf(member, Object.hasOwn(holder, name) ? holder[name] : undefined, inside(pointer, name), {
      name: outer ? `${outer} ${name}` : name,
      isRequired: required.includes(name) || isNeeded(name),
      // An object that may be left out goes with the member that says what it is.
      ...(whole && required.includes(name) && { default: whole[name], clears: pointer, isRequired: false }),
    }),
  );
  return { parts: inOrder(parts), unknown: unknownOf(properties, value, pointer) };
}

/** Returns true if an object has the member values that an alternative of a JSON Schema's `anyOf` requires. */
const holds = ({ properties = {} }, value) =>
  Object.entries(properties).every(([name, { const: only }]) => value?.[name] === only);

const inOrder = (parts) => [
  ...parts.filter(({ kind }) => !BLOCKS.includes(kind)),
  ...parts.filter(({ kind }) => BLOCKS.includes(kind)),
];

function partOf(member, value, pointer, { name, isRequired, clears, default: fallback = member.default }) {
  const part = { pointer, name, label: labelOf(name), value, isRequired, clears, default: fallback };
  const { type, enum: options, format, minimum, maximum, items, minItems, maxItems, properties } = member;
  if (name === "filters") return { ...part, kind: "filters", ...filterRows(member, value, pointer) };
  if (options) return { ...part, kind: "choice", options };
  if (type === "integer" || type === "number") return { ...part, kind: "number", min: minimum, max: maximum };
  if (type === "boolean") return { ...part, kind: "switch" };
  if (type === "array" && items.properties) {
    const groups = listOf(value, pointer).map((item) => ({
      ...item,
      kind: "group",
      ...membersOf(items, item.value, item.pointer),
    }));
    return { ...part, kind: "groups", max: maxItems, empty: emptyOf(items), items: groups };
  }
  if (type === "array") return { ...part, kind: "list", min: minItems, max: maxItems, items: listOf(value, pointer) };
  if (properties)
    return { ...part, kind: "group", ...membersOf({ ...member, default: fallback }, value, pointer, name) };
  return { ...part, kind: format === "date" ? "date" : "text" };
}

/** Returns a new object with its required members, still empty. */
const emptyOf = ({ required, properties }) =>
  Object.fromEntries(required.map((name) => [name, properties[name].type === "array" ? [""] : ""]));
