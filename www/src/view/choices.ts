// Options of forms with a fixed set of values.
import { TONES } from "./tones.ts";
import * as words from "./words.ts";

export const PLATFORM_CHOICES = ["youtube", "tiktok", "instagram"].map((value) => ({
  value,
  label: words.platform(value),
}));
export const TONE_CHOICES = TONES.map((value) => ({ value: value as string, label: words.toneLabel(value) }));
