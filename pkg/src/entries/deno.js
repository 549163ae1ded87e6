// In Deno, importing a .wasm file returns its exports, and needs no permission to read files.
import * as exports from "../../dist/overheard.wasm";
import { use } from "../core.js";

use({ exports });

export * from "../api.js";
export { initialised as init } from "../load.js";
