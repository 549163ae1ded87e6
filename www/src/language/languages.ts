// Languages of the dashboard: their names and formats. begin.js chooses one before the first paint.
import { store } from "../data/local-storage.ts";
import { i18n } from "./i18n.ts";

interface Language {
  /** Name in the language itself. */
  name: string;
  /** Locales of number and date formats. */
  numbers: string;
  dates: string;
  /** Locale of the controls: their texts, calendars and number fields. */
  controls: string;
}

const language = globalThis.navigator?.language ?? "en";

export const LANGUAGES = {
  en: {
    name: "English",
    numbers: "en",
    dates: "en-GB",
    controls: language.startsWith("en") ? language : "en-GB",
  },
  de: { name: "Deutsch", numbers: "de-DE", dates: "de-DE", controls: "de-DE" },
} satisfies Record<string, Language>;
export type LanguageCode = keyof typeof LANGUAGES;

/** Returns the code of the current language. */
export const currentLanguage = (): LanguageCode => i18n.locale as LanguageCode;

/** Storage key, which begin.js reads. */
const STORAGE_KEY = "language";

/** Stores a language and reloads the page in it. */
export function setLanguage(code: LanguageCode): void {
  if (code === currentLanguage()) return;
  store(STORAGE_KEY, code);
  location.reload();
}
