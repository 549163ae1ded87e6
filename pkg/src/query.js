// The query of an address.

/** The pairs of a query as its text. A list is repeated; undefined and null are left out. */
export function queryOf(parameters) {
  if (Object(parameters) !== parameters) throw new TypeError(`parameters must be an object. Got ${parameters}.`);
  // Of a form's data and of other collections the entries are meant, not the members.
  const entries = typeof parameters.entries === "function" ? [...parameters.entries()] : Object.entries(parameters);
  const pairs = entries.flatMap(([name, value]) => [value].flat().map((item) => [name, item]));
  return new URLSearchParams(pairs.filter(isGiven)).toString();
}

/** Whether a parameter has a value. What has no text of its own is no value of an address. */
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
