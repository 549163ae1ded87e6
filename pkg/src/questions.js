// Check and shape for the operations of both APIs.
import { checkAccount, shapeAccount } from "./account.js";
import { numberIfAny } from "./operations.js";
import { checkFast, shapeFast } from "./fast-path.js";

/**
 * Checks a request.
 * @returns {Problem | null} the problem that the edge would answer, null if it would accept the request
 */
export function check(operation, question) {
  const number = numberIfAny(operation);
  return number === undefined ? checkAccount(operation, question) : checkFast(number, question);
}

/**
 * Returns a request ready to send, in its canonical form and with its cost.
 * @throws {ProblemError} if the edge would refuse it
 */
export function shape(operation, question) {
  const number = numberIfAny(operation);
  return number === undefined ? shapeAccount(operation, question) : shapeFast(number, question);
}
