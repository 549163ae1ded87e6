// Creators: groups of their snapshots, and rankings of themselves.

export function creators({ categories }) {
  const groups = (name, group_by, [type, field], filters) => ({
    operation: "aggregate",
    bar: "aggregate",
    name: `creators by ${name}`,
    request: { index: "siv_content_creator", group_by, metric: { type, field }, filters },
  });
  const ranked = (name, sort_field, filters, more) => ({
    operation: "creators",
    bar: more?.size ? `search, ${more.size} documents` : "creators",
    name: `creators ${name}`,
    request: { sort_field, filters, ...more },
  });
  return [
    groups("country, average engagement", "country", ["avg", "engagement_rate_viewers"]),
    groups("category, a gender and a size, total subscribers", "categories", ["sum", "subscriber_count"], {
      dominant_gender: "female",
      subscriber_count: { gte: 10_000 },
    }),
    ranked("by subscribers", "subscriber_count"),
    ranked("by subscribers, 50 of them", "subscriber_count", undefined, { size: 50 }),
    ranked("of a category and a size", "subscriber_count", {
      categories: categories.middle,
      subscriber_count: { gte: 10_000, lte: 100_000 },
    }),
    ranked("of four filters by engagement", "engagement_rate_viewers", {
      country: "BR",
      dominant_gender: "female",
      dominant_age_range: "18-24",
      engagement_rate_viewers: { gte: 0.02, lte: 0.05 },
    }),
    ranked(
      "of a rare country, fewest views first",
      "view_count",
      { country: "SK", platform: "instagram" },
      { sort_order: "asc" },
    ),
  ];
}
