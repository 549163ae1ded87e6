// Response type and links that the parts of a creator's profile share.
import type { AccountAnswerOf, ResultMeta } from "overheard";
import { type Filters, withFilters } from "../../view/filters.ts";
import { addressOf, sharedParams, useAddress } from "../../view/view.ts";

export type ProfileResponse = AccountAnswerOf["influencer"] & { _meta?: ResultMeta };

/**
 * Returns a function that builds addresses of the creator's mentions. Drops all other filters, because the numbers of a
 * profile cover all mentions.
 */
export function useCreatorMentionsAddress(id: string): (narrower?: Filters) => string {
  const { params } = useAddress();
  return (narrower = {}) =>
    addressOf("/mentions", withFilters(sharedParams(params), { influencer: [id], ...narrower }));
}
