// The same for what is not smallest but quickest: usual objects are recognised here, the core decides about all others.
import { canonical, cost } from "../generated/recognise.js";
import { checkNumbered, ready, sent, shapeNumbered } from "./requests.js";

/** {@link requests.check} */
export function check(operation, request) {
  const number = ready(operation);
  return canonical(number, request) ? null : checkNumbered(number, request);
}

/** {@link requests.shape} */
export function shape(operation, request) {
  const number = ready(operation);
  const body = canonical(number, request);
  return body ? sent(number, body, cost) : shapeNumbered(number, request);
}
