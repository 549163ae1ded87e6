// The five questions alone, for pages that count every byte: with the smaller module, and nothing that is only there
// for speed.
import { isReady, use } from "../core.js";
import { loading } from "../load.js";

export { check, shape } from "../requests.js";
export { DecodeError, decode } from "../decode.js";
export { Problem, ProblemError } from "../problem.js";
// A core that is there already, from another entry, does at least as much.
export const init = loading(() => new URL("../../dist/data.wasm", import.meta.url), use, isReady);
