// Stores up to which message a member has seen the alerts of an account in this browser.
import { readStored, store } from "../../data/local-storage.ts";
import type { FiredAlert } from "./alerts.ts";

const nameOf = (account: string) => `alerts seen ${account}`;

export function markSeen(account: string, fired: readonly FiredAlert[]): void {
  const [newest] = fired;
  if (newest) store(nameOf(account), newest.at);
}

/** Returns the number of messages since the member last saw them. */
export function unseenOf(account: string, fired: readonly FiredAlert[]): number {
  const seen = readStored(nameOf(account)) ?? "";
  return fired.filter(({ at }) => at > seen).length;
}
