// In Bun, importing a file gives its path: absolute, or beside the bundle or inside the executable that was built.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import file from "../../dist/overheard.wasm" with { type: "file" };
import { initSync } from "../load.js";

initSync(readFileSync(resolve(import.meta.dirname, file)));

export * from "../api.js";
export { initialised as init } from "../load.js";
