// The operations of the Data API with a body, in the order of their numbers at the core's boundary.
import { operationNames } from "../generated/names.js";

export { operationNames };

/** The paths of the operations: each is a POST with a JSON body. */
export const PATHS = operationNames.map((name) => `/v1/${name}`);

const NUMBERS = new Map(operationNames.map((name, number) => [name, number]));

/** Returns the number of an operation; undefined if it is not one of these. */
export const numberIfAny = (name) => NUMBERS.get(name);

/** Returns the number of an operation. */
export const numberOf = (name) => numberIfAny(name) ?? refuse(name, operationNames);

/** Throws the error for an unknown operation. */
export function refuse(name, names) {
  throw new TypeError(`operation '${name}' is not allowed. Allowed: [${names.join(", ")}]`);
}
