// The same API without the core's module, which the caller provides.
import type { InitSource } from "./index.js";

export * from "./index.js";

/**
 * Loads the core. Call it once before any other function; further calls return the same promise.
 *
 * @example
 * await init(fetch("/assets/overheard.wasm"));
 */
export declare function init(source: InitSource): Promise<void>;

/**
 * Loads the core synchronously, in environments that allow it.
 *
 * @example
 * import bytes from "overheard/overheard.wasm"; // as bytes or as a module
 * initSync(bytes);
 */
export declare function initSync(source: ArrayBuffer | ArrayBufferView | WebAssembly.Module): void;
