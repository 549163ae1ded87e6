// Reads CSV (RFC 4180) strictly, and computes the cells of a value.

/** Returns the rows of a CSV as lists of texts. Throws if it breaks RFC 4180. */
export function rowsOf(csv) {
  const rows = [];
  let row = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  while (field.lastIndex < csv.length) {
    const at = field.lastIndex;
    const [, quoted, plain, end] = field.exec(csv) ?? [];
    if (end === undefined) throw new Error(`no CSV from character ${at}: ${JSON.stringify(csv.slice(at, at + 80))}`);
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const safe = (text) => (/^[=+\-@\t\r\n＝＋－＠]/u.test(text) ? `'${text}` : text);

/** Returns the cell of a value. */
export function cellOf(value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return safe(value);
  if (!Array.isArray(value)) return typeof value === "number" ? String(value) : JSON.stringify(value);
  return safe(value.map((item) => (typeof item === "string" ? item : JSON.stringify(item))).join("; "));
}

/**
 * Returns the cells of an item by column. `maps` are members whose objects are cells. Nested objects are columns of
 * their own.
 */
export function cellsOf(item, maps = [], name = "") {
  return Object.entries(item).flatMap(([member, value]) => {
    if (name === "" && member === "object") return [];
    const column =
      name === ""
        ? member
        : ["label", "name"].includes(member)
          ? name
          : member.endsWith("_id")
            ? member
            : `${name}_${member}`;
    return isObject(value) && !maps.includes(member) ? cellsOf(value, maps, column) : [[column, cellOf(value)]];
  });
}
