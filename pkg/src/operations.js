// The operations that ask a question in a body, in the order of their numbers at the core's boundary.
import { operationNames } from "../generated/names.js";

export { operationNames };

/** Where they are asked: each by a POST with the request as JSON in its body. */
export const PATHS = operationNames.map((name) => `/v1/${name}`);

const NUMBERS = new Map(operationNames.map((name, number) => [name, number]));

/** The number of an operation; undefined when it is none of these. */
export const numberIfAny = (name) => NUMBERS.get(name);

/** The number of an operation. */
export const numberOf = (name) => numberIfAny(name) ?? refuse(name, operationNames);

/** Refuses a name that is none of some operations. */
export function refuse(name, names) {
  throw new TypeError(`operation '${name}' is not allowed. Allowed: [${names.join(", ")}]`);
}
