// The names of what can be asked, in the order in which the core numbers them at its boundary.
import { Failure } from "../step.mjs";

/** @param description what overheard-describe prints */
export function namesSource({ schema, account }) {
  const asked = schema.operations.filter(({ request_schema }) => request_schema !== null);
  const elsewhere = asked.find(({ name, path, method }) => method !== "POST" || path !== `/v1/${name}`);
  if (elsewhere) throw new Failure(`the package sends questions with a body by POST to /v1/ and their name, and not ${elsewhere.name}`);
  const listed = (operations) => JSON.stringify(operations.map(({ name }) => name));
  return `/** What is asked in a body. */
export const operationNames = ${listed(asked)};

/** What is asked of the Account API, in the query of an address. */
export const accountOperations = ${listed(account)};

/** Which of these are asked in a body instead. */
export const accountBodies = ${listed(account.filter(({ body }) => body !== null))};

/** Which of these remove what they name. */
export const accountRemovals = ${listed(account.filter(({ method }) => method === "DELETE"))};
`;
}
