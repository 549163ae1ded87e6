// The client's methods for the Account API: one for each reading operation.
import { accountLists, accountReads, accountReadsById, accountReadsWithParameters } from "../../generated/names.js";
import { DecodeError } from "../decode.js";

/** Pairs of a method and its operation: `sentimentTimeline` and `sentiment-timeline`. */
export const READS = accountReads.map((operation) => [
  operation.replace(/-(.)/g, (_, letter) => letter.toUpperCase()),
  operation,
]);

/** Returns true if an operation returns a list. */
export const isList = (operation) => accountLists.includes(operation);

const isById = (operation) => accountReadsById.includes(operation);
const hasParameters = (operation) => accountReadsWithParameters.includes(operation);

/**
 * Merges a method's id and parameters into one request. Returns it and the options. Methods without an id or without
 * parameters omit these arguments.
 */
export function argumentsToRequest(operation, given) {
  const rest = [...given];
  const id = isById(operation) && { id: rest.shift() };
  const parameters = hasParameters(operation) && rest.shift();
  return [{ ...parameters, ...id }, rest[0]];
}

/** Returns the arguments of a method with changed parameters and other options. */
export function argumentsOf(operation, given, options, changed) {
  const id = isById(operation) ? [given[0]] : [];
  const parameters = hasParameters(operation) ? [{ ...given[id.length], ...changed }] : [];
  return [...id, ...parameters, options];
}

/** Yields the pages of a list, requesting each with the cursor of the previous one. */
export async function* pagesFrom(fetchPage, cursor) {
  do {
    const page = await fetchPage(cursor);
    if (!Array.isArray(page?.data)) throw new DecodeError("/data", "a list", page?.data);
    yield page;
    cursor = page.has_more ? page.next_cursor : null;
  } while (cursor);
}

/** Yields the items of pages. */
export async function* itemsOf(pages) {
  for await (const { data } of pages) yield* data;
}

/** Returns the promise of a page, which is also the first page of its iterators. */
export function listAnswer(fetchPage, cursor) {
  const first = fetchPage(cursor);
  const pages = () => pagesFrom((next) => (next === cursor ? first : fetchPage(next)), cursor);
  return Object.assign(first, { pages, [Symbol.asyncIterator]: () => itemsOf(pages()) });
}
