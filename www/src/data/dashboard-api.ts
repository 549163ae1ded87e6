// Client of the dashboard's own API at /dashboard/v1: session, members, tokens, saved views and schedules.
// docs/internals/dashboard-surface.md specifies it.
import type { QueryValue } from "overheard";
import { client, DASHBOARD_HEADER } from "./client.ts";

export type Role = "viewer" | "analyst" | "admin";

export interface Brand {
  id: string;
  label: string;
  terms: string[];
  must_context?: string[];
  must_not_context?: string[];
  exact?: boolean;
}

export interface Session {
  member: { id: string; label: string; role: Role };
  session: { id: string; created_at: string; idle_ends_at: string; ends_at: string };
  account: { id: string; name: string; plan: string; brands: Brand[]; revision: number; created_at: string };
  limits: {
    data: { per_minute?: number; per_month?: number } | null;
    account: { per_minute?: number; per_day?: number } | null;
  };
  endpoints: string[];
  max_webhooks: number;
  access_level: "aggregate" | "raw";
}

export interface Views {
  revision: number;
  views: { name: string; view: { page: string; search: string } }[];
}

interface RequestOptions {
  body?: unknown;
  query?: Record<string, QueryValue>;
  signal?: AbortSignal;
}

/**
 * Sends a request to the dashboard API: `await requestDashboard<Session>("GET", "/session")`. Throws the package's
 * `ProblemError` for refused requests.
 */
export function requestDashboard<T>(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  { body, query, signal }: RequestOptions = {},
): Promise<T> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { ...DASHBOARD_HEADER, ...(body !== undefined && { "Content-Type": "application/json" }) };
  return client.request<T>(
    { method, path: `/dashboard/v1${path}`, headers, query, ...content },
    { signal, retries: method === "GET" ? 2 : 0 },
  );
}

/** Returns query options for a GET request. The query key begins with `"surface"` and the path. */
export const dashboardQuery = <T>(path: string, query?: Record<string, QueryValue>) => ({
  queryKey: query ? (["surface", path, query] as const) : (["surface", path] as const),
  queryFn: ({ signal }: { signal: AbortSignal }) => requestDashboard<T>("GET", path, { query, signal }),
  staleTime: 30_000,
});

/** Returns infinite-query options for a paginated list. The `next` cursor of a page leads to the following page. */
export const dashboardPages = <T extends { next: string | null }>(
  path: string,
  query: Record<string, QueryValue> = {},
) => ({
  queryKey: ["surface", path, query] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    requestDashboard<T>("GET", path, { query: { ...query, ...(pageParam !== null && { after: pageParam }) }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }: T) => next,
  staleTime: 30_000,
});
