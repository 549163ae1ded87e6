// Whether two answers are the same: status, headers and every byte of the body.

/** Headers that need not be the same. */
const FREE_HEADERS = {
  "server-timing": "milliseconds that were measured",
  date: "the clock of the runtime, not of the Worker",
  "content-length": "follows from the body",
};
/** What the database counted: told apart, because fewer is as good. */
const ROWS_READ = /"rows_read":(\d+)/;

/** An answer as it is compared: its text without the rows that it read, and these. */
function read({ status, headers, text }) {
  const rows = Number(ROWS_READ.exec(text)?.[1] ?? 0);
  const compared = [...headers].filter(([name]) => !Object.hasOwn(FREE_HEADERS, name));
  return {
    parts: { status: String(status), body: text.replace(ROWS_READ, '"rows_read":0'), ...Object.fromEntries(compared) },
    rows,
  };
}

/**
 * The rows that both read, and where they differ: the name of a part and what it is on each side, around the first
 * other letter.
 */
export function compare(base, here, shown) {
  const [before, now] = [base, here].map(read);
  const name = Object.keys({ ...before.parts, ...now.parts }).find((part) => before.parts[part] !== now.parts[part]);
  const difference = name === undefined ? undefined : { name, ...excerpts(before.parts[name], now.parts[name], shown) };
  return { rows: { base: before.rows, here: now.rows }, difference };
}

function excerpts(base = "(none)", here = "(none)", shown) {
  let first = 0;
  while (first < base.length && base[first] === here[first]) first += 1;
  const from = Math.max(0, first - shown / 3);
  const cut = (text) => `${from > 0 ? "…" : ""}${text.slice(from, from + shown)}`;
  return { base: cut(base), here: cut(here) };
}
