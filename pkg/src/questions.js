// Questions of either interface: in a body or in an address.
import { accountOperations, checkAddress, shapeAddress } from "./account.js";
import { operationNames, refuse } from "./operations.js";
import * as requests from "./usual.js";

/**
 * Whether the edge would accept a question.
 * @returns {Problem | null} what it would answer, null when it would accept it
 */
export const check = (operation, question) => (isOfAccount(operation) ? checkAddress : requests.check)(operation, question);

/**
 * A question as it is sent, in its canonical form and with its cost.
 * @throws {ProblemError} when the edge would refuse it
 */
export const shape = (operation, question) => (isOfAccount(operation) ? shapeAddress : requests.shape)(operation, question);

function isOfAccount(operation) {
  if (operationNames.includes(operation)) return false;
  return accountOperations.includes(operation) || refuse(operation, [...operationNames, ...accountOperations]);
}
