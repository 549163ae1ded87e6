// The operations that ask a question: their number at the core's boundary, and how they are sent.

/** A POST carries its request as JSON in the body, a GET as the query of the address. */
const operations = {
  __proto__: null,
  aggregate: { number: 0, method: "POST", path: "/v1/aggregate" },
  search: { number: 1, method: "POST", path: "/v1/search" },
  creators: { number: 2, method: "POST", path: "/v1/creators" },
  "co-mentions": { number: 3, method: "POST", path: "/v1/co-mentions" },
  sector: { number: 4, method: "POST", path: "/v1/sector" },
};

/** The operation of this name. */
export const operationOf = (name) => operations[name] ?? refuse(name, operationNames);

/** The names of all of them. */
export const operationNames = Object.keys(operations);

/** Whether a path answers questions: asking twice changes nothing. */
export const isQuestion = (path) => Object.values(operations).some((operation) => operation.path === path);

/** Refuses a name that is none of some operations. */
export function refuse(name, names) {
  throw new TypeError(`operation '${name}' is not allowed. Allowed: [${names.join(", ")}]`);
}
