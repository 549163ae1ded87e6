// Values that there are few of, as forms offer them.
import { TONES } from "./tones.ts";
import * as words from "./words.ts";

export const PLATFORM_CHOICES = ["youtube", "tiktok", "instagram"].map((value) => ({
  value,
  label: words.platform(value),
}));
export const TONE_CHOICES = TONES.map((value) => ({ value: value as string, label: words.toneLabel(value) }));
