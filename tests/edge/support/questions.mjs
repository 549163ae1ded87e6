// A small question of each operation that the demo dataset answers with something.
export const QUESTIONS = {
  aggregate: { index: "siv_business_ideas", group_by: "brand_name", size: 2 },
  search: { index: "siv_info", size: 2 },
  creators: { size: 2 },
  "co-mentions": { values: ["Velunara", "Ostrivane"], group_by: "video_id", size: 2 },
  sector: { brands: [{ label: "V", terms: ["Velunara"] }], from_date: "2025-01-01", to_date: "2025-01-31" },
};
