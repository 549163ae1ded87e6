// Finds out why a mention is listed: the brand terms and the searched words that it contains.
import { useQuery } from "@tanstack/react-query";
import type { AccountAnswerOf, Mention } from "overheard";
import { accountQuery } from "../../data/session.ts";
import { useView } from "../../view/view.ts";
import { contains, termsOfQuery } from "./matched-words.ts";

type BrandRule = AccountAnswerOf["account"]["brands"][number];

export interface MatchReason {
  rule: BrandRule | undefined;
  /** Terms of the brand that occur in the visible text of the mention. */
  found: string[];
  /** Terms of the brand and words of the search, to mark in texts. */
  marked: string[];
}

export function useMatchReason(mention: Mention): MatchReason {
  const { data: account } = useQuery(accountQuery());
  const { q } = useView().filters;
  const rule = account?.brands.find(({ id }) => id === mention.brand?.id);
  const terms = rule?.terms ?? [];
  const texts = [mention.context, mention.video.title, ...mention.topics, ...mention.components];
  return {
    rule,
    found: terms.filter((term) => texts.some((text) => text !== null && contains(text, term))),
    marked: [...terms, ...(q ? termsOfQuery(q) : [])],
  };
}
