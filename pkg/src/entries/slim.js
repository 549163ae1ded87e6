// The entry whose caller provides the core's module.
import { useQuickly } from "../core.js";
import { loading } from "../load.js";

export * from "../api.js";
export { initSync } from "../load.js";
export const init = loading(() => {
  throw new TypeError("source is required: the address, the bytes or the module of overheard.wasm");
}, useQuickly);
