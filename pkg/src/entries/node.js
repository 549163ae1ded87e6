// In Node.js the core is loaded from bytes in a script. A bundle for a server holds them, so it finds them wherever it
// runs.
import module from "../../generated/module.js";
import { copyBy, memory } from "../host.js";
import { initSync } from "../load.js";

initSync(module);

// What reads UTF-8 here is quicker than what the web has; what writes it is not.
const bytes = Buffer.from(memory.buffer);
copyBy({ put: () => -1, text: (place, length) => bytes.utf8Slice(place, place + length) });

export * from "../api.js";
export { initialised as init } from "../load.js";
