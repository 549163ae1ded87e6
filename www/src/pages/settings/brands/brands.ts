// Reads, saves and compares the brands of the account.
import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { queryClient, SESSION_KEY } from "../../../data/client.ts";
import { type Brand, type Session, requestDashboard } from "../../../data/dashboard-api.ts";

/** A brand in a request. A new brand has no id. */
export type Draft = Omit<Brand, "id"> & { id?: string };

interface SavedBrands {
  brands: Brand[];
  revision: number;
}

export const hasSameTerms = (one: readonly string[] = [], other: readonly string[] = []): boolean =>
  one.join("\n") === other.join("\n");
export const sameBrand = (one: Draft, other: Draft): boolean =>
  one.label === other.label &&
  hasSameTerms(one.terms, other.terms) &&
  hasSameTerms(one.must_context, other.must_context) &&
  hasSameTerms(one.must_not_context, other.must_not_context) &&
  Boolean(one.exact) === Boolean(other.exact);

/** Returns the members of a brand that a request takes. */
export const bodyOf = ({ label, terms, must_context, must_not_context, exact }: Draft) => ({
  label,
  terms,
  must_context: must_context?.length ? must_context : undefined,
  must_not_context: must_not_context?.length ? must_not_context : undefined,
  exact: exact || undefined,
});

/**
 * Replaces all brands, guarded by the revision. Invalidates every cached response, because the brands affect every
 * number.
 */
export const useSaveBrands = () =>
  useMutation({
    mutationFn: ({ brands, revision }: { brands: Draft[]; revision: number }) =>
      requestDashboard<SavedBrands>("POST", "/brands", {
        body: {
          revision,
          brands: brands.map(bodyOf),
        },
      }),
    onSuccess: ({ brands, revision }) => {
      queryClient.setQueryData<Session>(
        SESSION_KEY,
        (session) => session && { ...session, account: { ...session.account, brands, revision } },
      );
      return queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
    },
  });

/** Loads the current brands with their revision. */
export const latestBrands = async (): Promise<SavedBrands> => {
  const { account } = await requestDashboard<Session>("GET", "/session");
  return { brands: account.brands, revision: account.revision };
};

/** Describes the differences between two lists of brands in sentences. */
export function differences(from: Draft[], to: Draft[]): string[] {
  const added = to
    .filter(({ label }) => !from.some((one) => one.label === label))
    .map(({ label }) => t`${label} was added.`);
  const removed = from
    .filter(({ label }) => !to.some((one) => one.label === label))
    .map(({ label }) => t`${label} was removed.`);
  const changed = to.flatMap((brand) => {
    const before = from.find(({ label }) => label === brand.label);
    const [label, terms] = [brand.label, brand.terms.join(", ")];
    return before && !sameBrand(before, brand) ? [t`${label} was changed: it is found by ${terms}.`] : [];
  });
  return [...added, ...removed, ...changed];
}
