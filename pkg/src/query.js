// The query of an address.

/** The pairs of a query as its text. A list is repeated; undefined and null are left out. */
export function queryOf(parameters) {
  const pairs = Object.entries(parameters).flatMap(([name, value]) => [value].flat().map((item) => [name, item]));
  return new URLSearchParams(pairs.filter(([, value]) => value !== undefined && value !== null)).toString();
}
