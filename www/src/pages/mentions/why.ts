// Why a mention counts for a brand: which of the brand's words it has.
import type { AccountAnswerOf, Mention } from "overheard";

type BrandRule = AccountAnswerOf["account"]["brands"][number];

const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

export interface Why {
  rule: BrandRule | undefined;
  /** Terms of the brand that stand in what is shown of the mention. */
  found: string[];
}

export function whyOf(mention: Mention, brands: BrandRule[]): Why {
  const rule = brands.find(({ id }) => id === mention.brand?.id);
  const text = fold([mention.context, mention.video.title, ...mention.topics, ...mention.components].filter(Boolean).join(" \n "));
  return { rule, found: rule?.terms.filter((term) => text.includes(fold(term))) ?? [] };
}

/** A text in pieces, of which every second one is one of the terms. */
export function marked(text: string, terms: string[]): string[] {
  const pattern = terms.map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).filter(Boolean).join("|");
  return pattern ? text.split(new RegExp(`(${pattern})`, "i")) : [text];
}
