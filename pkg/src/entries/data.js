// The five Data API operations alone, for pages that minimize size: a smaller module, without the fast path.
import { isReady, use } from "../core.js";
import { loading } from "../load.js";

export { check, shape } from "../requests.js";
export { DecodeError, decode } from "../decode.js";
export { Problem, ProblemError } from "../problem.js";
// A core already loaded by another entry has at least the same functions.
export const init = loading(() => new URL("../../dist/data.wasm", import.meta.url), use, isReady);
