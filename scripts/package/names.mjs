// The names of what can be asked, in the order in which the core numbers them at its boundary.
import { Failure } from "../step.mjs";

/** @param description what overheard-describe prints */
export function namesSource({ schema, account, answers }) {
  const asked = schema.operations.filter(({ request_schema }) => request_schema !== null);
  const elsewhere = asked.find(({ name, path, method }) => method !== "POST" || path !== `/v1/${name}`);
  if (elsewhere)
    throw new Failure(
      `the package sends questions with a body by POST to /v1/ and their name, and not ${elsewhere.name}`,
    );
  const listed = (operations) => JSON.stringify(operations.map(({ name }) => name));
  // A file is no answer that is told as data.
  const reads = account.filter(({ name, method }) => method === "GET" && Object.hasOwn(answers.account, name));
  const isList = ({ name }) =>
    answers.account[name].some(({ name, holds }) => name === "object" && holds.one_of?.includes("list"));
  const parametersOf = ({ parameters }) => Object.keys(parameters.properties);
  return `/** What is asked in a body. */
export const operationNames = ${listed(asked)};

/** What is asked of the Account API, in the query of an address. */
export const accountOperations = ${listed(account)};

/** Which of these are asked in a body instead. */
export const accountBodies = ${listed(account.filter(({ body }) => body !== null))};

/** Which of these remove what they name. */
export const accountRemovals = ${listed(account.filter(({ method }) => method === "DELETE"))};

/** Which of these only read, and answer with data: a method of the client for each. */
export const accountReads = ${listed(reads)};

/** Which of these are about one thing, named by its id. */
export const accountReadsById = ${listed(reads.filter((read) => parametersOf(read).includes("id")))};

/** Which of these take parameters besides. */
export const accountReadsWithParameters = ${listed(reads.filter((read) => parametersOf(read).some((name) => name !== "id")))};

/** Which of these answer a list, page by page. */
export const accountLists = ${listed(reads.filter(isList))};
`;
}
