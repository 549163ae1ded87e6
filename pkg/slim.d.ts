// The same without the core's module: the caller brings it.
import type { InitSource } from "./index.js";

export * from "./index.js";

/**
 * Loads the core. Needed once, before anything else is called; calling it again gives the same promise.
 *
 * @example
 * await init(fetch("/assets/overheard.wasm"));
 */
export declare function init(source: InitSource): Promise<void>;

/**
 * Loads the core at once, where that is allowed.
 *
 * @example
 * import bytes from "overheard/overheard.wasm"; // as bytes or as a module
 * initSync(bytes);
 */
export declare function initSync(source: ArrayBuffer | ArrayBufferView | WebAssembly.Module): void;
