// The texts of the current language. The macros import this module, so every module with texts waits for the catalogue.
import { type Messages, setupI18n } from "@lingui/core";

/** Catalogues of all languages except English, whose texts are in the source. */
const CATALOGUES: Record<string, () => Promise<{ messages: Messages }>> = {
  de: () => import("../locales/de.po"),
};

export const i18n = setupI18n({ locale: "en", messages: { en: {} } });

/** Language of the page, which begin.js has chosen. The build renders the first paint without a page. */
const locale = globalThis.document?.documentElement.lang ?? "en";
const load = CATALOGUES[locale];
if (load) {
  try {
    i18n.loadAndActivate({ locale, messages: (await load()).messages });
  } catch (error) {
    // Without its catalogue the page is English.
    console.error(error);
    document.documentElement.lang = "en";
  }
}
