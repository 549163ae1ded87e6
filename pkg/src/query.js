// Query strings.

/** Returns the query string of parameters. A list repeats its parameter; undefined and null are omitted. */
export function queryOf(parameters) {
  if (Object(parameters) !== parameters) throw new TypeError(`parameters must be an object. Got ${parameters}.`);
  // Form data and other collections provide `entries()`.
  const entries = typeof parameters.entries === "function" ? [...parameters.entries()] : Object.entries(parameters);
  const pairs = entries.flatMap(([name, value]) => [value].flat().map((item) => [name, item]));
  return new URLSearchParams(pairs.filter(isGiven)).toString();
}

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
