// The names of operations, in the order in which the core numbers them in its interface.
import { Failure } from "../step.mjs";

/** @param description the output of overheard-describe */
export function namesSource({ schema, account, answers }) {
  const asked = schema.operations.filter(({ request_schema }) => request_schema !== null);
  const elsewhere = asked.find(({ name, path, method }) => method !== "POST" || path !== `/v1/${name}`);
  if (elsewhere)
    throw new Failure(
      `the package sends questions with a body by POST to /v1/ and their name, and not ${elsewhere.name}`,
    );
  const listed = (operations) => JSON.stringify(operations.map(({ name }) => name));
  // A file download is no answer with data.
  const reads = account.filter(({ name, method }) => method === "GET" && Object.hasOwn(answers.account, name));
  const isList = ({ name }) =>
    answers.account[name].some(({ name, holds }) => name === "object" && holds.one_of?.includes("list"));
  const parametersOf = ({ parameters }) => Object.keys(parameters.properties);
  return `/** What is asked in a body. */
export const operationNames = ${listed(asked)};

/** Operations of the Account API, with their parameters in the query of an address. */
export const accountOperations = ${listed(account)};

/** Those with parameters in a body instead. */
export const accountBodies = ${listed(account.filter(({ body }) => body !== null))};

/** Those that remove the named object. */
export const accountRemovals = ${listed(account.filter(({ method }) => method === "DELETE"))};

/** Those that only read and return data: each is a method of the client. */
export const accountReads = ${listed(reads)};

/** Those about a single object, named by its id. */
export const accountReadsById = ${listed(reads.filter((read) => parametersOf(read).includes("id")))};

/** Those with further parameters. */
export const accountReadsWithParameters = ${listed(reads.filter((read) => parametersOf(read).some((name) => name !== "id")))};

/** Those that return a list page by page. */
export const accountLists = ${listed(reads.filter(isList))};
`;
}
