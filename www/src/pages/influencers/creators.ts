// Request of the creator ranking, from the address of the page.
import { t } from "@lingui/core/macro";
import type { AccountAnswerOf, AccountQuestionOf } from "overheard";
import type { WithBasis } from "../../view/basis.ts";
import { useAddress, useView } from "../../view/view.ts";
import * as words from "../../view/words.ts";

export type Creator = AccountAnswerOf["influencers"]["data"][number] & WithBasis;
type Question = NonNullable<AccountQuestionOf["influencers"]>;
export type Sort = NonNullable<Question["sort"]>;

/** Sort orders of creators, with the titles of their columns. */
export const SORTS: Record<Sort, string> = {
  mentions: t`Mentions`,
  views: t`Views`,
  influence_score: t`Influence`,
  subscriber_count: t`Subscribers`,
  engagement_rate: t`Engagement`,
  sentiment: t`Average tone`,
};

/** Address parameters that filter creators instead of mentions. */
export const CREATOR_PARAMS = ["country", "min_subscribers", "max_subscribers", "min_mentions"] as const;

/** Returns an address parameter as a whole number, or undefined if it is missing or invalid. */
function wholeNumber(params: URLSearchParams, name: string): number | undefined {
  const value = Number(params.get(name));
  return params.has(name) && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

export function useCreatorsQuestion(): { question: Question; sort: Sort; isDown: boolean } {
  const { question } = useView();
  const { params } = useAddress();
  const sortParam = params.get("sort") as Sort | null;
  const sort: Sort = sortParam && sortParam in SORTS ? sortParam : "mentions";
  const isDown = params.get("order") !== "asc";
  const country = params.getAll("country").filter((value) => value !== "");
  const [min_subscribers, max_subscribers, min_mentions] = (
    ["min_subscribers", "max_subscribers", "min_mentions"] as const
  ).map((name) => wholeNumber(params, name));
  return {
    question: {
      ...question,
      country,
      min_subscribers,
      max_subscribers,
      min_mentions,
      sort,
      order: isDown ? "desc" : "asc",
    },
    sort,
    isDown,
  };
}

export const nameOf = ({ channel }: Pick<Creator, "channel">): string => channel.name ?? t`Unnamed creator`;
export const platformOf = ({ channel }: Pick<Creator, "channel">): string =>
  channel.platform === null ? words.NOTHING : words.platform(channel.platform);
export const countryOf = (country: string | null): string => (country === null ? words.NOTHING : words.region(country));
/** Formats a ratio as a percentage: 0.05 is 5 %. */
export const ratio = (value: number | null): string => words.percent(value === null ? null : 100 * value);
