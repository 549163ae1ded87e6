// Fast path for common request objects, which this code recognizes itself. The core handles all others.
import { canonical, cost } from "../generated/recognise.js";
import { requireCore } from "./core.js";
import { checkNumbered, operationRequest, shapeNumbered } from "./requests.js";

/** Returns the problem that the edge would answer; null if it would accept the request. */
export function checkFast(number, request) {
  requireCore();
  return canonical(number, request) ? null : checkNumbered(number, request);
}

/** Returns a request ready to send. */
export function shapeFast(number, request) {
  requireCore();
  const body = canonical(number, request);
  return body ? operationRequest(number, body, cost) : shapeNumbered(number, request);
}
