// Reads the code blocks, commands, output and examples that guides and help texts show.

/** Returns the code blocks of a Markdown text: their language, the line that they begin at and their lines. */
export function blocks(markdown) {
  const found = [];
  let open;
  for (const [at, line] of markdown.split("\n").entries()) {
    const fence = /^( *)```(\w*)/.exec(line);
    if (fence && open) {
      found.push(open);
      open = undefined;
    } else if (fence) open = { language: fence[2], line: at + 1, indent: fence[1].length, lines: [] };
    else open?.lines.push(line.slice(open.indent));
  }
  return found;
}

/** Parses a terminal session into `[{ command, output }]`. A command follows `$ `. */
export function sessions({ lines }) {
  const shown = [];
  for (const line of lines) {
    if (line.startsWith("$ ")) shown.push({ command: line.slice("$ ".length), output: [] });
    else shown.at(-1)?.output.push(line);
  }
  return shown;
}

/** Returns the examples of a help text. A line that ends with a backslash continues in the next line. */
export const examples = (help) =>
  (/^Examples?:\n((?: {2}.+\n?)+)/m.exec(help)?.[1] ?? "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Returns the commands that a help text lists. */
export const subcommands = (help) =>
  (/^Commands:\n((?: {2}.+\n)+)/m.exec(help)?.[1] ?? "")
    .split("\n")
    .map((line) => /^ {2}([a-z-]+)\b/.exec(line)?.[1])
    .filter((name) => name !== undefined && name !== "help");

/** Patterns of values that differ in every run, and their placeholders. Names of equal length keep tables aligned. */
const VOLATILE = [
  [/\b(acc|tok|brd)_[0-9A-Z]{20}\b/g, (_, kind) => `${kind}_${"0".repeat(20)}`],
  [/\bbrd_\d\b/g, () => `brd_${"0".repeat(20)}`],
  [/\b(oh[kt]_(?:live|test)_)\w{38}/g, (_, start) => `${start}…`],
  [/\b(oh[kt]_(?:live|test)_)\w{3}…\w{4}/g, (_, start) => `${start}…`],
  [/\b(oh[kt]_(?:live|test)_)\w{3}( +)\w{4}\b/g, (_, start, blanks) => `${start}000${blanks}0000`],
  [/http:\/\/127\.0\.0\.1:\d+/g, () => "http://127.0.0.1:8787"],
  [/"database_bytes":\d+/g, () => `"database_bytes":12230656`],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, () => "2026-01-31T12:00:00Z"],
  [/\bin \d+\.\d s/g, () => "in 0.0 s"],
  [/\b[0-9a-f]{64}\b/g, () => "0".repeat(64)],
];

/** Progress messages that commands print besides their result. */
const PROGRESS_MESSAGES =
  /^(Using the edge at .*|[A-Z][\w ]+: (\d+ % of .*|[\d,]+ of [\d,]+, .*|\d+ (seconds?|minutes?)( .*)?))$/;
const LEFT_OUT = /^\s*…/;

/** Replaces the values that differ in every run, line by line. */
function withPlaceholders(lines) {
  const said = lines.map((line) =>
    VOLATILE.reduce((text, [pattern, name]) => text.replaceAll(pattern, name), line)
      .replaceAll(/ +/g, " ")
      .trimEnd(),
  );
  return said.filter((line) => line !== "");
}

/**
 * Compares the output of a command with the output that a text shows. Returns the first difference, or undefined. A
 * line that begins with an ellipsis matches any number of lines. Rows match in any order, because ids differ.
 */
export function differenceOf(shown, output) {
  const left = withPlaceholders(output.split("\n").filter((line) => !PROGRESS_MESSAGES.test(line)));
  for (const line of withPlaceholders(shown.filter((line) => !LEFT_OUT.test(line)))) {
    const found = left.indexOf(line);
    if (found < 0) return `"${line}" is shown, but not printed`;
    left.splice(found, 1);
  }
  const isCut = shown.some((line) => LEFT_OUT.test(line));
  return isCut || left.length === 0 ? undefined : `"${left[0]}" is printed, but not shown`;
}
