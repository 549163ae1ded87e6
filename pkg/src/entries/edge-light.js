// In the edge runtime of Next.js and of Vercel, the query makes the import return the compiled module.
import module from "../../dist/overheard.wasm?module";
import { initSync } from "../load.js";
import { copyInLoops } from "../short-texts.js";

initSync(module);
copyInLoops();

export * from "../api.js";
export { initialised as init } from "../load.js";
