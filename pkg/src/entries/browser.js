// For browsers and other runtimes without synchronous reads: `init` fetches the file that the bundler emits beside the
// bundle.
import { useQuickly } from "../core.js";
import { loading } from "../load.js";

export * from "../api.js";
export const init = loading(() => new URL("../../dist/overheard.wasm", import.meta.url), useQuickly);
