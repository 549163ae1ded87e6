// Converts values to the form that a message requires.

/** Returns the most similar name, or undefined if none is similar enough. */
export function mostSimilar(written, names) {
  const scored = names.map((name) => [similarity(String(written), name), name]).sort(([one], [other]) => other - one);
  return scored[0]?.[0] > 0 ? scored[0][1] : undefined;
}

const letters = (text) =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");
const byLength = (one, other) => [one, other].map(letters).sort((a, b) => a.length - b.length);

/**
 * Returns how similar two names are: above 1 if the shorter is a part of the longer, below if its letters only occur in
 * order, and 0 otherwise.
 */
function similarity(one, other) {
  const [short, long] = byLength(one, other);
  if (long.includes(short)) return 1 + short.length / long.length;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length ? at / long.length : 0;
}

/** Returns true if all but two letters of two texts are equal and in the same order. */
export function isNear(one, other) {
  const [short, long] = byLength(one, other);
  let [at, same] = [0, 0];
  for (const letter of short) {
    const found = long.indexOf(letter, at);
    if (found >= 0 && found - at <= 2) [at, same] = [found + 1, same + 1];
  }
  return same >= long.length - 2;
}

/** Converts a value to the type that a message names. */
export function ofType(value, message) {
  if (/must be a (whole )?number/.test(message)) return Number(String(value).replaceAll(/[^\d.-]/g, ""));
  if (/must be a list/.test(message)) return String(value).split(/\s*,\s*/);
  if (/must be a JSON object/.test(message)) return {};
  throw new Error(`no such type is known: ${message}`);
}

const DAYS = /\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{1,2}\.\d{1,2}\.\d{4}|[A-Z][a-z]+ \d{1,2}, \d{4}/g;

/** Converts a value to the one or two dates whose form a message shows. */
export function dated(value, message) {
  const days = value.match(DAYS).map(day);
  return message.includes("..") ? days.join("..") : days[0];
}

/** Returns a day as YYYY-MM-DD. If the month is shorter, returns its last day. */
function day(text) {
  if (/^[A-Z]/.test(text)) return new Date(`${text} UTC`).toISOString().slice(0, 10);
  const parts = text.match(/\d+/g).map(Number);
  const [year, month, wanted] = text.includes(".") ? parts.reverse() : parts;
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1, Math.min(wanted, last))).toISOString().slice(0, 10);
}

/** Returns the day so many months before a date. */
export function monthsBefore(months, date) {
  const [year, month, ofMonth] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 - months, ofMonth)).toISOString().slice(0, 10);
}

/** Limits a number or a list to the bounds that a message names. */
export function limited(value, message) {
  const [, min, max] = /between (\d+) and (\d+)/.exec(message).map(Number);
  return Array.isArray(value) ? value.slice(0, max) : Math.min(Math.max(value, min), max);
}
