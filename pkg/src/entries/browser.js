// In browsers, and wherever else nothing can be read at once: `init` fetches the file that the bundler puts beside the
// bundle.
import { useQuickly } from "../core.js";
import { loading } from "../load.js";

export * from "../api.js";
export const init = loading(() => new URL("../../dist/overheard.wasm", import.meta.url), useQuickly);
