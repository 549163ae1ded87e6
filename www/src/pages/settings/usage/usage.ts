// Queries for the usage of the account.
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { AccountAnswerOf } from "overheard";
import { apiQueries } from "../../../data/client.ts";
import { dashboardQuery } from "../../../data/dashboard-api.ts";
import { addDays, addMonths, today } from "../../../view/dates.ts";
import type { Token } from "../access/tokens.ts";
import type { Member } from "../members/members.ts";

export type Usage = AccountAnswerOf["account-usage"];
export type Group = Usage["groups"][number];

/** Ranges of the usage page. They end today, because usage does not depend on the dataset. */
export const RANGES = {
  "7d": t`Last 7 days`,
  "30d": t`Last 30 days`,
  "90d": t`Last 90 days`,
  "12m": t`Last 12 months`,
} as const;
export type UsageRange = keyof typeof RANGES;

export function usageWindow(back: UsageRange): { from: string; to: string; interval: "day" | "month" } {
  const to = today();
  return back === "12m"
    ? { from: `${addMonths(to, -11).slice(0, 7)}-01`, to, interval: "month" }
    : { from: addDays(to, 1 - Number.parseInt(back, 10)), to, interval: "day" };
}

/** Returns a function that names the token or member with an id. */
export function useCallerNames(): (id: string) => string {
  const tokens = useQuery(dashboardQuery<{ keys: Token[] }>("/tokens"));
  const members = useQuery(dashboardQuery<{ members: Member[] }>("/members"));
  const names = new Map([
    ...(tokens.data?.keys ?? []).map(({ id, name }) => [id, name] as const),
    ...(members.data?.members ?? []).map(({ id, label }) => [id, t`${label} (member)`] as const),
  ]);
  return (id) => names.get(id) ?? (id.startsWith("mem_") ? t`A removed member` : id);
}

export const useUsage = (request: ReturnType<typeof usageWindow> & { group_by?: "endpoint" | "token" | "face" }) =>
  useQuery({ ...apiQueries.accountUsage(request), staleTime: 15_000 });
