// Answers, flat or wrapped, as data whose documented members are there.
import { answers, expected } from "../generated/answers.js";
import { numberOf } from "./operations.js";
import { Problem, ProblemError, isProblem } from "./problem.js";

/** How much of a wrong value a message repeats. */
const SHOWN = 64;

/** Thrown where an answer is not what the interface documents. */
export class DecodeError extends Error {
  /**
   * @param {string} path where, as a JSON Pointer into the answer
   * @param {string} expected what the interface documents
   * @param {unknown} value what is there
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
 * The data of an operation's answer.
 * @throws {ProblemError} when the answer is a problem
 * @throws {DecodeError} when it is something else
 */
export function decode(operation, response, { index } = {}) {
  const isAnswer = operation === "schema" || answers[numberOf(operation)];
  const { data, path } = unwrap(response);
  // Forms that repeat the index must repeat the one that was asked.
  if (index !== undefined && data.index !== undefined && data.index !== index) {
    throw new DecodeError(`${path}/index`, `'${index}'`, data.index);
  }
  if (isAnswer !== true && !isAnswer(data, index)) refuse(data, path, (traced) => isAnswer(traced, index));
  return data;
}

/** The data of any answer and where in it they are. */
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

/** Looks once more at data that are wrong, remembering what was looked at last: that is where they are. */
function refuse(data, path, look) {
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
  // A copy: of frozen objects a proxy may not show others.
  look(traced(JSON.parse(JSON.stringify(data)), path));
  throw new DecodeError(place, expected, found);
}

function described(value) {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (isObject(value)) return "an object";
  const text = String(value);
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  return typeof value === "string" ? `'${shown}'` : shown;
}
