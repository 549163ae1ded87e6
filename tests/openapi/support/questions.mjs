// The queries of the OpenAPI document's examples to the demo dataset: at least one for each operation. The account
// monitors the three brands of README.md.

const MONTH = { from: "2026-10-01", to: "2026-10-31" };
const brand = (label) => ({ label, terms: [label.toLowerCase()] });

export const BRANDS = ["Velunara", "Borealume", "Cinderelm Beauty"].map(brand);

/** Queries of the Data API by operation: bodies by the names of the examples. */
export const DATA = {
  aggregate: {
    "most-mentioned-brands": {
      summary: "Most mentioned brands",
      body: { index: "siv_business_ideas", group_by: "brand_name", size: 5 },
    },
    "tone-in-beauty": {
      summary: "Brands with the best tone in Beauty",
      body: {
        index: "siv_business_ideas",
        group_by: "brand_name",
        metric: { type: "avg", field: "sentiment_score" },
        filters: { category: "Beauty", upload_date: { gte: "2026-01-01" } },
        size: 3,
      },
    },
    "creators-by-country": {
      summary: "Creators of YouTube by country",
      body: { index: "siv_content_creator", group_by: "country", filters: { platform: "youtube" }, size: 3 },
    },
  },
  search: {
    "most-viewed-videos": {
      summary: "The most viewed videos about a serum",
      body: { index: "siv_info", q: "velunara serum", sort_field: "views", size: 2 },
    },
    "mentions-of-a-recall": {
      summary: "Mentions of a recall, the worst first",
      body: {
        index: "siv_business_ideas",
        filters: { brand_name: "Brindlemoss", topics: "allergen recall" },
        sort_field: "sentiment_score",
        sort_order: "asc",
        size: 2,
      },
    },
  },
  creators: {
    "engaging-creators": {
      summary: "Creators of Beauty with engaged viewers",
      body: {
        filters: { categories: "Beauty", subscriber_count: { gte: 50000, lte: 1000000 } },
        sort_field: "engagement_rate_viewers",
        size: 2,
      },
    },
  },
  "co-mentions": {
    "in-one-channel": { summary: "Two rivals in one channel", body: { values: ["Velunara", "Borealume"], size: 3 } },
    "in-one-video": {
      summary: "Two rivals in one video",
      body: { values: ["Velunara", "Borealume"], group_by: "video_id", size: 3 },
    },
  },
  sector: {
    "two-brands": {
      summary: "Two brands in two months",
      body: { brands: BRANDS.slice(0, 2), from_date: "2026-09-01", to_date: "2026-10-31" },
    },
  },
};

/** Queries of the Account API by operation: parameters by the names of the examples. `{id}` is replaced. */
export const ACCOUNT = {
  account: { account: { summary: "The account" } },
  mentions: { "most-viewed": { summary: "The most viewed mentions", parameters: { sort: "views", limit: 2 } } },
  "mention-stats": { october: { summary: "Counts of a month", parameters: MONTH } },
  sentiment: { october: { summary: "The tone of a month", parameters: MONTH } },
  "sentiment-timeline": { weeks: { summary: "A month by weeks", parameters: { ...MONTH, interval: "week" } } },
  "sentiment-breakdown": { platforms: { summary: "A month by platforms", parameters: { ...MONTH, by: "platform" } } },
  influencers: {
    "by-influence": {
      summary: "Those with the most influence",
      parameters: { ...MONTH, sort: "influence_score", limit: 2 },
    },
  },
  trends: { rising: { summary: "Topics that rise", parameters: { ...MONTH, direction: "rising", limit: 3 } } },
  "emerging-trends": { october: { summary: "What came up in a month", parameters: { ...MONTH, limit: 3 } } },
  "trend-comparison": {
    periods: {
      summary: "Two months side by side",
      parameters: { by: "period", period: ["2026-09-01..2026-09-30", "2026-10-01..2026-10-31"], limit: 3 },
    },
  },
  "explain-change": {
    day: {
      summary: "Why a day has more mentions than usual",
      parameters: { brand: ["Velunara"], date: "2026-10-29", limit: 2 },
    },
  },
  "account-usage": {
    day: { summary: "A day on which nobody asked", parameters: { from: "2026-10-31", to: "2026-10-31" } },
  },
};

/** Requests that create something, by operation. */
export const MAKING = {
  "create-report": {
    emerging: {
      summary: "What came up in a month, as CSV",
      body: {
        type: "trends",
        title: "What came up in October",
        ...MONTH,
        sections: ["emerging"],
        formats: ["csv"],
        metadata: { team: "insights" },
      },
    },
    export: {
      summary: "Mentions of a day on TikTok, one JSON object per line",
      body: {
        type: "mentions_export",
        from: "2026-10-21",
        to: "2026-10-21",
        filters: { platform: ["tiktok"] },
        formats: ["ndjson"],
      },
    },
  },
  "create-webhook": {
    mentions: {
      summary: "Negative mentions, and reports",
      body: {
        events: ["mention.created", "report.ready", "report.failed"],
        description: "Insights team",
        filters: { sentiment: ["negative"], min_views: 1000 },
      },
    },
  },
};

/** Tokens for pages: the interface and the request. */
export const TOKENS = {
  data: {
    summary: "For the Data API, with a key",
    body: {
      origin: "https://dashboard.example",
      operations: ["aggregate", "search"],
      filters: { category: "Beauty" },
      expires_in: 900,
    },
  },
  account: {
    summary: "For the Account API, with a token",
    body: {
      origin: "https://dashboard.example",
      operations: ["sentiment", "mentions"],
      filters: { brand: "Velunara", platform: ["youtube", "tiktok"] },
    },
  },
};

/** Feeds, by the kind of credential that creates them. */
export const FEEDS = {
  data: {
    summary: "A question of the Data API, with a key",
    body: {
      operation: "aggregate",
      request: { index: "siv_business_ideas", group_by: "brand_name", size: 10 },
      window: "last_month",
    },
  },
  account: {
    summary: "A question of the Account API, with a token",
    body: {
      operation: "sentiment-timeline",
      request: { from: "2026-09-01", to: "2026-10-31", interval: "month" },
      format: "json",
    },
  },
};

/** An alert, without its target. */
export const ALERT = {
  summary: "New mentions of a brand with a word, for a channel in Slack",
  body: {
    name: "Serums of Velunara",
    condition: { type: "new_mentions" },
    filters: { brand: ["Velunara"], q: "serum -sample" },
  },
};
