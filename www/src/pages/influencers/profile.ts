// Shared by the parts of a creator's profile: its answer, and links to its mentions.
import type { AccountAnswerOf, ResultMeta } from "overheard";
import { type Filters, withFilters } from "../../view/filters.ts";
import { addressOf, carried, useAddress } from "../../view/view.ts";

export type Whole = AccountAnswerOf["influencer"] & { _meta?: ResultMeta };

/**
 * Makes addresses of the creator's mentions. The numbers of a profile are of all of them, so no other filter goes
 * along.
 */
export function useTheirMentions(id: string): (narrower?: Filters) => string {
  const { params } = useAddress();
  return (narrower = {}) => addressOf("/mentions", withFilters(carried(params), { influencer: [id], ...narrower }));
}
