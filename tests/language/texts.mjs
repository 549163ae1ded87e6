// Reads the texts of the dashboard: those of the catalogues, and those that are outside of them.
import { readFileSync } from "node:fs";
import { parseSync, types } from "@babel/core";
import { getConfig } from "@lingui/conf";
import { getCatalogs } from "@lingui/cli/api";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { inRoot } from "../../scripts/project.mjs";

/** Languages with a catalogue of translations. */
export const LANGUAGES = ["de"];

const config = getConfig({ configPath: inRoot("www", "lingui.config.mjs") });

/** Returns the messages of the source files, and the catalogue of each language. */
export async function readTexts() {
  const [catalog] = await getCatalogs(config);
  const [source, ...catalogues] = await Promise.all([
    catalog.collect(),
    ...["en", ...LANGUAGES].map((language) => catalog.read(language)),
  ]);
  return { source, catalogues: Object.fromEntries(["en", ...LANGUAGES].map((name, at) => [name, catalogues[at]])) };
}

/** Returns the names of the values and elements in a message, such as `count` or `<0>`. */
export function placeholdersOf(message) {
  const names = new Set();
  const read = (tokens) => {
    for (const token of tokens) {
      if (typeof token === "string") for (const [tag] of token.matchAll(/<\/?\d+\/?>/g)) names.add(tag);
      else {
        names.add(token[0]);
        if (token[2] && typeof token[2] === "object")
          for (const form of Object.values(token[2])) if (Array.isArray(form)) read(form);
      }
    }
  };
  read(compileMessageOrThrow(message));
  return [...names].sort();
}

/** Words, as opposed to names of classes, parameters and the like: they begin with a capital letter, or have a space. */
const IS_TEXT = /^[\s"“(]*\p{Lu}\p{Ll}+(?=[\s.,:;?!’)]|$)|^\p{Ll}+ .*[.?!]$/u;

/** Names, which are the same in every language, and values of the interfaces and of the browser. */
const IS_NAME =
  /^(?:Overheard|Slack|Microsoft Teams|JavaScript|Python|YouTube|TikTok|Instagram|English|Deutsch|Content-Type|Authorization|Prefer|Escape|Arrow\w+|Enter|Home|End|Tab|ms|Bearer .*)$/;

/** Attributes of which no member reads or hears the value. */
const NOT_READ = /^(?:className|id|key|role|href|to|type|d|stroke|fill)$/;

/** Calls whose texts a macro translates, or nobody reads. */
const isTranslated = (node) =>
  (types.isTaggedTemplateExpression(node) && types.isIdentifier(node.tag, { name: "t" })) ||
  (types.isCallExpression(node) && /^(?:t|plural|select|Error|TypeError)$/.test(node.callee.name ?? "")) ||
  (types.isNewExpression(node) && /Error$/.test(node.callee.name ?? "")) ||
  (types.isJSXElement(node) && ["Trans", "Plural", "code"].includes(node.openingElement.name.name)) ||
  (types.isJSXAttribute(node) && NOT_READ.test(node.name.name)) ||
  types.isImportDeclaration(node) ||
  types.isTSType(node);

/** Returns the texts of a file that no macro translates. */
export function textsOutside(path) {
  const found = [];
  const add = ({ loc }, text) => {
    const trimmed = text.trim();
    if (!IS_NAME.test(trimmed)) found.push(`${path}:${loc.start.line}: ${trimmed}`);
  };
  const visit = (node) => {
    if (isTranslated(node)) return;
    if (types.isJSXText(node) && /\p{L}{2}/u.test(node.value)) add(node, node.value);
    if (types.isStringLiteral(node) && IS_TEXT.test(node.value)) add(node, node.value);
    if (types.isTemplateElement(node) && IS_TEXT.test(node.value.cooked)) add(node, node.value.cooked);
    for (const key of types.VISITOR_KEYS[node.type] ?? [])
      for (const child of [node[key]].flat()) if (child) visit(child);
  };
  const plugins = path.endsWith("x") ? ["typescript", "jsx"] : ["typescript"];
  const source = readFileSync(inRoot(path), "utf8");
  visit(parseSync(source, { configFile: false, babelrc: false, parserOpts: { plugins } }).program);
  return found;
}
