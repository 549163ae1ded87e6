// Queries and mutations for keys and tokens.
import { t } from "@lingui/core/macro";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { queryClient } from "../../../data/client.ts";
import { dashboardPages, requestDashboard } from "../../../data/dashboard-api.ts";

export type ApiInterface = "data" | "account";

export interface Token {
  id: string;
  name: string;
  prefix: string;
  last4: string;
  face: ApiInterface;
  scopes: string[];
  access_level: "aggregate" | "raw";
  plan: string;
  origins: string[];
  status: "active" | "expired" | "revoked";
  created_at: string;
  expires_at?: string;
  revoked_at?: string;
  rotated_from?: string;
  rotated_to?: string;
  last_used_at: string | null;
}

export type NewToken = Token & { secret: string };

interface TokenPage {
  keys: Token[];
  next: string | null;
}

const TOKENS = dashboardPages<TokenPage>("/tokens");

export const useTokens = () => useInfiniteQuery(TOKENS);

/** Invalidates all token lists, which share the first two elements of the key. */
const reload = () => queryClient.invalidateQueries({ queryKey: TOKENS.queryKey.slice(0, 2) });

/** Creates a mutation whose response contains a secret. The secret goes to `done` only and is never cached. */
const useSecretMutation = <Input>(work: (input: Input) => Promise<NewToken>, done: (token: NewToken) => void) =>
  useMutation({
    mutationFn: async (input: Input) => {
      const token = await work(input);
      await reload();
      done(token);
    },
  });

export const useMakeToken = (done: (token: NewToken) => void) =>
  useSecretMutation(
    (token: Record<string, unknown>) => requestDashboard<NewToken>("POST", "/tokens", { body: token }),
    done,
  );
export const useRotateToken = (done: (token: NewToken) => void) =>
  useSecretMutation(
    ({ id, hours }: { id: string; hours: number }) =>
      requestDashboard<NewToken>("POST", `/tokens/${id}/rotate`, { body: { grace_hours: hours } }),
    done,
  );
export const useRevokeToken = () =>
  useMutation({
    mutationFn: (id: string) => requestDashboard<Token>("POST", `/tokens/${id}/revoke`),
    onSuccess: () => reload(),
  });

export const INTERFACES: Record<ApiInterface, { label: string; note: string }> = {
  account: { label: t`Account API`, note: t`your brands: mentions, tone, trends, reports` },
  data: { label: t`Data API`, note: t`the whole dataset: aggregates, searches, sectors` },
};
export const ACCESS: Record<Token["access_level"], { label: string; note: string }> = {
  aggregate: { label: t`Aggregates`, note: t`figures and a few examples` },
  raw: { label: t`Raw records`, note: t`searches with more records` },
};

/** Describes the rights of a token. */
export const rightsOf = ({ face, access_level }: Token): string =>
  face === "data" ? ACCESS[access_level].label : t`Reads your brands, creates reports`;

/** Returns the visible start and end of a secret. The secret itself is not stored. */
export const hintOf = ({ prefix, last4 }: Token): string => `${prefix}…${last4}`;
