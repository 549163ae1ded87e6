// Runs the Worker that renders reports as PDF in workerd, with its fonts.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startLocalEdge } from "../../scripts/local-edge.mjs";
import { textOf } from "../support/reports.mjs";

let edge;
let renderer;
before(async () => {
  edge = await startLocalEdge();
  renderer = await edge.mf.getWorker("overheard-render");
});
after(() => edge?.mf.dispose());

const render = (body) => renderer.fetch("https://renderer/", { method: "POST", body });

const BRANDS = [
  "Aurelia",
  "Ωμέγα",
  "Мойдодыр",
  "الإمارات",
  "אורליה",
  "ออเรเลีย",
  "オーレリア化粧品",
  "奥蕾莉亚化妆品",
  "오렐리아",
];
const report = {
  title: "February review",
  kind: "Brand overview",
  account: "Northwind",
  period: ["2026-02-01", "2026-02-28"],
  brands: BRANDS,
  filters: [["Platform", "YouTube"]],
  dataset_version: "3f9a1c0be2d4",
  dataset_period: ["2023-07-01", "2026-02-28"],
  figures: [{ label: "Mentions", value: "12,345", note: null }],
  summary: [{ text: "Aurelia was mentioned 653 times.", low_confidence: true }],
  sections: [
    {
      title: "Volume",
      reading: { text: "Mentions rose.", low_confidence: false },
      charts: [
        {
          kind: "bars",
          title: "By brand",
          unit: "mentions",
          categories: BRANDS,
          series: [{ name: "Mentions", values: BRANDS.map((_, at) => at * 1000) }],
          description: "One bar for each brand.",
        },
      ],
      tables: [
        {
          title: "Brands",
          columns: [
            { heading: "Brand", is_number: false },
            { heading: "Mentions", is_number: true },
          ],
          rows: BRANDS.map((name, at) => [name, `${at}`]),
          note: null,
        },
      ],
    },
  ],
  methods: [{ name: "Share", text: "A part of all.", formula: "part ÷ whole × 100" }],
};

test("a report becomes a PDF with its text in every script, identical each time", async () => {
  const answers = [await render(JSON.stringify(report)), await render(JSON.stringify(report))];
  for (const answer of answers)
    assert.deepEqual([answer.status, answer.headers.get("content-type")], [200, "application/pdf"]);
  const [first, second] = await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  assert.ok(Buffer.from(first).equals(Buffer.from(second)));
  const text = await textOf(first);
  for (const part of [
    ...BRANDS,
    report.title,
    "12,345",
    "Aurelia was mentioned 653 times.",
    "Low confidence",
    "8,000",
    "part ÷ whole × 100",
  ])
    assert.ok(text.includes(part), `${part}\n${text}`);
});

test("an invalid report and an unknown address are refused", async () => {
  const answer = await render(JSON.stringify({ title: "No more" }));
  assert.equal(answer.status, 422);
  assert.match(await answer.text(), /missing field/);
  // The edge does not serve the fonts.
  assert.equal((await fetch(`${edge.url}/NotoSans_400Regular.ttf`)).status, 404);
});
