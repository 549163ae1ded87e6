// Questions of the Account API, which are asked in the query of an address.
import { accountOperations } from "../generated/names.js";
import { canonicalAddress, cost, loaded, problemOfAddress } from "./core.js";
import { operationNames, refuse } from "./operations.js";
import { Problem, ProblemError } from "./problem.js";
import { queryOf } from "./query.js";

/** What the edge would answer to a question that it refuses; null when it would accept it. */
export function checkAddress(operation, parameters) {
  const [number, query] = read(operation, parameters);
  return canonicalAddress(number, query) === undefined ? problem(number, query) : null;
}

/** A question as it is sent, with its canonical address and its cost. */
export function shapeAddress(operation, parameters) {
  const [number, query] = read(operation, parameters);
  const path = canonicalAddress(number, query);
  if (path === undefined) throw new ProblemError(problem(number, query));
  return { method: "GET", path, headers: {}, cost: cost() };
}

function read(operation, parameters) {
  const number = accountOperations.indexOf(operation);
  if (number < 0) refuse(operation, [...operationNames, ...accountOperations]);
  loaded();
  const isText = typeof parameters === "string" || parameters instanceof URLSearchParams;
  const query = isText ? String(parameters).replace(/^\?/, "") : queryOf(parameters ?? {});
  return [number, query];
}

const problem = (number, query) => new Problem(() => problemOfAddress(number, query));
