// Decoding of answers, flat or wrapped, with a check of the documented members.
import { answers, expected } from "../generated/answers.js";
import { numberOf } from "./operations.js";
import { Problem, ProblemError, isProblem } from "./problem.js";

/** The maximum number of characters of a wrong value in a message. */
const MAX_ECHO = 64;

/** Thrown if an answer does not have the documented form. */
export class DecodeError extends Error {
  /**
   * @param {string} path a JSON Pointer into the answer
   * @param {string} expected the documented type or value
   * @param {unknown} value the value found
   */
  constructor(path, expected, value) {
    const got = described(value);
    super(`${path || "the answer"} must be ${expected}. Got ${got}.`);
    Object.assign(this, { path, expected, got });
  }

  get name() {
    return "DecodeError";
  }
}

/**
 * Returns the data of an operation's answer.
 * @throws {ProblemError} if the answer is a problem
 * @throws {DecodeError} if it is anything else
 */
export function decode(operation, response, { index } = {}) {
  const isAnswer = operation === "schema" || answers[numberOf(operation)];
  const { data, path } = unwrap(response);
  // An answer that repeats the index must repeat that of the request.
  if (index !== undefined && data.index !== undefined && data.index !== index) {
    throw new DecodeError(`${path}/index`, `'${index}'`, data.index);
  }
  if (isAnswer !== true && !isAnswer(data, index)) refuse(data, path, (traced) => isAnswer(traced, index));
  return data;
}

/** Returns the data of any answer and their path in it. */
export function unwrap(response) {
  const value = typeof response === "string" ? parse(response) : response;
  if (!isObject(value)) throw new DecodeError("", "an object", value);
  if (Array.isArray(value.result)) {
    const data = value.result[0]?.data;
    if (!isObject(data)) throw new DecodeError("/result/0/data", "an object", data);
    return { data, path: "/result/0/data" };
  }
  if (isProblem(value))
    throw new ProblemError(new Problem(typeof response === "string" ? response : JSON.stringify(response)));
  return { data: value, path: "" };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new DecodeError("", "JSON", text);
  }
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Repeats a failed check, recording the member read last: that is the wrong one. */
function refuse(data, path, recheck) {
  let place, found;
  const traced = (value, path) =>
    typeof value === "object" && value
      ? new Proxy(value, {
          get(_, name) {
            found = value[name];
            place = `${path}/${name}`;
            return traced(found, place);
          },
        })
      : value;
  // A copy, because a proxy may not replace the members of a frozen object.
  recheck(traced(JSON.parse(JSON.stringify(data)), path));
  throw new DecodeError(place, expected, found);
}

function described(value) {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (isObject(value)) return "an object";
  const text = String(value);
  const shown = text.length > MAX_ECHO ? `${text.slice(0, MAX_ECHO)}…` : text;
  return typeof value === "string" ? `'${shown}'` : shown;
}
