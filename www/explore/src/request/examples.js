// Questions to start from. They are about the demo dataset, an invented market.

const YEAR = { from_date: "2025-11-01", to_date: "2026-10-31" };
const brand = (label, terms = [label.toLowerCase()], more = {}) => ({ label, terms, ...more });

/** The examples of each operation; the first one is what the page begins with. */
export const examples = {
  aggregate: [
    { title: "Most mentioned brands", request: { index: "siv_business_ideas", group_by: "brand_name", size: 12 } },
    {
      title: "Best tone in Beauty",
      request: {
        index: "siv_business_ideas",
        group_by: "brand_name",
        metric: { type: "avg", field: "sentiment_score" },
        filters: { category: "Beauty", upload_date: { gte: "2026-01-01" } },
        size: 12,
      },
    },
    {
      title: "Views by tag",
      request: {
        index: "siv_info",
        group_by: "tags",
        metric: { type: "sum", field: "views" },
        filters: { platform: ["youtube", "tiktok"] },
        size: 15,
      },
    },
    {
      title: "Engagement by audience age",
      request: {
        index: "siv_content_creator",
        group_by: "dominant_age_range",
        metric: { type: "avg", field: "engagement_rate_viewers" },
      },
    },
    {
      title: "With mistakes",
      request: {
        index: "siv_business_ideas",
        group_by: "brand_nam",
        filters: { platform: "YouTube", upload_date: { gt: "2026-01-01" } },
        size: 100,
      },
    },
  ],
  search: [
    {
      title: "Most viewed serum videos",
      request: {
        index: "siv_info",
        q: "velunara serum",
        filters: { platform: "youtube" },
        sort_field: "views",
        size: 10,
      },
    },
    {
      title: "A recall, worst first",
      request: {
        index: "siv_business_ideas",
        filters: { brand_name: "Brindlemoss", topics: "allergen recall" },
        sort_field: "sentiment_score",
        sort_order: "asc",
        size: 10,
      },
    },
    { title: "A phrase, by relevance", request: { index: "siv_info", q: '"dawn drops"', size: 10 } },
    {
      title: "Deals of a platform",
      request: {
        index: "siv_business_ideas",
        filters: { platform: "tiktok" },
        sort_field: "estimated_value_usd",
        size: 15,
      },
    },
  ],
  creators: [
    {
      title: "Engaging Beauty creators",
      request: {
        filters: { categories: "Beauty", subscriber_count: { gte: 50000, lte: 1000000 } },
        sort_field: "engagement_rate_viewers",
        size: 10,
      },
    },
    { title: "Largest creators", request: { sort_field: "subscriber_count", size: 15 } },
    {
      title: "Audiences of 25 to 44 in Germany",
      request: {
        filters: { country: "DE", dominant_age_range: ["25-34", "35-44"] },
        sort_field: "view_count",
        size: 10,
      },
    },
  ],
  "co-mentions": [
    { title: "Two rivals in one channel", request: { values: ["Velunara", "Borealume"], size: 12 } },
    {
      title: "Two rivals in one video",
      request: { values: ["Velunara", "Borealume"], group_by: "video_id", size: 12 },
    },
    {
      title: "Three brands across markets",
      request: { values: ["Kelvarro", "Ostrivane", "Drakenfold"], group_by: "channel_name" },
    },
    {
      title: "Videos tagged with both",
      request: { index: "siv_info", field: "tags", values: ["beauty", "haul"], group_by: "channel_name" },
    },
  ],
  sector: [
    {
      title: "Three Beauty brands in a year",
      request: { ...YEAR, brands: [brand("Velunara"), brand("Borealume"), brand("Cinderelm Beauty")] },
    },
    {
      title: "An ambiguous name",
      request: {
        from_date: "2026-05-01",
        to_date: "2026-10-31",
        brands: [
          brand("both", ["ottermoor"]),
          brand("the drink", ["ottermoor"], { must_context: ["oat drink"] }),
          brand("the game", ["ottermoor"], { must_context: ["game", "farming"] }),
        ],
      },
    },
    { title: "A product line", request: { ...YEAR, brands: [brand("Kelvarro"), brand("Tavrel 7")] } },
    {
      title: "Six brands in two years",
      request: {
        from_date: "2024-11-01",
        to_date: "2026-10-31",
        brands: ["Velunara", "Ostrivane", "Saffrolune", "Kelvarro", "Drakenfold", "Ottermoor"].map((label) =>
          brand(label),
        ),
      },
    },
  ],
};
