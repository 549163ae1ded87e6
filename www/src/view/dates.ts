// Date arithmetic on `YYYY-MM-DD` strings in UTC, the format of both interfaces.

const DAY_MS = 86_400_000;
const time = (day: string) => Date.parse(`${day}T00:00:00Z`);

export const addDays = (day: string, days: number): string =>
  new Date(time(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the number of days in a range, including both ends. */
export const daysBetween = (from: string, to: string): number => Math.round((time(to) - time(from)) / DAY_MS) + 1;

/** Adds months to a day. Uses the last day of the month if the month is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

export const today = (): string => new Date().toISOString().slice(0, 10);

export const isDay = (text: string | null | undefined): text is string =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? "") && !Number.isNaN(time(text!));
