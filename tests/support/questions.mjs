// Queries that have results in the demo dataset.
import { ask, eachOf } from "./client.mjs";

/** A small query for each operation. */
export const QUESTIONS = {
  aggregate: { index: "siv_business_ideas", group_by: "brand_name", size: 2 },
  search: { index: "siv_info", size: 2 },
  creators: { size: 2 },
  "co-mentions": { values: ["Velunara", "Ostrivane"], group_by: "video_id", size: 2 },
  sector: { brands: [{ label: "V", terms: ["Velunara"] }], from_date: "2025-01-01", to_date: "2025-01-31" },
};

/** Queries that together read every table. Any change of the demo dataset changes some of their answers. */
const BROAD = [
  ...["brand_name", "category", "components", "channel_name", "platform", "sentiment", "video_id"].map((group_by) => [
    "aggregate",
    { index: "siv_business_ideas", group_by, metric: { type: "avg", field: "sentiment_score" }, size: 50 },
  ]),
  ["aggregate", { index: "siv_info", group_by: "tags", metric: { type: "sum", field: "views" }, size: 50 }],
  [
    "aggregate",
    { index: "siv_content_creator", group_by: "country", metric: { type: "sum", field: "subscriber_count" }, size: 50 },
  ],
  ["search", { index: "siv_business_ideas", size: 50 }],
  ["search", { index: "siv_info", sort_field: "views", size: 50 }],
  ["search", { index: "siv_info", q: "review", size: 50 }],
  ["search", { index: "siv_business_ideas", q: "question answer", size: 50 }],
  ["creators", { size: 50 }],
  ["co-mentions", { values: ["Velunara", "Ostrivane"], group_by: "video_id", size: 50 }],
  ["co-mentions", { index: "siv_info", field: "tags", values: ["review", "gameplay"], size: 50 }],
  [
    "sector",
    {
      brands: ["Velunara", "Ostrivane", "Drakenfold"].map((label) => ({ label, terms: [label] })),
      from_date: "2024-05-01",
      to_date: "2026-04-30",
    },
  ],
];

/** Returns the answers to the broad queries as text. */
export const broadAnswers = (edge) =>
  eachOf(BROAD, async ([operation, request]) => {
    const { status, text } = await ask(edge, operation, request);
    if (status !== 200) throw new Error(`${operation} ${JSON.stringify(request)}: ${status} ${text}`);
    return text;
  });

/** Repeats the broad queries until `stopped` returns true. Yields each answer with its query and dataset version. */
export async function* broadReader(edge, stopped) {
  while (!stopped()) {
    for (const [at, [operation, request]] of BROAD.entries()) {
      const answer = await ask(edge, operation, request, { headers: { Prefer: "meta" } });
      const { _meta: meta, ...documented } = answer.json;
      yield { at, status: answer.status, version: meta?.dataset_version, text: JSON.stringify(documented) };
    }
  }
}
