// Options of forms with a fixed set of values.
import { TONES } from "./tones.ts";
import * as words from "./words.ts";

export const PLATFORM_CHOICES = ["youtube", "tiktok", "instagram"].map((value) => ({
  value,
  label: words.platform(value),
}));
/** Returns the ticked values of a filter, or undefined if all options are ticked. The edge refuses an empty list. */
export const unlessAll = <V>(chosen: V[], options: readonly V[]): V[] | undefined =>
  chosen.length < options.length ? chosen : undefined;

export const TONE_CHOICES = TONES.map((value) => ({ value: value as string, label: words.toneLabel(value) }));
