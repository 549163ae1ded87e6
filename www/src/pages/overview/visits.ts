// Stores when the account was last visited from this browser.
import { useEffect, useState } from "react";
import { store, readStored } from "../../data/local-storage.ts";
import { useSession } from "../../data/session.ts";

/** Pause after which a visit counts as a new one. */
const PAUSE_MS = 30 * 60_000;

interface Visits {
  /** End of the previous visit. */
  before: string | null;
  last: string;
}

function read(name: string): Visits | undefined {
  try {
    return JSON.parse(readStored(name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Returns the end of the previous visit, or undefined on the first visit. */
export function useLastVisit(): string | undefined {
  const name = `visits ${useSession().account.id}`;
  const [before] = useState(() => {
    const stored = read(name);
    if (!stored) return undefined;
    return Date.now() - Date.parse(stored.last) > PAUSE_MS ? stored.last : (stored.before ?? undefined);
  });
  useEffect(
    () =>
      store(
        name,
        JSON.stringify({
          before: before ?? null,
          last: new Date().toISOString().replace(/\.\d+Z$/, "Z"),
        } satisfies Visits),
      ),
    [name, before],
  );
  return before;
}
