// In Node.js the core is loaded from the package's own file.
import { readFileSync } from "node:fs";
import { copyBy, memory } from "../host.js";
import { initSync } from "../load.js";

initSync(readFileSync(new URL("../../dist/overheard.wasm", import.meta.url)));

// What reads UTF-8 here is quicker than what the web has; what writes it is not.
const bytes = Buffer.from(memory.buffer);
copyBy({ put: () => -1, text: (place, length) => bytes.utf8Slice(place, place + length) });

export * from "../api.js";
export { initialised as init } from "../load.js";
