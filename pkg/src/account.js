// Requests of the Account API: in the query string, or in the body if the operation has one.
import { accountBodies, accountOperations, accountRemovals } from "../generated/names.js";
import { canonicalAddress, cost, givenText, problemOfAddress, requireCore } from "./core.js";
import { operationNames, refuse } from "./operations.js";
import { Problem, ProblemError } from "./problem.js";
import { queryOf } from "./query.js";
import { copyOf, posted, serialize } from "./requests.js";

/** Returns the problem that the edge would answer; null if it would accept the request. */
export function checkAccount(operation, question) {
  const [number, given] = read(operation, question);
  return canonicalAddress(number, given) === undefined ? problem(number, given) : null;
}

/** Returns a request ready to send, with its canonical address and its cost. A body is sent unchanged. */
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
  requireCore();
  return [number, accountBodies.includes(operation) ? serialize(question) : queryFrom(question)];
}

function queryFrom(parameters) {
  const isText = typeof parameters === "string" || parameters instanceof URLSearchParams;
  return isText ? String(parameters).replace(/^\?/, "") : queryOf(parameters ?? {});
}

function problem(number, given) {
  const copy = copyOf(given);
  return new Problem({ body: () => problemOfAddress(number, copy) });
}
