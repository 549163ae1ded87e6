// Finds the brand terms that a mention matches.
import type { AccountAnswerOf, Mention } from "overheard";

type BrandRule = AccountAnswerOf["account"]["brands"][number];

/**
 * Matches accents and Arabic tatweel. Combining marks of other scripts are kept because they form other letters, as do
 * hamza and madda.
 */
const ACCENTS =
  /(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}]\p{M}*)(?![\u0653-\u0655])\p{M}|\u0640/gu;

const PLAIN: Record<string, string> = {
  đ: "d",
  ð: "d",
  ł: "l",
  ø: "o",
  ı: "i",
  ħ: "h",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ß: "ss",
};

const fold = (text: string) =>
  text
    .normalize("NFKD")
    .replace(ACCENTS, "")
    .toLowerCase()
    .replace(/[đðłøıħæœþß]/g, (letter) => PLAIN[letter] ?? letter)
    .normalize("NFC");

export interface MatchReason {
  rule: BrandRule | undefined;
  /** Terms of the brand that occur in the visible text of the mention. */
  found: string[];
}

export function findMatchReason(mention: Mention, brands: BrandRule[]): MatchReason {
  const rule = brands.find(({ id }) => id === mention.brand?.id);
  const text = fold(
    [mention.context, mention.video.title, ...mention.topics, ...mention.components].filter(Boolean).join(" \n "),
  );
  return { rule, found: rule?.terms.filter((term) => text.includes(fold(term))) ?? [] };
}

/** Splits a text at the terms. Every second piece is a term. */
export function splitAtTerms(text: string, terms: string[]): string[] {
  const pattern = terms
    .map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .filter(Boolean)
    .join("|");
  return pattern ? text.split(new RegExp(`(${pattern})`, "i")) : [text];
}
