// The package's client as the dashboard uses it: asked by the session of whoever is signed in.
import { QueryCache, QueryClient } from "@tanstack/react-query";
import { init, Overheard, ProblemError } from "overheard";
import { queries } from "overheard/query";

/** Says that this page asks, and not another one: without it a session counts for nothing. */
export const FROM_DASHBOARD = { "X-Overheard-Dashboard": "1" };

/** What was asked before this script was there, by begin.js: each answer is taken once. */
const askedFirst = (globalThis as { askedFirst?: Record<string, Promise<Response> | undefined> }).askedFirst ?? {};

function takeFirst(address: string, method = "GET"): Promise<Response> | undefined {
  const path = address.slice(location.origin.length);
  const answer = method === "GET" ? askedFirst[path] : undefined;
  delete askedFirst[path];
  return answer;
}

/** The session is a cookie that no script sees; the browser sends it along. So no credential leaves this page. */
const askAsMember: typeof fetch = (address, init = {}) => {
  const answer = takeFirst(String(address), init.method);
  if (answer) return answer;
  const headers = new Headers(init.headers);
  headers.delete("Authorization");
  for (const [name, value] of Object.entries(FROM_DASHBOARD)) headers.set(name, value);
  return fetch(address, { ...init, headers, credentials: "same-origin" });
};

export const client = new Overheard({
  baseUrl: location.origin,
  // The client wants a credential; the session stands in its place.
  browserToken: "ohb_session",
  fetch: askAsMember,
});

/** Questions of both interfaces as options of TanStack Query. */
export const ask = queries(client);

/** The core, which every question is checked by before it is sent; its file is fetched while the page starts. */
export const core = init();

export const SESSION_KEY = ["session"] as const;

/** Whether the reason is that nobody is signed in (any more). */
export const isSignedOut = (error: unknown) => error instanceof ProblemError && error.problem.status === 401;

/** Whether whoever is not signed in may be by the identity provider that stands in front: the refusal says so. */
export const isSignedInByProvider = (error: unknown) => error instanceof ProblemError && /\bidentity="access"/.test(error.response?.headers.get("WWW-Authenticate") ?? "");

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // A session that has ended shows wherever something is asked next.
    onError: (error, query) => {
      const isIn = queryClient.getQueryData(SESSION_KEY) !== undefined;
      if (isIn && isSignedOut(error) && query.queryKey[0] !== SESSION_KEY[0]) void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
    },
  }),
  defaultOptions: {
    queries: { refetchOnWindowFocus: false, retry: false, gcTime: 5 * 60_000 },
  },
});
