// In Workers, importing a .wasm file returns the compiled module.
import module from "../../dist/overheard.wasm";
import { initSync } from "../load.js";
import { copyInLoops } from "../short-texts.js";

initSync(module);
copyInLoops();

export * from "../api.js";
export { initialised as init } from "../load.js";
