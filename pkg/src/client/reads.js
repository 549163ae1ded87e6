// What the Account API is asked by methods of the client: one for each of its questions that only reads.
import { accountLists, accountReads, accountReadsById, accountReadsWithParameters } from "../../generated/names.js";
import { DecodeError } from "../decode.js";

/** The questions by the names of their methods: `sentimentTimeline` asks `sentiment-timeline`. */
export const READS = accountReads.map((operation) => [
  operation.replace(/-(.)/g, (_, letter) => letter.toUpperCase()),
  operation,
]);

/** Whether a question answers a list. */
export const isList = (operation) => accountLists.includes(operation);

const isById = (operation) => accountReadsById.includes(operation);
const hasParameters = (operation) => accountReadsWithParameters.includes(operation);

/**
 * A method takes the id, where there is one, then the parameters, where there are some. Here they are in one, with what
 * comes behind them.
 */
export function askedBy(operation, given) {
  const rest = [...given];
  const id = isById(operation) && { id: rest.shift() };
  const parameters = hasParameters(operation) && rest.shift();
  return [{ ...parameters, ...id }, rest[0]];
}

/** The arguments of a method: those that were given, with some parameters changed, and options behind them. */
export function argumentsOf(operation, given, options, changed) {
  const id = isById(operation) ? [given[0]] : [];
  const parameters = hasParameters(operation) ? [{ ...given[id.length], ...changed }] : [];
  return [...id, ...parameters, options];
}

/** The pages of a list, each asked for with the cursor of the one before. */
export async function* pagesFrom(ask, cursor) {
  do {
    const page = await ask(cursor);
    if (!Array.isArray(page?.data)) throw new DecodeError("/data", "a list", page?.data);
    yield page;
    cursor = page.has_more ? page.next_cursor : null;
  } while (cursor);
}

/** The items of pages. */
export async function* itemsOf(pages) {
  for await (const { data } of pages) yield* data;
}

/** The promise of a page, which is the first one for whoever goes through all of them. */
export function listAnswer(ask, cursor) {
  const first = ask(cursor);
  const pages = () => pagesFrom((next) => (next === cursor ? first : ask(next)), cursor);
  return Object.assign(first, { pages, [Symbol.asyncIterator]: () => itemsOf(pages()) });
}
