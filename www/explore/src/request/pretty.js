// Values as text that people like to read: what fits into a line is in one.
import { minified } from "./json-text.js";

const WIDTH = 76;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

const nameInJson = (name) => JSON.stringify(name);
/** JavaScript's own form of a name, without quotes where they can be left out. */
export const nameInJavaScript = (name) => (IDENTIFIER.test(name) ? name : JSON.stringify(name));

/** A value as JSON; with the names of JavaScript, as JavaScript. The outermost object is always spread out. */
export function pretty(value, { name = nameInJson } = {}, indent = "", before = 0) {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map((inner) => ["", inner])
    : Object.entries(value).map(([member, inner]) => [`${name(member)}: `, inner]);
  const [open, close] = isList ? "[]" : "{}";
  if (entries.length === 0) return open + close;
  if (indent !== "") {
    const line = inOneLine(value, name);
    if (indent.length + before + line.length <= WIDTH) return line;
  }
  const deeper = `${indent}  `;
  const lines = entries.map(([label, inner]) => `${deeper}${label}${pretty(inner, { name }, deeper, label.length)}`);
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}

function inOneLine(value, name) {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((inner) => inOneLine(inner, name)).join(", ")}]`;
  const members = Object.entries(value).map(([member, inner]) => `${name(member)}: ${inOneLine(inner, name)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/**
 * The same text with other blanks; as it is where more than blanks would change, as where a member is written twice.
 */
export function tidied(text) {
  try {
    const spread = pretty(JSON.parse(text));
    return minified(spread) === minified(text) ? spread : text;
  } catch {
    return text;
  }
}
