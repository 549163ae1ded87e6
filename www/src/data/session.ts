// Who is signed in, and what the dataset covers: asked first, and known to everything that is shown to members.
import { useMutation, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { ask, core, queryClient, SESSION_KEY } from "./client.ts";
import { type Role, type Session, surface } from "./surface.ts";

/** Whoever has the session may ask: it comes with the core, which makes the keys of all questions. */
export const sessionQuery = {
  queryKey: SESSION_KEY,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const [session] = await Promise.all([surface<Session>("GET", "/session", { signal }), core]);
    return session;
  },
  staleTime: 5 * 60_000,
};

/** The account with the dates of the dataset. */
export const accountQuery = () => ({ ...ask.account(), staleTime: 60_000 });

/** The session; for what is shown to members alone. */
export const useSession = (): Session => useSuspenseQuery(sessionQuery).data;

const RANKS: Role[] = ["viewer", "analyst", "admin"];

/** Whether the member may do what takes a role. */
export function useMay(role: Role): boolean {
  const { member } = useSession();
  return RANKS.indexOf(member.role) >= RANKS.indexOf(role);
}

/** Whether the plan has a group of questions, such as `trends`. */
export const usePlanHas = (group: string): boolean => useSession().endpoints.includes(group);

/** The days that the dataset covers; undefined as long as nothing was imported. */
export function useDataset() {
  const { data } = useQuery(accountQuery());
  return data?.dataset ?? undefined;
}

/** The days that the dataset covers. */
export type Dataset = NonNullable<ReturnType<typeof useDataset>>;

/** Forgets what somebody else was answered. The session's own query stays, at which what is shown looks. */
const forgetAnswers = () => queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });

/** What signs in: the invitation of a link, or the identity provider in front. */
type Entrance = { invitation: string } | { identity: "access" };

export const useSignIn = () =>
  useMutation({
    mutationFn: (by: Entrance) => surface<Session>("POST", "/sign-in", { body: by }),
    onSuccess: (session) => {
      forgetAnswers();
      queryClient.setQueryData(SESSION_KEY, session);
    },
  });

export const useSignOut = () =>
  useMutation({
    mutationFn: () => surface<void>("POST", "/sign-out"),
    onSuccess: () => {
      forgetAnswers();
      return queryClient.resetQueries({ queryKey: SESSION_KEY });
    },
  });
