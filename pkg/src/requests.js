// Requests in any form, and what becomes of them: the core decides.
import { canonical, cost, loaded, passes, problemOf } from "./core.js";
import { PATHS, numberOf } from "./operations.js";
import { Problem, ProblemError } from "./problem.js";

/**
 * Whether the edge would accept a request.
 * @returns {Problem | null} what it would answer, null when it would accept it
 */
export const check = (operation, request) => checkNumbered(ready(operation), request);

/**
 * A request as it is sent, with its canonical body and its cost.
 * @throws {ProblemError} when the edge would refuse it
 */
export const shape = (operation, request) => shapeNumbered(ready(operation), request);

/** The number of an operation, for a core that is there. */
function ready(operation) {
  const number = numberOf(operation);
  loaded();
  return number;
}

export function checkNumbered(number, request) {
  const body = written(request);
  return passes(number, body) ? null : problem(number, body);
}

export function shapeNumbered(number, request) {
  const given = written(request);
  const body = canonical(number, given);
  if (body === undefined) throw new ProblemError(problem(number, given));
  return sent(number, body, cost());
}

/** What is sent. */
export const sent = (number, body, cost) => posted(PATHS[number], body, cost);
export const posted = (path, body, cost) => ({
  method: "POST",
  path,
  headers: { "Content-Type": "application/json" },
  body,
  cost,
});

/**
 * A request as the core reads it. Text and bytes are taken as they are: what a parser would lose counts, such as a
 * member given twice.
 */
export function written(request) {
  if (typeof request === "string" || ArrayBuffer.isView(request)) return request;
  // What JSON does not know, such as undefined, is no request either.
  return JSON.stringify(request) ?? "null";
}

/** A problem words itself when it is read; bytes may have changed by then, so they are kept. */
export const kept = (body) => (typeof body === "string" ? body : body.slice());

function problem(number, body) {
  const asked = kept(body);
  return new Problem(() => problemOf(number, asked));
}
