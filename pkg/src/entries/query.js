// Requests as options of TanStack Query, for every framework. Does not import TanStack Query.
import { READS, argumentsOf, argumentsToRequest, isList } from "../client/reads.js";
import { ProblemError } from "../problem.js";
import { shape } from "../questions.js";

/** Pairs of a method and its Data API operation. */
const QUESTIONS = Object.entries({
  aggregate: "aggregate",
  search: "search",
  creators: "creators",
  coMentions: "co-mentions",
  sector: "sector",
});
/** The maximum number of requests, the most recent ones, with a stored freshness lifetime. */
const MAX_AGES = 500;

/** Returns one function for each reading method of a client: the same arguments, and query options as the result. */
export function queries(client, { prefix = ["overheard"] } = {}) {
  const ages = new Map();
  const options = (key, fetchAnswer) => {
    const name = key.join("\n");
    return {
      queryKey: [...prefix, ...key],
      queryFn: async (context) => {
        const { data, response } = await fetchAnswer(context).withResponse();
        storeAge(ages, name, maxAge(response.headers));
        return data;
      },
      // Known once there is an answer.
      staleTime: () => ages.get(name) ?? 0,
      // The client retries by itself.
      retry: false,
    };
  };
  const of = { schema: () => options(["schema"], ({ signal }) => client.schema({ signal })) };
  for (const [method, operation] of QUESTIONS) {
    of[method] = (request = {}) =>
      options(keyOf(operation, request), ({ signal }) => client[method](request, { signal }));
  }
  for (const [method, operation] of READS) {
    const call = (given, options, changed) => client[method](...argumentsOf(operation, given, options, changed));
    of[method] = (...given) =>
      options(keyOf(operation, argumentsToRequest(operation, given)[0]), ({ signal }) => call(given, { signal }));
    if (!isList(operation)) continue;
    of[method].infinite = (...given) => {
      const [question] = argumentsToRequest(operation, given);
      const page = ({ signal, pageParam }) => call(given, { signal }, { cursor: pageParam });
      return {
        ...options([...keyOf(operation, question), "pages"], page),
        initialPageParam: question.cursor ?? null,
        getNextPageParam: ({ has_more, next_cursor }) => (has_more ? next_cursor : null),
      };
    };
  }
  return of;
}

/** Returns the same key for equivalent requests. The key of an invalid request is the request; sending it fails. */
function keyOf(operation, question) {
  try {
    const { body, path } = shape(operation, question);
    return [operation, body ?? path];
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return [operation, question];
  }
}

/** Returns the freshness lifetime of an answer in milliseconds. */
function maxAge(headers) {
  const control = headers.get("cache-control") ?? "";
  if (/\bno-(store|cache)\b/.test(control)) return 0;
  return Number(/\bmax-age=(\d+)/.exec(control)?.[1] ?? 0) * 1000;
}

function storeAge(ages, name, age) {
  ages.delete(name);
  ages.set(name, age);
  if (ages.size > MAX_AGES) ages.delete(ages.keys().next().value);
}
