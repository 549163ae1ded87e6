// Reads the comments of the project's own source files, area by area.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const AREAS = ["src", "worker", "cli", "pkg", "www", "scripts", "tests"];

const LINE_COMMENT = { rs: /^\s*\/\/[/!]?(.*)$/, js: /^\s*\/\/(.*)$/, py: /^\s*#(?!!)(.*)$/ };
const KINDS = { rs: "rs", mjs: "js", js: "js", ts: "js", tsx: "js", py: "py" };
const MOST_WORDS = 30;
const FRONTED = /^(?:[-*] )?(?:What|Whatever|Whether|Whoever|Of|That|Nothing|How|Which|Where|Who)\b/;

/** Folders of installed and generated files. */
const NOT_SOURCES = /^(?:node_modules|_?generated|dist|target|made-.*|\..*)$/;
const BUILT = /^worker\/(?:render\/)?(?:build|site)(?:\.|$)/;

/** Lists the source files of an area or a folder, as paths from the root of the repository. */
export function filesOf(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return NOT_SOURCES.test(entry.name) || BUILT.test(path) ? [] : filesOf(root, path);
    return KINDS[entry.name.split(".").at(-1)] ? [path] : [];
  });
}

/** Returns the comment lines of a file: the line number and the text without its marker. */
export function commentLines(root, path) {
  const kind = KINDS[path.split(".").at(-1)];
  const lines = [];
  let isInBlock = false;
  for (const [index, line] of readFileSync(join(root, path), "utf8").split("\n").entries()) {
    let text = null;
    if (isInBlock) {
      isInBlock = !line.includes("*/");
      text = line.replace(/^\s*\*?\s?/, "").replace(/\*?\*\/.*$/, "");
    } else if (kind === "js" && /^\s*\/\*/.test(line)) {
      isInBlock = !line.includes("*/");
      text = line.replace(/^\s*\/\*+\s?/, "").replace(/\*?\*\/.*$/, "");
    } else {
      text = LINE_COMMENT[kind].exec(line)?.[1] ?? null;
    }
    if (text !== null) lines.push({ line: index + 1, text: text.trim() });
  }
  return lines;
}

/** Returns true if a comment line begins with a relative word instead of a verb or a noun. */
export function isFronted(text) {
  return FRONTED.test(text);
}

/** Returns the sentences of a file's comments that have too many words. */
export function longSentences(lines) {
  const long = [];
  let paragraph = { line: 0, text: "" };
  let isCode = false;
  const finish = () => {
    for (const sentence of paragraph.text.split(/(?<=[.!?:][)"'`*]*)\s+/)) {
      const words = sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;
      if (words > MOST_WORDS) long.push({ line: paragraph.line, words, sentence });
    }
    paragraph = { line: 0, text: "" };
  };
  let previous = 0;
  for (const { line, text } of lines) {
    const isBreak = text === "" || /^(?:[-*#|@]|\d+\.) ?/.test(text) || text.startsWith("```");
    if (line !== previous + 1 || isBreak) finish();
    previous = line;
    if (text.startsWith("```")) isCode = !isCode;
    if (isCode || text.startsWith("|") || text === "" || text.startsWith("```")) continue;
    paragraph = { line: paragraph.line || line, text: `${paragraph.text} ${text}`.trim() };
  }
  finish();
  return long;
}
