// In Node.js the core is loaded from bytes in a script. A server bundle includes them and needs no file.
import module from "../../generated/module.js";
import { copyBy, memory } from "../host.js";
import { initSync } from "../load.js";

initSync(module);

// `Buffer` decodes UTF-8 faster than `TextDecoder`, but does not encode it faster than `TextEncoder`.
const bytes = Buffer.from(memory.buffer);
copyBy({ put: () => -1, text: (place, length) => bytes.utf8Slice(place, place + length) });

export * from "../api.js";
export { initialised as init } from "../load.js";
