// In Bun, importing a file returns its path: absolute, beside the bundle, or inside a compiled executable.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import file from "../../dist/overheard.wasm" with { type: "file" };
import { initSync } from "../load.js";

initSync(readFileSync(resolve(import.meta.dirname, file)));

export * from "../api.js";
export { initialised as init } from "../load.js";
