// Requests in any form, and what becomes of them: usual objects are recognised here, the core decides about all others.
import * as usual from "../generated/recognise.js";
import { canonical, cost, loaded, passes, problemOf } from "./core.js";
import { PATHS, numberOf } from "./operations.js";
import { Problem, ProblemError } from "./problem.js";

/**
 * Whether the edge would accept a request.
 * @returns {Problem | null} what it would answer, null when it would accept it
 */
export function check(operation, request) {
  const number = numberOf(operation);
  loaded();
  if (usual.canonical(number, request)) return null;
  const body = written(request);
  return passes(number, body) ? null : problem(number, body);
}

/**
 * A request as it is sent, with its canonical body and its cost.
 * @throws {ProblemError} when the edge would refuse it
 */
export function shape(operation, request) {
  const number = numberOf(operation);
  loaded();
  const text = usual.canonical(number, request);
  return text ? sent(number, text, usual.cost) : sent(number, written(request));
}

function sent(number, given, units) {
  const body = units === undefined ? canonical(number, given) : given;
  if (body === undefined) throw new ProblemError(problem(number, given));
  return { method: "POST", path: PATHS[number], headers: { "Content-Type": "application/json" }, body, cost: units ?? cost() };
}

/** A request as the core reads it. Text and bytes are taken as they are: what a parser would lose counts, such as a member given twice. */
function written(request) {
  if (typeof request === "string" || ArrayBuffer.isView(request)) return request;
  // What JSON does not know, such as undefined, is no request either.
  return JSON.stringify(request) ?? "null";
}

/** A problem words itself when it is read; bytes may have changed by then, so they are kept. */
function problem(number, body) {
  const kept = typeof body === "string" ? body : body.slice();
  return new Problem(() => problemOf(number, kept));
}
