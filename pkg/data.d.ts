// Check, shape and decode for the five Data API operations alone, with a smaller module.
export type * from "./types/catalog.js";
export type * from "./types/requests.js";
export type * from "./types/results.js";
export type { ProblemDocument, Violation } from "./types/problem.js";
export { DecodeError, Problem, ProblemError } from "./types/problem.js";
export type { InitSource, ShapedRequest } from "./index.js";
export { check, decode, init, shape } from "./index.js";
