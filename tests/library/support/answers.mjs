// Answers of the edge from its demo dataset, one or more for each operation, shortened for the tests.

const creator = {
  channel_uid: "inf_N0EDG1QHAS",
  platform: "tiktok",
  country: "DE",
  categories: ["Beauty"],
  dominant_gender: "female",
  dominant_age_range: "25-34",
  subscriber_count: 50316,
  view_count: 11672062,
  engagement_rate_viewers: 0.1036,
  audience_sentiment: 0.381,
  viewer_age_distribution: {
    "13-17": 0.0749,
    "18-24": 0.2828,
    "25-34": 0.3178,
    "35-44": 0.1829,
    "45-54": 0.086,
    "55-64": 0.0405,
    "65+": 0.0151,
  },
  viewer_gender_distribution: { female: 0.8016, male: 0.1941, other: 0.0043 },
  viewer_country_distribution: {
    DE: 0.6185,
    AT: 0.1474,
    CH: 0.0597,
    LU: 0.0415,
    NL: 0.0409,
    PL: 0.0314,
    other: 0.0606,
  },
  snapshot_date: "2026-09-01",
};
const unknownCreator = Object.fromEntries(
  Object.entries(creator).map(([name, value]) => [
    name,
    Array.isArray(value) ? [] : ["channel_uid", "platform", "snapshot_date"].includes(name) ? value : null,
  ]),
);

export const answers = {
  groups: {
    operation: "aggregate",
    index: "siv_info",
    data: {
      matched_documents: 12027,
      buckets: [
        { key: "Velunara", count: 696 },
        { key: "Ostrivane", count: 657 },
      ],
    },
  },
  "groups with a metric": {
    operation: "aggregate",
    index: "siv_business_ideas",
    data: {
      matched_documents: 937,
      buckets: [
        { key: "Miruvelle", count: 90, metric: 0.572981, metric_type: "avg:sentiment_score" },
        { key: "Quennavie", count: 8, metric: null, metric_type: "avg:sentiment_score" },
      ],
    },
  },
  "groups of creators": {
    operation: "aggregate",
    index: "siv_content_creator",
    data: {
      matched_documents: 840,
      matched_creators: 355,
      buckets: [{ key: "35-44", count: 2, creators: 1, metric: 0.09155, metric_type: "avg:engagement_rate_viewers" }],
    },
  },
  mentions: {
    operation: "search",
    index: "siv_business_ideas",
    data: {
      index: "siv_business_ideas",
      matched_documents: 48,
      results: [
        {
          video_id: "yt_0a84adcf19",
          brand_name: "Brindlemoss",
          category: "Food & Drink",
          components: [],
          topics: ["allergen recall", "palm oil debate"],
          platform: "youtube",
          sentiment: "negative",
          sentiment_score: -0.98,
          estimated_value_usd: null,
          channel_name: "skillet-bureau",
          channel_uid: "inf_HQQ5H30M9W",
          upload_date: "2025-12-19",
          context:
            "The hazelnut spread from Brindlemoss comes last in a comparison of five, and the part on allergen recall is sharp.",
        },
      ],
    },
  },
  "snapshots of creators": {
    operation: "search",
    index: "siv_content_creator",
    data: {
      index: "siv_content_creator",
      matched_documents: 292,
      matched_creators: 130,
      results: [creator, unknownCreator],
    },
  },
  videos: {
    operation: "search",
    index: "siv_info",
    data: {
      index: "siv_info",
      matched_documents: 54,
      results: [
        {
          video_id: "yt_feb01a47fb",
          title: "Test honnête : sérum Velunara",
          channel_name: "derma-chronicle",
          platform: "youtube",
          category: "Beauty",
          tags: ["beauty", "haul", "sérum", "velunara"],
          views: 2431,
          likes: 77,
          comments: 3,
          duration: 1196,
          upload_date: "2026-01-27",
        },
      ],
    },
  },
  creators: { operation: "creators", data: { matched_creators: 130, matched_documents: 292, results: [creator] } },
  "co-mentions": {
    operation: "co-mentions",
    data: { results: [{ key: "tt_a2f956dc6c", total_mentions: 6, matched_values: 2 }] },
  },
  "share of voice": {
    operation: "sector",
    data: {
      brands: [
        {
          label: "Velunara",
          coverage: "ok",
          low_confidence: false,
          totals: { unique_videos: 33, views: 1153384 },
          series: [
            {
              month: "2026-04",
              unique_videos: 18,
              mentions: 55,
              views: 964155,
              sentiment: 0.39,
              volume_sov: 45,
              reach_sov: 47.44,
              top_topics: [{ topic: "dawn drops", count: 15 }],
            },
            {
              month: "2026-05",
              unique_videos: 0,
              mentions: 0,
              views: 0,
              sentiment: null,
              volume_sov: 0,
              reach_sov: 0,
              top_topics: [],
            },
          ],
        },
      ],
      meta: { from: "2026-04-01", to: "2026-05-31", caps: { max_brands: 30, video_cap: 3000, low_coverage: 20 } },
    },
  },
};
