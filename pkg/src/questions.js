// Questions of either interface.
import { checkAccount, shapeAccount } from "./account.js";
import { numberIfAny } from "./operations.js";
import { checkUsual, shapeUsual } from "./usual.js";

/**
 * Whether the edge would accept a question.
 * @returns {Problem | null} what it would answer, null when it would accept it
 */
export function check(operation, question) {
  const number = numberIfAny(operation);
  return number === undefined ? checkAccount(operation, question) : checkUsual(number, question);
}

/**
 * A question as it is sent, in its canonical form and with its cost.
 * @throws {ProblemError} when the edge would refuse it
 */
export function shape(operation, question) {
  const number = numberIfAny(operation);
  return number === undefined ? shapeAccount(operation, question) : shapeUsual(number, question);
}
