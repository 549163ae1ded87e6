// Tables of Markdown.

/** A table; columns whose names begin with `>` are numbers. */
export function table(columns, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const rules = columns.map((name) => (name.startsWith(">") ? "--:" : "---"));
  return [line(columns.map((name) => name.replace(/^>/, ""))), `|${rules.join("|")}|`, ...rows.map(line)].join("\n");
}

/** A number with about three digits that say something. */
export function short(number) {
  if (!Number.isFinite(number)) return "-";
  if (number >= 100) return Math.round(number).toLocaleString("en");
  return number.toFixed(number >= 10 ? 1 : 2);
}
