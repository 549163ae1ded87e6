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

/** Questions whose averages and sums are shown with the number of values behind them, which `_meta` has. */
const COUNTING =
  /^\/v1\/(mentions\/stats|sentiment|sentiment\/\w+|influencers|influencers\/\w+|trends|trends\/\w+|sector)$/;
/** How long their answers are fresh: with `_meta`, no header says it. */
const FRESH_MS = 60_000;

/** The session is a cookie that no script sees; the browser sends it along. So no credential leaves this page. */
const askAsMember: typeof fetch = (address, init = {}) => {
  const answer = takeFirst(String(address), init.method);
  if (answer) return answer;
  const headers = new Headers(init.headers);
  headers.delete("Authorization");
  for (const [name, value] of Object.entries(FROM_DASHBOARD)) headers.set(name, value);
  if (COUNTING.test(new URL(String(address)).pathname)) headers.set("Prefer", "meta");
  return fetch(address, { ...init, headers, credentials: "same-origin" });
};

export const client = new Overheard({
  baseUrl: location.origin,
  // The client wants a credential; the session stands in its place.
  browserToken: "ohb_session",
  fetch: askAsMember,
});

/** Questions of both interfaces as options of TanStack Query. */
export const ask = fresh(queries(client));

/**
 * The same questions, whose answers stay fresh for a minute. Lists of mentions are asked again as their headers say.
 */
function fresh(of: ReturnType<typeof queries>): ReturnType<typeof queries> {
  const keeping = <F extends (...asked: never[]) => object>(question: F): F =>
    ((...asked: Parameters<F>) => ({ ...question(...asked), staleTime: FRESH_MS })) as F;
  const {
    mentionStats,
    sentiment,
    sentimentTimeline,
    sentimentBreakdown,
    influencer,
    trends,
    emergingTrends,
    trendComparison,
    sector,
  } = of;
  return {
    ...of,
    mentionStats: keeping(mentionStats),
    sentiment: keeping(sentiment),
    sentimentTimeline: keeping(sentimentTimeline),
    sentimentBreakdown: keeping(sentimentBreakdown),
    influencer: keeping(influencer),
    trends: keeping(trends),
    emergingTrends: keeping(emergingTrends),
    trendComparison: keeping(trendComparison),
    sector: keeping(sector),
  };
}

/** The core, which every question is checked by before it is sent; its file is fetched while the page starts. */
export const core = init();

export const SESSION_KEY = ["session"] as const;

/** Whether the reason is that nobody is signed in (any more). */
export const isSignedOut = (error: unknown) => error instanceof ProblemError && error.problem.status === 401;

/** Whether whoever is not signed in may be by the identity provider that stands in front: the refusal says so. */
export const isSignedInByProvider = (error: unknown) =>
  error instanceof ProblemError && /\bidentity="access"/.test(error.response?.headers.get("WWW-Authenticate") ?? "");

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // A session that has ended shows wherever something is asked next.
    onError: (error, query) => {
      const isIn = queryClient.getQueryData(SESSION_KEY) !== undefined;
      if (isIn && isSignedOut(error) && query.queryKey[0] !== SESSION_KEY[0])
        void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
    },
  }),
  defaultOptions: {
    queries: { refetchOnWindowFocus: false, retry: false, gcTime: 5 * 60_000 },
  },
});
