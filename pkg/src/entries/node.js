// In Node.js the core is loaded from the package's own file.
import { readFileSync } from "node:fs";
import { initSync } from "../load.js";

initSync(readFileSync(new URL("../../dist/overheard.wasm", import.meta.url)));

export * from "../api.js";
export { initialised as init } from "../load.js";
