// The tools of both interfaces, as the core defines them, in what their definitions differ by. What is alike in several
// schemas is written once.

/** Texts of this length are written as often as they occur. */
const SHORT = 40;

/** @param description what overheard-describe prints */
export const dataToolsSource = ({ tools }) => source(definitions(tools, "data"));
/** The same for the Account API. */
export const accountToolsSource = ({ tools }) => source(definitions(tools, "account"));

/** The names of tools of the Account API, as types. */
export function toolNames({ tools }) {
  const union = (writes) => tools.filter((tool) => tool.api === "account" && tool.writes === writes).map(({ name }) => JSON.stringify(name)).join(" | ");
  return `export type AccountToolName = ${union(false)};

/** Those that change something, or tell of what was changed. */
export type AccountWritingToolName = ${union(true)};
`;
}

/** What every form of a definition is put together from. The form of the protocol has all but what is strict. */
const definitions = (tools, api) =>
  tools.filter((tool) => tool.api === api).map(({ operation, writes, openai, mcp }) => ({ operation, writes, strict: openai.parameters, ...mcp }));

/** A module that exports a value, in which objects that occur several times have names. */
function source(value) {
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
      : `{${Object.entries(part).map(([name, member]) => `${JSON.stringify(name)}:${written(member)}`).join(",")}}`;
    if (counts.get(text) < 2 || text.length < SHORT) return inside;
    const name = `s${names.size}`;
    names.set(text, name);
    declarations.push(`const ${name} = ${inside};\n`);
    return name;
  };
  const exported = written(value);
  return `${declarations.join("")}export default ${exported};\n`;
}

/** Counts how often each object and list occurs, by its text. */
function count(value, counts) {
  if (typeof value !== "object" || value === null) return;
  const text = JSON.stringify(value);
  counts.set(text, (counts.get(text) ?? 0) + 1);
  // What is inside of one that was seen is written with it.
  if (counts.get(text) === 1) Object.values(value).forEach((part) => count(part, counts));
}
