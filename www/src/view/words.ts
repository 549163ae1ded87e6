// Formats numbers, dates and values for members.
import { t } from "@lingui/core/macro";
import { currentLanguage, LANGUAGES } from "../language/languages.ts";

const { numbers, dates } = LANGUAGES[currentLanguage()];
const whole = new Intl.NumberFormat(numbers, { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat(numbers, { notation: "compact", maximumFractionDigits: 1 });
/** Decimal separator of the language. */
const POINT = new Intl.NumberFormat(numbers).format(0.5).replaceAll(/\d/g, "");
const dayFormat = new Intl.DateTimeFormat(dates, {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const dayShort = new Intl.DateTimeFormat(dates, { day: "numeric", month: "short", timeZone: "UTC" });
const monthFormat = new Intl.DateTimeFormat(dates, { month: "short", year: "numeric", timeZone: "UTC" });
const momentFormat = new Intl.DateTimeFormat(dates, {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
  hourCycle: "h23",
});
const languages = new Intl.DisplayNames(numbers, { type: "language", fallback: "none" });
const regions = new Intl.DisplayNames(numbers, { type: "region", fallback: "none" });

/** Text for a missing number. */
export const NOTHING = "–";
/** Text for a number that exists but is unknown. */
export const UNKNOWN = t`unknown`;

/** Formats a number with a fixed number of decimal places. */
export const decimal = (value: number, digits: number): string => value.toFixed(digits).replace(".", POINT);

/** Formats a number with the decimal places that it has. */
export const plain = (value: number): string => String(value).replace(".", POINT);

/** Adds the sign of a value to its text. A text of zeros has none. */
const signed = (text: string, value: number) =>
  !/[1-9]/.test(text) ? text.replace("-", "") : value > 0 ? `+${text}` : text.replace("-", "−");

export const count = (value: number | null | undefined): string =>
  value === null || value === undefined ? NOTHING : whole.format(value);
export const compact = (value: number | null | undefined): string =>
  value === null || value === undefined
    ? NOTHING
    : (Math.abs(value) < 10_000 ? whole : short).format(value).replace("-", "−");
export const percent = (value: number | null | undefined, digits = 1): string =>
  value === null || value === undefined ? NOTHING : `${decimal(value, digits)} %`;
/** Formats a count that may be unknown. */
export const countIfKnown = (value: number | null): string => (value === null ? UNKNOWN : count(value));
/** Formats a change in percent with its sign, or as a factor from tenfold: percentages of tiny numbers mislead. */
export const change = (value: number | null | undefined): string =>
  value === null || value === undefined
    ? NOTHING
    : value >= 900
      ? `×${whole.format(value / 100 + 1)}`
      : signed(`${Math.abs(value) >= 100 ? whole.format(value) : decimal(value, 1)} %`, value);
/** Formats an average tone, from −1 to +1. */
export const tone = (value: number | null | undefined): string =>
  value === null || value === undefined ? NOTHING : signed(decimal(value, 2), value);
/** Formats net sentiment, from −100 to +100. */
export const net = (value: number | null | undefined): string =>
  value === null || value === undefined ? NOTHING : signed(value.toFixed(0), value);

export const day = (text: string): string => dayFormat.format(new Date(`${text}T00:00:00Z`));
export const moment = (text: string): string => `${momentFormat.format(new Date(text))} UTC`;
/** Formats a range of days as briefly as possible. */
export function days(from: string, to: string): string {
  if (from === to) return day(from);
  const sameYear = from.slice(0, 4) === to.slice(0, 4);
  return `${(sameYear ? dayShort : dayFormat).format(new Date(`${from}T00:00:00Z`))} – ${day(to)}`;
}
/** Formats a period of a timeline: `2026-10-31`, `2026-W44` or `2026-10`. */
export function period(text: string): string {
  const week = /^(\d{4})-W(\d\d)$/.exec(text);
  if (week) {
    const [number, year] = [Number(week[2]), week[1]!];
    return t`Week ${number}, ${year}`;
  }
  return text.length === 7
    ? monthFormat.format(new Date(`${text}-01T00:00:00Z`))
    : dayShort.format(new Date(`${text}T00:00:00Z`));
}

const PLATFORMS: Record<string, string> = { youtube: "YouTube", tiktok: "TikTok", instagram: "Instagram" };
const TONES: Record<string, string> = {
  positive: t`Positive`,
  neutral: t`Neutral`,
  negative: t`Negative`,
  unknown: t`Not rated`,
};

export const platform = (value: string): string => PLATFORMS[value] ?? value;
export const toneLabel = (value: string): string => TONES[value] ?? value;

const displayName = (names: Intl.DisplayNames, value: string): string => {
  if (value === "unknown") return t`Unknown`;
  try {
    return names.of(value) ?? value;
  } catch {
    // The dataset has a value that is not a language or region code.
    return value;
  }
};
export const language = (value: string): string => displayName(languages, value);
export const region = (value: string): string => displayName(regions, value);

/** Units of the number of values behind a number. */
const COUNT_UNITS = { scored: t`scored`, rated: t`rated`, videos: t`videos` };
export type CountUnit = keyof typeof COUNT_UNITS;
export const countUnit = (unit: CountUnit): string => COUNT_UNITS[unit];

/** Writes a label inside a sentence: English has small letters there, and German keeps those of the label. */
export const inSentence = (label: string): string => (currentLanguage() === "en" ? label.toLowerCase() : label);
/** Formats the length of a video. */
export const duration = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, "0")}`;
