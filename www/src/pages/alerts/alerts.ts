// Queries and mutations for alerts and their messages.
import { useMutation, useQuery } from "@tanstack/react-query";
import { client, DASHBOARD_HEADER, queryClient } from "../../data/client.ts";
import type { Filters } from "../../view/filters.ts";

export type AlertCondition =
  | { type: "new_mentions" | "spike" }
  | { type: "count"; at_least: number }
  | { type: "tone"; below: number; at_least?: number };

export interface AlertTarget {
  type: "webhook" | "slack" | "teams" | "dashboard";
  id?: string;
  url_hint?: string;
}

export interface AlertDigest {
  every: "daily" | "weekly";
  day?: number;
  hour?: number;
}

export interface Alert {
  id: string;
  name: string;
  condition: AlertCondition;
  filters: Filters;
  target: AlertTarget;
  target_status: "active" | "failing" | "disabled" | null;
  digest: AlertDigest | null;
  next_digest_at: string | null;
  muted: boolean;
  created_at: string;
  last_fired_at: string | null;
}

/** The members of a request. A change has some of them, and null leaves one out. */
export interface AlertRequest {
  name: string;
  condition: AlertCondition;
  filters?: Filters;
  target: { type: AlertTarget["type"]; id?: string; url?: string };
  digest?: AlertDigest | null;
  muted?: boolean;
}

export interface FiredAlert {
  alert: string;
  name: string;
  reason: string;
  /** Query string of the mentions page. */
  query: string;
  at: string;
}

const PATH = "/v1/_ext/alerts";
const KEY = ["alerts"] as const;
/** Messages are looked for again while the page is open. */
const REFRESH_MS = 60_000;

function send<T>(method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: unknown): Promise<T> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { ...DASHBOARD_HEADER, ...(body !== undefined && { "Content-Type": "application/json" }) };
  return client.request<T>(
    { method, path: `${PATH}${path}`, headers, ...content },
    { retries: method === "GET" ? 2 : 0 },
  );
}

export const useAlerts = () =>
  useQuery({ queryKey: [...KEY, "list"], queryFn: () => send<{ data: Alert[] }>("GET", "") });

export const useFired = () =>
  useQuery({
    queryKey: [...KEY, "fired"],
    queryFn: () => send<{ data: FiredAlert[] }>("GET", "/fired"),
    refetchInterval: REFRESH_MS,
  });

const reload = () => queryClient.invalidateQueries({ queryKey: KEY });

export const useCreateAlert = () =>
  useMutation({ mutationFn: (alert: AlertRequest) => send<Alert>("POST", "", alert), onSuccess: reload });
export const useChangeAlert = () =>
  useMutation({
    mutationFn: ({ id, ...change }: Partial<AlertRequest> & { id: string }) => send<Alert>("PATCH", `/${id}`, change),
    onSuccess: reload,
  });
export const useTestAlert = () =>
  useMutation({
    mutationFn: (id: string) => send<{ event_id: string | null }>("POST", `/${id}/test`),
    onSuccess: reload,
  });
export const useRemoveAlert = () =>
  useMutation({ mutationFn: (id: string) => send<void>("DELETE", `/${id}`), onSuccess: reload });
