// Questions of the Account API: in the query of an address, or in a body where an operation has one.
import { accountBodies, accountOperations, accountRemovals } from "../generated/names.js";
import { canonicalAddress, cost, givenText, loaded, problemOfAddress } from "./core.js";
import { operationNames, refuse } from "./operations.js";
import { Problem, ProblemError } from "./problem.js";
import { queryOf } from "./query.js";
import { kept, posted, written } from "./requests.js";

/** What the edge would answer to a question that it refuses; null when it would accept it. */
export function checkAccount(operation, question) {
  const [number, given] = read(operation, question);
  return canonicalAddress(number, given) === undefined ? problem(number, given) : null;
}

/** A question as it is sent, with its canonical address and its cost. A body is sent as it was given. */
export function shapeAccount(operation, question) {
  const [number, given] = read(operation, question);
  const path = canonicalAddress(number, given);
  if (path === undefined) throw new ProblemError(problem(number, given));
  if (accountBodies.includes(operation)) return posted(path, givenText(given), cost());
  return { method: accountRemovals.includes(operation) ? "DELETE" : "GET", path, headers: {}, cost: cost() };
}

function read(operation, question) {
  const number = accountOperations.indexOf(operation);
  if (number < 0) refuse(operation, [...operationNames, ...accountOperations]);
  loaded();
  return [number, accountBodies.includes(operation) ? written(question) : queryFrom(question)];
}

function queryFrom(parameters) {
  const isText = typeof parameters === "string" || parameters instanceof URLSearchParams;
  return isText ? String(parameters).replace(/^\?/, "") : queryOf(parameters ?? {});
}

function problem(number, given) {
  const asked = kept(given);
  return new Problem(() => problemOfAddress(number, asked));
}
