// What accounts ask, for the run of a number: windows move from run to run, lists have other orders.
const DAY = 86_400_000;

export const WINDOWS = { "30 days": 30, "whole history": 730 };

/** The address of each question in windows of so many days, of an account whose mentions end on a date. */
export function questionsOf({ last, mention, influencer, brands }, days) {
  const date = (ago) => new Date(Date.parse(last) - ago * DAY).toISOString().slice(0, 10);
  const window = (run) => `from=${date(days - 1 + run)}&to=${date(run)}`;
  const sorts = (names) => (run) => `sort=${names[run % names.length]}&order=${run % 2 ? "asc" : "desc"}`;
  const ofMentions = sorts(["upload_date", "indexed_at", "views", "sentiment_score"]);
  const ofInfluencers = sorts([
    "mentions",
    "views",
    "subscriber_count",
    "engagement_rate",
    "sentiment",
    "influence_score",
  ]);
  const questions = {
    mentions: (run) => `/v1/mentions?${ofMentions(run)}&limit=${25 + (run % 5)}&${window(run)}`,
    "mentions, of a platform": (run) =>
      `/v1/mentions?${ofMentions(run)}&platform=tiktok&limit=${25 + (run % 5)}&${window(run)}`,
    "mentions, words": (run) => `/v1/mentions?q=price&${window(run)}`,
    "mentions/:id": () => `/v1/mentions/${mention}`,
    "mentions/stats": (run) => `/v1/mentions/stats?${window(run)}`,
    sentiment: (run) => `/v1/sentiment?${window(run)}`,
    "sentiment/timeline": (run) => `/v1/sentiment/timeline?${window(run)}`,
    "sentiment/breakdown": (run) => `/v1/sentiment/breakdown?by=region&${window(run)}`,
    influencers: (run) => `/v1/influencers?${ofInfluencers(run)}&${window(run)}`,
    "influencers/:id": (run) => `/v1/influencers/${influencer}?${window(run)}`,
    "influencers/:id/mentions": (run) =>
      `/v1/influencers/${influencer}/mentions?${ofMentions(run)}&limit=${25 + (run % 5)}&${window(run)}`,
    trends: (run) => `/v1/trends?${window(run)}`,
    "trends/emerging": (run) => `/v1/trends/emerging?${window(run)}`,
    "explain-change": (run) => `/v1/_ext/explain-change?date=2026-10-${10 + (run % 20)}&interval=week`,
    "trends/compare, periods": (run) => `/v1/trends/compare?by=period&${window(run)}`,
  };
  const named = brands.slice(0, 5).map(encodeURIComponent).join(",");
  return brands.length < 2
    ? questions
    : { ...questions, "trends/compare, brands": (run) => `/v1/trends/compare?by=brand&brand=${named}&${window(run)}` };
}
