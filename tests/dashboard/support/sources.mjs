// Imports the dashboard's own modules. Vite compiles their texts, as in a build.
import { runnerImport } from "vite";
import { inRoot } from "../../../scripts/project.mjs";
import { texts } from "../../../www/texts.mjs";

const options = { root: inRoot("www"), logLevel: "warn", plugins: [texts()] };

/** Returns a module of www/src, with English texts. */
export const importSource = async (path) => (await runnerImport(inRoot("www", "src", path), options)).module;
