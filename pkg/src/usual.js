// Requests where not size but time counts: usual objects are recognised here, the core decides about all others.
import { canonical, cost } from "../generated/recognise.js";
import { loaded } from "./core.js";
import { checkNumbered, sent, shapeNumbered } from "./requests.js";

/** What the edge would answer to a request that it refuses; null when it would accept it. */
export function checkUsual(number, request) {
  loaded();
  return canonical(number, request) ? null : checkNumbered(number, request);
}

/** A request as it is sent. */
export function shapeUsual(number, request) {
  loaded();
  const body = canonical(number, request);
  return body ? sent(number, body, cost) : shapeNumbered(number, request);
}
