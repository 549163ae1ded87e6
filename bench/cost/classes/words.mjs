// Searches with words: rare, usual and common ones, several, phrases; by relevance and by a field; with filters.
import { ODD_TWO_YEARS, YEAR } from "../windows.mjs";

export function words({ brands, tags, videoWords, mentionWords, phrases }) {
  const search = (index, kind) => (name, q, filters, sort_field, more) => ({
    operation: "search",
    bar: sort_field ? "search with q, sorted by a field" : "search with q",
    name: `${kind} with ${name}`,
    request: { index, q, filters, sort_field, ...more },
  });
  const videos = search("siv_info", "videos");
  const mentions = search("siv_business_ideas", "mentions");
  return [
    videos("a rare word", videoWords.rare),
    videos("a usual word", videoWords.usual),
    videos("a common word", videoWords.common),
    videos("two words", `${videoWords.common} ${videoWords.usual}`),
    videos("a phrase", `"${phrases.video}"`),
    videos("a common word, of a platform, 12 months", videoWords.common, { platform: "tiktok", upload_date: YEAR }),
    videos("a usual word, of the top tag", videoWords.usual, { tags: tags.top }),
    videos("a common word by views", videoWords.common, undefined, "views"),
    videos("a usual word by views", videoWords.usual, undefined, "views"),
    mentions("a rare word", mentionWords.rare),
    mentions("a usual word", mentionWords.usual),
    mentions("a common word", mentionWords.common),
    mentions("two words", `${mentionWords.common} ${mentionWords.usual}`),
    mentions("a phrase", `"${phrases.mention}"`),
    mentions("a common word, of the top brand", mentionWords.common, { brand_name: brands.top }),
    mentions(
      "a usual word, positive, odd 24 months, by score",
      mentionWords.usual,
      { sentiment: "positive", upload_date: ODD_TWO_YEARS },
      "sentiment_score",
    ),
    mentions("a common word by value", mentionWords.common, undefined, "estimated_value_usd"),
  ];
}
