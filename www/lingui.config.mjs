// Texts of the dashboard: where they are in the source, and where their translations are.
import { fileURLToPath } from "node:url";
import { formatter } from "@lingui/format-po";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export default {
  rootDir: here("."),
  locales: ["en", "de"],
  sourceLocale: "en",
  catalogs: [{ path: "<rootDir>/src/locales/{locale}", include: ["<rootDir>/src"] }],
  // Without line numbers, so that a moved text does not change the catalogues.
  format: formatter({ lineNumbers: false }),
  orderBy: "message",
  runtimeConfigModule: {
    i18n: [here("src/language/i18n.ts"), "i18n"],
    Trans: [here("src/language/Trans.tsx"), "Trans"],
  },
};
