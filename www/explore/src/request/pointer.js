// Places in a request: JSON Pointers (RFC 6901), as problems name them.

const escaped = (name) => String(name).replaceAll("~", "~0").replaceAll("/", "~1");
const unescaped = (part) => part.replaceAll("~1", "/").replaceAll("~0", "~");
const parts = (pointer) => pointer.split("/").slice(1).map(unescaped);

/** The place of a member or an item. */
export const inside = (pointer, name) => `${pointer}/${escaped(name)}`;
/** The place that holds this one. */
export const parentOf = (pointer) => pointer.slice(0, pointer.lastIndexOf("/"));
/** The name of the member, or the number of the item. */
export const nameOf = (pointer) => unescaped(pointer.slice(pointer.lastIndexOf("/") + 1));

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the value at a location; undefined if there is none. */
export const valueAt = (value, pointer) =>
  parts(pointer).reduce(
    (inner, name) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, name) ? inner[name] : undefined,
    value,
  );

/** The same value with something else at a place: undefined takes away what is there. */
export const withValue = (value, pointer, replacement) => replaced(value, parts(pointer), replacement);

function replaced(value, [name, ...rest], replacement) {
  if (name === undefined) return replacement;
  if (Array.isArray(value)) {
    const item = replaced(value[name], rest, replacement);
    return item === undefined ? value.toSpliced(Number(name), 1) : value.toSpliced(Number(name), 1, item);
  }
  const members = isObject(value) ? Object.entries(value) : [];
  const member = replaced(members.find(([known]) => known === name)?.[1], rest, replacement);
  const isThere = members.some(([known]) => known === name);
  const all = isThere
    ? members.map(([known, before]) => [known, known === name ? member : before])
    : [...members, [name, member]];
  return Object.fromEntries(all.filter(([, inner]) => inner !== undefined));
}

/** The same value with another name for a member, which keeps its position. */
export function renamed(value, pointer, name) {
  const parent = parentOf(pointer);
  const members = Object.entries(valueAt(value, parent));
  return withValue(
    value,
    parent,
    Object.fromEntries(members.map(([known, inner]) => [known === nameOf(pointer) ? name : known, inner])),
  );
}
