// The schema that the package was built for, and the comparison with a live one.
import known from "../generated/schema.js";

/** The members of a field that describe its uses. */
const USES = ["type", "multi", "filter", "group_by", "metric", "sort"];
/** The members of an index that list fields by use. */
const LISTS = ["filterable", "group_by", "metrics", "sortable"];

/** Thrown if this package does not support a live schema. */
export class SchemaMismatchError extends Error {
  /** @param {string[]} differences */
  constructor(differences) {
    super(`the schema is not one that this package was made for:\n${differences.join("\n")}`);
    this.differences = differences;
  }

  get name() {
    return "SchemaMismatchError";
  }
}

/** Returns the schema that this package was built for. */
export const schema = () => known;

/**
 * Checks that a live schema has everything that this package knows. It may have more.
 * @throws {SchemaMismatchError} that lists every difference
 */
export function assertSchema(live) {
  const differences = [
    ...differentVersion(live?.schema_version),
    ...known.indices.flatMap((index) => differentIndex(index, named(live?.indices, index.name))),
  ];
  if (differences.length > 0) throw new SchemaMismatchError(differences);
}

function differentVersion(version) {
  const [major, minor, patch] = numbers(known.schema_version);
  const [liveMajor, liveMinor, livePatch] = numbers(version);
  const isKnown = liveMajor === major && (liveMinor > minor || (liveMinor === minor && livePatch >= patch));
  return isKnown ? [] : [difference("schema_version", `${known.schema_version} or a newer ${major}.x`, version)];
}

const numbers = (version) => String(version).split(".").map(Number);

function differentIndex(index, live) {
  const place = `indices.${index.name}`;
  if (!live) return [difference(place, "there", undefined)];
  const fields = index.fields.flatMap((field) =>
    differentField(`${place}.fields.${field.name}`, field, named(live.fields, field.name)),
  );
  const lists = LISTS.flatMap((list) => missing(`${place}.${list}`, index[list], live[list]));
  const text =
    live.full_text === index.full_text ? [] : [difference(`${place}.full_text`, index.full_text, live.full_text)];
  return [...fields, ...lists, ...text];
}

function differentField(place, field, live) {
  if (!live) return [difference(place, "there", undefined)];
  const uses = USES.filter((use) => live[use] !== field[use]).map((use) =>
    difference(`${place}.${use}`, field[use], live[use]),
  );
  return [...uses, ...missing(`${place}.values`, field.values, live.values)];
}

/** Returns a difference for each item missing in the live list. */
const missing = (place, list = [], live = []) =>
  list.filter((item) => !live.includes(item)).map((item) => difference(place, `a list with '${item}'`, live));

const named = (list, name) => (Array.isArray(list) ? list.find((item) => item?.name === name) : undefined);

const difference = (place, expected, got) =>
  `${place} must be ${expected}. Got ${got === undefined ? "nothing" : JSON.stringify(got)}.`;
