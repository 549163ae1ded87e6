// Applies one change to the current brands. On a conflict it reports the other member's changes and can apply the same
// change on top of them.
import { ProblemError } from "overheard";
import { useState } from "react";
import { queryClient, SESSION_KEY } from "../../../data/client.ts";
import { useSession } from "../../../data/session.ts";
import type { Brand, Session } from "../../../data/dashboard-api.ts";
import { differences, type Draft, latestBrands, useSaveBrands } from "./brands.ts";

export type Change =
  | { kind: "add"; brand: Draft }
  | { kind: "replace"; label: string; brand: Draft }
  | { kind: "remove"; label: string };

export interface BrandConflict {
  change: Change;
  /** The other member's changes, as sentences. */
  theirs: string[];
}

/** Returns the brands with a change applied, and the index of the changed brand. */
export function applyChange(brands: Brand[], change: Change): { drafts: Draft[]; at: number } {
  if (change.kind === "remove") return { drafts: brands.filter(({ label }) => label !== change.label), at: -1 };
  const knownIndex = change.kind === "replace" ? brands.findIndex(({ label }) => label === change.label) : -1;
  // Adds the brand again if another member removed it meanwhile.
  if (knownIndex < 0) return { drafts: [...brands, change.brand], at: brands.length };
  return { drafts: brands.map((brand, at) => (at === knownIndex ? change.brand : brand)), at: knownIndex };
}

const isConflict = (error: unknown) => error instanceof ProblemError && error.problem.code === "conflict";

export function useChange(done: () => void) {
  const { account } = useSession();
  const save = useSaveBrands();
  const [conflict, setConflict] = useState<BrandConflict>();
  const [place, setPlace] = useState(-1);

  const apply = (change: Change, { brands, revision } = account) => {
    const { drafts, at } = applyChange(brands, change);
    setPlace(at);
    save.mutate(
      { brands: drafts, revision },
      {
        onSuccess: () => {
          setConflict(undefined);
          done();
        },
        onError: async (error) => {
          if (!isConflict(error)) return setConflict(undefined);
          const latest = await latestBrands();
          setConflict({ change, theirs: differences(brands, latest.brands) });
          queryClient.setQueryData<Session>(
            SESSION_KEY,
            (session) => session && { ...session, account: { ...session.account, ...latest } },
          );
        },
      },
    );
  };
  const reset = () => {
    save.reset();
    setConflict(undefined);
  };
  return {
    apply: (change: Change) => apply(change),
    retry: () => conflict && apply(conflict.change),
    reset,
    conflict,
    isPending: save.isPending,
    error: isConflict(save.error) ? undefined : save.error,
    at: place,
  };
}
