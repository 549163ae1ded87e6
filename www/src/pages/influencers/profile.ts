// Response type and links that the parts of a creator's profile share.
import type { AccountAnswerOf, ResultMeta } from "overheard";
import { type Filters, withFilters } from "../../view/filters.ts";
import { addressOf, carried, useAddress } from "../../view/view.ts";

export type Whole = AccountAnswerOf["influencer"] & { _meta?: ResultMeta };

/**
 * Returns a function that builds addresses of the creator's mentions. Drops all other filters, because the numbers of a
 * profile cover all mentions.
 */
export function useTheirMentions(id: string): (narrower?: Filters) => string {
  const { params } = useAddress();
  return (narrower = {}) => addressOf("/mentions", withFilters(carried(params), { influencer: [id], ...narrower }));
}
