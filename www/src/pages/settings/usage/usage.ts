// Queries for the usage of the account.
import { useQuery } from "@tanstack/react-query";
import type { AccountAnswerOf } from "overheard";
import { ask } from "../../../data/client.ts";
import { ofSurface } from "../../../data/surface.ts";
import { addDays, addMonths, today } from "../../../view/dates.ts";
import type { Token } from "../access/tokens.ts";
import type { Member } from "../members/members.ts";

export type Usage = AccountAnswerOf["account-usage"];
export type Group = Usage["groups"][number];

/** Ranges of the usage page. They end today, because usage does not depend on the dataset. */
export const BACK = {
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  "90d": "Last 90 days",
  "12m": "Last 12 months",
} as const;
export type Back = keyof typeof BACK;

export function daysBack(back: Back): { from: string; to: string; interval: "day" | "month" } {
  const to = today();
  return back === "12m"
    ? { from: `${addMonths(to, -11).slice(0, 7)}-01`, to, interval: "month" }
    : { from: addDays(to, 1 - Number.parseInt(back, 10)), to, interval: "day" };
}

/** Returns a function that names the token or member with an id. */
export function useAskers(): (id: string) => string {
  const tokens = useQuery(ofSurface<{ keys: Token[] }>("/tokens"));
  const members = useQuery(ofSurface<{ members: Member[] }>("/members"));
  const names = new Map([
    ...(tokens.data?.keys ?? []).map(({ id, name }) => [id, name] as const),
    ...(members.data?.members ?? []).map(({ id, label }) => [id, `${label} (member)`] as const),
  ]);
  return (id) => names.get(id) ?? (id.startsWith("mem_") ? "A former member" : id);
}

export const useUsage = (asked: ReturnType<typeof daysBack> & { group_by?: "endpoint" | "token" | "face" }) =>
  useQuery({ ...ask.accountUsage(asked), staleTime: 15_000 });
