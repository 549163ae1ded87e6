// Query strings.

/** Values that would be read as several, or as another one, unless they are quoted. */
const NEEDS_QUOTES = /,|^-?"/;

/**
 * Returns the query string of parameters. A list repeats its parameter, and each of its items is one value; undefined
 * and null are omitted.
 */
export function queryOf(parameters) {
  if (Object(parameters) !== parameters) throw new TypeError(`parameters must be an object. Got ${parameters}.`);
  // Form data and other collections provide `entries()`.
  const entries = typeof parameters.entries === "function" ? [...parameters.entries()] : Object.entries(parameters);
  const pairs = entries.flatMap(([name, value]) =>
    Array.isArray(value) ? value.flat().map((item) => [name, name === "q" ? item : quoted(item)]) : [[name, value]],
  );
  return new URLSearchParams(pairs.filter(isGiven)).toString();
}

/** Returns an item of a list, in quotation marks if it needs them. Free text (`q`) is no list. */
const quoted = (item) =>
  typeof item === "string" && NEEDS_QUOTES.test(item) ? `"${item.replaceAll('"', '""')}"` : item;

/** Returns true if a parameter has a value. Throws a `TypeError` for a value that has no text form. */
function isGiven([name, value]) {
  if (value === undefined || value === null) return false;
  const type = typeof value;
  if (!["string", "number", "boolean", "bigint"].includes(type)) {
    throw new TypeError(
      `parameter '${name}' must be a text, a number or a boolean, or a list of these. Got ${type === "object" ? "an" : "a"} ${type}.`,
    );
  }
  return true;
}
