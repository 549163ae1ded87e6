// Generates modules that export large values, in which repeated objects and lists are written once.

/** Shorter texts are repeated: a name for them would make the compressed module larger. */
const SHORT = 120;

/** Returns a module that exports a value, in which repeated objects have names. */
export function sharedSource(value) {
  const counts = new Map();
  count(value, counts);
  const names = new Map();
  const declarations = [];
  const written = (part) => {
    if (typeof part !== "object" || part === null) return JSON.stringify(part);
    const text = JSON.stringify(part);
    if (names.has(text)) return names.get(text);
    const inside = Array.isArray(part)
      ? `[${part.map(written).join(",")}]`
      : `{${Object.entries(part)
          .map(([name, member]) => `${JSON.stringify(name)}:${written(member)}`)
          .join(",")}}`;
    if (counts.get(text) < 2 || text.length < SHORT) return inside;
    const name = `s${names.size}`;
    names.set(text, name);
    declarations.push(`const ${name} = ${inside};\n`);
    return name;
  };
  const exported = written(value);
  return `${declarations.join("")}export default ${exported};\n`;
}

/** Counts the occurrences of each object and list, by its text. */
function count(value, counts) {
  if (typeof value !== "object" || value === null) return;
  const text = JSON.stringify(value);
  counts.set(text, (counts.get(text) ?? 0) + 1);
  // The parts of a repeated object are written with it.
  if (counts.get(text) === 1) Object.values(value).forEach((part) => count(part, counts));
}
