// Writes Python source: names, literals, docstrings.

/** Python's keywords. */
const KEYWORDS = new Set(
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " ",
  ),
);

/** Columns of a line of prose. */
const WIDTH = 110;

/** Converts `co-mentions` to `co_mentions`. */
export const snake = (name) => name.replaceAll("-", "_");

/** Returns true if a name can be the name of a member or a parameter. */
export const isName = (name) => /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name);

/** Returns the name of a parameter. A keyword gets a trailing underscore, as PEP 8 recommends. */
export const parameterName = (name) => (KEYWORDS.has(name) ? `${name}_` : name);

/** Returns a JSON value as a Python literal. */
export function literal(value) {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value === "object")
    return `{${Object.entries(value)
      .map(([name, held]) => `${literal(name)}: ${literal(held)}`)
      .join(", ")}}`;
  return JSON.stringify(value);
}

/** Returns a tuple of given sources. */
export const tuple = (items) => `(${items.join(", ")}${items.length === 1 ? "," : ""})`;

/** Wraps prose into lines. All lines except for the first are indented. */
export function wrapped(text, indent, width = WIDTH) {
  const lines = [""];
  for (const word of text.split(" ")) {
    if (lines.at(-1) !== "" && lines.at(-1).length + word.length >= width) lines.push("");
    lines.push(`${lines.pop()} ${word}`.trimStart());
  }
  return lines.join(`\n${indent}`);
}

/** Escapes a text for a docstring. */
export const documented = (text) => text.replaceAll("\\", "\\\\").replaceAll('"""', "'''");
