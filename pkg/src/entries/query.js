// Questions as options of TanStack Query, whichever framework it is for. Nothing of it is imported for that.
import { READS, argumentsOf, askedBy, isList } from "../client/reads.js";
import { ProblemError } from "../problem.js";
import { shape } from "../questions.js";

/** The questions of the Data API by the names of their methods. */
const QUESTIONS = Object.entries({
  aggregate: "aggregate",
  search: "search",
  creators: "creators",
  coMentions: "co-mentions",
  sector: "sector",
});
/** Of how many questions it is known how long their answers are fresh: of those that were asked last. */
const MOST = 500;

/**
 * For each method of a client that asks something, a function of the same arguments that gives the options of a query.
 */
export function queries(client, { prefix = ["overheard"] } = {}) {
  const ages = new Map();
  const options = (key, ask) => {
    const name = key.join("\n");
    return {
      queryKey: [...prefix, ...key],
      queryFn: async (context) => {
        const { data, response } = await ask(context).withResponse();
        remember(ages, name, maxAge(response.headers));
        return data;
      },
      // Known when there is an answer, and not before.
      staleTime: () => ages.get(name) ?? 0,
      // What may succeed later the client has sent again itself.
      retry: false,
    };
  };
  const of = { schema: () => options(["schema"], ({ signal }) => client.schema({ signal })) };
  for (const [method, operation] of QUESTIONS) {
    of[method] = (request = {}) =>
      options(keyOf(operation, request), ({ signal }) => client[method](request, { signal }));
  }
  for (const [method, operation] of READS) {
    const ask = (given, options, changed) => client[method](...argumentsOf(operation, given, options, changed));
    of[method] = (...given) =>
      options(keyOf(operation, askedBy(operation, given)[0]), ({ signal }) => ask(given, { signal }));
    if (!isList(operation)) continue;
    of[method].infinite = (...given) => {
      const [question] = askedBy(operation, given);
      const page = ({ signal, pageParam }) => ask(given, { signal }, { cursor: pageParam });
      return {
        ...options([...keyOf(operation, question), "pages"], page),
        initialPageParam: question.cursor ?? null,
        getNextPageParam: ({ has_more, next_cursor }) => (has_more ? next_cursor : null),
      };
    };
  }
  return of;
}

/** What is the same for questions that mean the same. One that would be refused is itself: asking it tells why. */
function keyOf(operation, question) {
  try {
    const { body, path } = shape(operation, question);
    return [operation, body ?? path];
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return [operation, question];
  }
}

/** For how many milliseconds an answer is fresh. */
function maxAge(headers) {
  const control = headers.get("cache-control") ?? "";
  if (/\bno-(store|cache)\b/.test(control)) return 0;
  return Number(/\bmax-age=(\d+)/.exec(control)?.[1] ?? 0) * 1000;
}

function remember(ages, name, age) {
  ages.delete(name);
  ages.set(name, age);
  if (ages.size > MOST) ages.delete(ages.keys().next().value);
}
