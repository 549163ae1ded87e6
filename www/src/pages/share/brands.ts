// Brands of a share-of-voice comparison, from the address: the account's brands, and rivals by name.
import { t } from "@lingui/core/macro";
import type { SectorRequest, SectorResult } from "overheard";
import { useSession } from "../../data/session.ts";
import { type WithBasis, withBasis } from "../../view/basis.ts";
import { useAddress, useView } from "../../view/view.ts";

/** Maximum number of brands in a request. */
export const MAX_BRANDS = 30;
export type Voice = SectorResult["brands"][number] & WithBasis & { isOwn: boolean; id: string | undefined };

type BrandQuery = SectorRequest["brands"][number];

export interface VoiceSelection {
  brands: BrandQuery[];
  /** Ids of the account's brands in the comparison, by label. */
  own: Map<string, string>;
  rivals: string[];
  /** Maximum number of rivals. */
  maxRivals: number;
}

/**
 * Returns the selected brands of the account with their matching rules, followed by the rivals, which are matched by
 * name.
 */
export function useVoices(): VoiceSelection {
  const { account } = useSession();
  const { filters } = useView();
  const { params } = useAddress();
  const selected = filters.brand?.length
    ? account.brands.filter(({ id }) => filters.brand!.includes(id))
    : account.brands;
  const own = selected.slice(0, MAX_BRANDS).map(
    ({ label, terms, must_context, must_not_context, exact }): BrandQuery => ({
      label,
      terms,
      ...(must_context?.length && { must_context }),
      ...(must_not_context?.length && { must_not_context }),
      ...(exact && { exact }),
    }),
  );
  const maxRivals = MAX_BRANDS - own.length;
  const rivals = [...new Set(params.getAll("rival"))]
    .filter((name) => name.trim() !== "" && !own.some(({ label }) => label === name))
    .slice(0, maxRivals);
  return {
    brands: [...own, ...rivals.map((name): BrandQuery => ({ label: name, terms: [name.toLowerCase()] }))],
    own: new Map(selected.map(({ label, id }) => [label, id])),
    rivals,
    maxRivals,
  };
}

/** Returns the brands of the response, the one with the most videos first. */
export const ranked = (answer: SectorResult, own: VoiceSelection["own"]): Voice[] =>
  withBasis(answer.brands, answer)
    .map((brand) => ({ ...brand, isOwn: own.has(brand.label), id: own.get(brand.label) }))
    .sort((a, b) => b.totals.unique_videos - a.totals.unique_videos || b.totals.views - a.totals.views);

export const isSparse = ({ coverage, low_confidence }: Pick<Voice, "coverage" | "low_confidence">): boolean =>
  coverage === "low" || low_confidence;

/** Explains why the numbers of a brand are unreliable. */
export function sparseReason({ label, coverage, totals: { unique_videos: videos } }: Voice): string {
  if (coverage !== "low") return t`Fewer than 5 mentions of ${label} have a rated tone.`;
  if (videos === 0) return t`${label} is in no video of this period. Below 20, a single video changes the share.`;
  return videos === 1
    ? t`${label} is in only one video of this period. Below 20, a single video changes the share.`
    : t`${label} is in only ${videos} videos of this period. Below 20, a single video changes the share.`;
}

/** Returns the label of a brand, marked if it is a rival. */
export const rivalLabel = ({ label, isOwn }: Voice): string => (isOwn ? label : t`${label} (rival)`);
