// The session and the account, which are loaded first and used by every page for members.
import { useMutation, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { apiQueries, core, queryClient, SESSION_KEY } from "./client.ts";
import { type Role, type Session, requestDashboard } from "./dashboard-api.ts";

/** Loads the session and the core together, because the core computes the keys of all other queries. */
export const sessionQuery = {
  queryKey: SESSION_KEY,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const [session] = await Promise.all([requestDashboard<Session>("GET", "/session", { signal }), core]);
    return session;
  },
  staleTime: 5 * 60_000,
};

/** Query for the account, which includes the dates of the dataset. */
export const accountQuery = () => ({ ...apiQueries.account(), staleTime: 60_000 });

/** Returns the session. For components that only members see. */
export const useSession = (): Session => useSuspenseQuery(sessionQuery).data;

const RANKS: Role[] = ["viewer", "analyst", "admin"];

/** Returns true if the member has the role or a higher one. */
export function useHasRole(role: Role): boolean {
  const { member } = useSession();
  return RANKS.indexOf(member.role) >= RANKS.indexOf(role);
}

/** Returns true if the plan includes an endpoint group, such as `trends`. */
export const usePlanIncludes = (group: string): boolean => useSession().endpoints.includes(group);

/** Returns the date range of the dataset, or undefined if nothing was imported yet. */
export function useDataset() {
  const { data } = useQuery(accountQuery());
  return data?.dataset ?? undefined;
}

/** Date range of the dataset. */
export type Dataset = NonNullable<ReturnType<typeof useDataset>>;

/**
 * Removes the cached responses of the previous member. Keeps the session query, because mounted components observe it.
 */
const clearResponses = () => queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });

/** Credentials for sign-in: the invitation of a link, or the identity provider in front of the edge. */
type SignInMethod = { invitation: string } | { identity: "access" };

export const useSignIn = () =>
  useMutation({
    mutationFn: (by: SignInMethod) => requestDashboard<Session>("POST", "/sign-in", { body: by }),
    onSuccess: (session) => {
      clearResponses();
      queryClient.setQueryData(SESSION_KEY, session);
    },
  });

export const useSignOut = () =>
  useMutation({
    mutationFn: () => requestDashboard<void>("POST", "/sign-out"),
    onSuccess: () => {
      clearResponses();
      return queryClient.resetQueries({ queryKey: SESSION_KEY });
    },
  });
