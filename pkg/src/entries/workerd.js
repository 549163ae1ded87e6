// In Workers, importing a .wasm file returns the compiled module.
import module from "../../dist/overheard.wasm";
import { initSync } from "../load.js";

initSync(module);

export * from "../api.js";
export { initialised as init } from "../load.js";
