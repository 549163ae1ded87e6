// When this browser last looked at the account, to say what is new since.
import { useEffect, useState } from "react";
import { keep, kept } from "../../data/kept.ts";
import { useSession } from "../../data/session.ts";

/** A look that ended so long ago was another visit. */
const PAUSE_MS = 30 * 60_000;

interface Visits {
  /** When the visit before this one ended. */
  before: string | null;
  last: string;
}

function read(name: string): Visits | undefined {
  try {
    return JSON.parse(kept(name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** The end of the last visit; undefined on the first one. */
export function useLastVisit(): string | undefined {
  const name = `visits ${useSession().account.id}`;
  const [before] = useState(() => {
    const known = read(name);
    if (!known) return undefined;
    return Date.now() - Date.parse(known.last) > PAUSE_MS ? known.last : (known.before ?? undefined);
  });
  useEffect(
    () =>
      keep(
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
