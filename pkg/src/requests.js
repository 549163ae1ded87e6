// Check and shape for Data API requests in any form, done by the core.
import { canonical, cost, hold, messageOf, requireCore, passes, problemOf } from "./core.js";
import { PATHS, numberOf } from "./operations.js";
import { Problem, ProblemError } from "./problem.js";

/**
 * Checks a request.
 * @returns {Problem | null} the problem that the edge would answer, null if it would accept the request
 */
export const check = (operation, request) => checkNumbered(readyNumber(operation), request);

/**
 * Returns a request ready to send, with its canonical body and its cost.
 * @throws {ProblemError} if the edge would refuse it
 */
export const shape = (operation, request) => shapeNumbered(readyNumber(operation), request);

/** Returns the number of an operation. Throws an error if the core is not loaded. */
function readyNumber(operation) {
  const number = numberOf(operation);
  requireCore();
  return number;
}

export function checkNumbered(number, request) {
  const body = serialize(request);
  return passes(number, body) ? null : problem(number, body);
}

export function shapeNumbered(number, request) {
  const given = serialize(request);
  const body = canonical(number, given);
  if (body === undefined) throw new ProblemError(problem(number, given));
  return operationRequest(number, body, cost());
}

/** Returns the request of an operation with a canonical body. */
export const operationRequest = (number, body, cost) => posted(PATHS[number], body, cost);
export const posted = (path, body, cost) => ({
  method: "POST",
  path,
  headers: { "Content-Type": "application/json" },
  body,
  cost,
});

/**
 * Serializes a request for the core. Text and bytes stay unchanged, because a parser would lose errors such as a
 * duplicate member.
 */
export function serialize(request) {
  if (typeof request === "string" || ArrayBuffer.isView(request)) return request;
  // Values without a JSON form, such as undefined, become an invalid request.
  return JSON.stringify(request) ?? "null";
}

/** The maximum length of bytes that share memory, and the size of that memory. */
const SHARED = 1024;
const CHUNK = 8 * SHARED;
/** Memory for short copies, because engines take long to allocate each one by itself. */
let chunk = new Uint8Array(0);
let used = 0;

/** Copies bytes: a problem reads them later, when the caller may have changed them. */
export function copyOf(body) {
  if (typeof body === "string") return body;
  const { length } = body;
  if (!(length <= SHARED)) return body.slice();
  if (used + length > chunk.length) {
    chunk = new Uint8Array(CHUNK);
    used = 0;
  }
  chunk.set(body, used);
  return chunk.subarray(used, (used += length));
}

/** A refused request, whose problem is written when it is read. */
class Refusal {
  constructor(number, request) {
    this.number = number;
    this.request = request;
  }

  body() {
    return problemOf(this.number, this.request);
  }

  message() {
    return messageOf(this.number, this.request);
  }
}

function problem(number, body) {
  const copy = copyOf(body);
  hold(copy);
  return new Problem(new Refusal(number, copy));
}
