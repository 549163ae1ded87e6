// The npm package's client, authenticated by the session of the signed-in member.
import { QueryCache, QueryClient } from "@tanstack/react-query";
import { init, Overheard, ProblemError } from "overheard";
import { queries } from "overheard/query";

/**
 * Header that the edge requires with a session cookie. Other origins cannot set it, which prevents cross-site requests.
 */
export const DASHBOARD_HEADER = { "X-Overheard-Dashboard": "1" };

/** Responses that begin.js requested before this script ran. Each response is used once. */
const prefetched = (globalThis as { prefetched?: Record<string, Promise<Response> | undefined> }).prefetched ?? {};

function takePrefetched(address: string, method = "GET"): Promise<Response> | undefined {
  const path = address.slice(location.origin.length);
  const answer = method === "GET" ? prefetched[path] : undefined;
  delete prefetched[path];
  return answer;
}

/** Endpoints that get `Prefer: meta`: their averages and sums are shown with the number of values behind them. */
const META_PATHS =
  /^\/v1\/(mentions\/stats|sentiment|sentiment\/\w+|influencers|influencers\/\w+|trends|trends\/\w+|sector)$/;
/** Lifetime of responses with `_meta` in the cache. Such responses carry no caching header. */
const STALE_MS = 60_000;

/**
 * Sends a request with the session cookie, which scripts cannot read. Removes the `Authorization` header, so no
 * credential leaves this page.
 */
const fetchAsMember: typeof fetch = (address, init = {}) => {
  const answer = takePrefetched(String(address), init.method);
  if (answer) return answer;
  const headers = new Headers(init.headers);
  headers.delete("Authorization");
  for (const [name, value] of Object.entries(DASHBOARD_HEADER)) headers.set(name, value);
  if (META_PATHS.test(new URL(String(address)).pathname)) headers.set("Prefer", "meta");
  return fetch(address, { ...init, headers, credentials: "same-origin" });
};

export const client = new Overheard({
  baseUrl: location.origin,
  // Placeholder: the client requires a credential, but the session cookie authenticates.
  browserToken: "ohb_session",
  fetch: fetchAsMember,
});

/** Query options of TanStack Query for every operation of both interfaces. */
export const apiQueries = withLifetime(queries(client));

/**
 * Sets a `staleTime` of one minute for analytical queries. Lists of mentions keep the lifetime of their response
 * headers.
 */
function withLifetime(of: ReturnType<typeof queries>): ReturnType<typeof queries> {
  const withStaleTime = <F extends (...parameters: never[]) => object>(question: F): F =>
    ((...parameters: Parameters<F>) => ({ ...question(...parameters), staleTime: STALE_MS })) as F;
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
    mentionStats: withStaleTime(mentionStats),
    sentiment: withStaleTime(sentiment),
    sentimentTimeline: withStaleTime(sentimentTimeline),
    sentimentBreakdown: withStaleTime(sentimentBreakdown),
    influencer: withStaleTime(influencer),
    trends: withStaleTime(trends),
    emergingTrends: withStaleTime(emergingTrends),
    trendComparison: withStaleTime(trendComparison),
    sector: withStaleTime(sector),
  };
}

/** WebAssembly core, which validates every request before it is sent. Loading starts with the page. */
export const core = init();

export const SESSION_KEY = ["session"] as const;

/** Returns true if the error means that nobody is signed in. */
export const isSignedOut = (error: unknown) => error instanceof ProblemError && error.problem.status === 401;

/** Returns true if the `WWW-Authenticate` header offers sign-in through an identity provider. */
export const isSignedInByProvider = (error: unknown) =>
  error instanceof ProblemError && /\bidentity="access"/.test(error.response?.headers.get("WWW-Authenticate") ?? "");

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // Rechecks the session when any query fails with 401, so that an ended session shows the sign-in page.
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
