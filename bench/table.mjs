// What was measured, as tables of Markdown.

export const whole = (number) => Math.round(number).toLocaleString("en");
export const short = (number) =>
  Number.isInteger(number)
    ? whole(number)
    : number < 10
      ? number.toFixed(2)
      : number < 100
        ? number.toFixed(1)
        : whole(number);

/** A table; columns whose names begin with `>` are numbers. */
export function table(columns, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const heads = columns.map((name) => name.replace(/^>/, ""));
  const rules = columns.map((name) => (name.startsWith(">") ? "--:" : "---"));
  return [line(heads), `|${rules.join("|")}|`, ...rows.map(line)].join("\n");
}
