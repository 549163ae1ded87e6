// Creates and saves files in the browser.
import type { Column } from "./DataTable.tsx";

export function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** German letters in file names. */
const LETTERS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

/** Returns a file name such as `tone-by-platform_2026-10-01_2026-10-31.csv`. */
export const fileName = (title: string, window: { from: string; to: string } | undefined, ending: string): string =>
  `${[
    title
      .toLowerCase()
      .replaceAll(/[äöüß]/g, (letter) => LETTERS[letter]!)
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, ""),
    ...(window ? [window.from, window.to] : []),
  ].join("_")}.${ending}`;

/** Quotes a CSV cell by RFC 4180. Prefixes an apostrophe to texts that a spreadsheet would run as a formula. */
const cell = (value: string | number | null): string => {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export function csvOf<Row>(columns: Column<Row>[], rows: Row[]): Blob {
  const exported = columns.filter(({ isAction }) => !isAction);
  const lines = [exported.map(({ title }) => title), ...rows.map((row) => exported.map(({ value }) => value(row)))];
  // The byte order mark makes spreadsheets read the file as UTF-8.
  return new Blob([`\uFEFF${lines.map((line) => line.map(cell).join(",")).join("\r\n")}\r\n`], {
    type: "text/csv;charset=utf-8",
  });
}
