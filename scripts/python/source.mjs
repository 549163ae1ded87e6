// How Python is written: names, literals, docstrings.

/** What Python keeps for itself. */
const KEYWORDS = new Set(
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " ",
  ),
);

/** Columns of a line of prose. */
const WIDTH = 110;

/** `co-mentions` is `co_mentions`. */
export const snake = (name) => name.replaceAll("-", "_");

/** Whether a name can be the name of a member or a parameter. */
export const isName = (name) => /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name);

/** The name of a parameter: what Python keeps for itself has an underscore behind it, as PEP 8 advises. */
export const parameterName = (name) => (KEYWORDS.has(name) ? `${name}_` : name);

/** A value of JSON as Python writes it. */
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

/** A tuple of things that are written already. */
export const tuple = (items) => `(${items.join(", ")}${items.length === 1 ? "," : ""})`;

/** Prose in lines, those behind the first one with an indent. */
export function wrapped(text, indent, width = WIDTH) {
  const lines = [""];
  for (const word of text.split(" ")) {
    if (lines.at(-1) !== "" && lines.at(-1).length + word.length >= width) lines.push("");
    lines.push(`${lines.pop()} ${word}`.trimStart());
  }
  return lines.join(`\n${indent}`);
}

/** A text as a docstring may hold it. */
export const documented = (text) => text.replaceAll("\\", "\\\\").replaceAll('"""', "'''");
