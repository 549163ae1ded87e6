// Every operation from its examples to its answer, with a real edge: chart, tables, JSON and header information.
import assert from "node:assert/strict";
import { test } from "node:test";
import { examples } from "../../www/explore/src/request/examples.js";
import { ask } from "../support/client.mjs";
import { eventually } from "../support/eventually.mjs";
import { barsOf, linesOf, wordsOf } from "./support/chart.mjs";
import { answerTab, choose, send, writeRequest } from "./support/actions.mjs";
import { startPlayground } from "./support/playground.mjs";

const { edge, visit } = await startPlayground();

/** Allowed deviation of a bar's length, in pixels. */
const ROUNDED = 1.5;

const rowsOf = ({ buckets, results, brands }) => buckets ?? results ?? brands.flatMap(({ series }) => series);

/** Returns the numbers that a chart shows first, row by row. */
function drawnNumbers(operation, { sort_field: sortField, metric }, { buckets, results }) {
  if (operation === "aggregate") return buckets.map((bucket) => (metric ? bucket.metric : bucket.count));
  if (operation === "co-mentions") return results.map(({ total_mentions: total }) => total);
  return results.map((row) => row[sortField]);
}

function assertBars(lengths, numbers, title) {
  const known = numbers.filter((value) => value !== null);
  assert.equal(lengths.length, known.length, title);
  const largest = known.reduce((a, b) => (Math.abs(a) > Math.abs(b) ? a : b));
  const scale = lengths[known.indexOf(largest)] / largest;
  assert.ok(Math.abs(scale * largest) > 50, `${title}: the longest bar is ${scale * largest} long`);
  known.forEach((value, row) =>
    assert.ok(
      Math.abs(lengths[row] - value * scale) < ROUNDED,
      `${title}: bar ${row} is ${lengths[row]} long for ${value}`,
    ),
  );
}

function assertLines(lines, numbers, title) {
  assert.deepEqual(
    lines.map(({ length }) => length),
    numbers.map(({ length }) => length),
    title,
  );
  const points = lines
    .flat()
    .map((height, at) => ({ height, value: numbers.flat()[at] }))
    .sort((a, b) => a.value - b.value);
  points.slice(1).forEach(({ height, value }, at) => {
    assert.ok(
      height >= points[at].height - ROUNDED,
      `${title}: ${value} is drawn at ${height}, below ${points[at].value}`,
    );
  });
  assert.ok(points.at(-1).height - points[0].height > 50, title);
}

for (const [operation, all] of Object.entries(examples)) {
  test(`${operation}: each example is answered with a chart or records, a table and JSON`, () =>
    visit(async (page) => {
      for (const [number, { title, request }] of all.filter((example) => example.title !== "With mistakes").entries()) {
        const { json: expected } = await ask(edge, operation, request);
        await choose(page, operation, title);
        await send(page, number === 0 ? edge.secret : undefined);
        if (operation === "search")
          assert.deepEqual(
            await page.locator(".documents .lead").allTextContents(),
            expected.results.map(({ context, title }) => context ?? title),
          );
        else await page.locator("answer-chart svg").waitFor();
        if (operation === "sector")
          assertLines(
            await linesOf(page),
            expected.brands.map(({ series }) => series.map(({ volume_sov: share }) => share)),
            title,
          );
        else if (operation !== "search")
          assertBars(await barsOf(page), drawnNumbers(operation, request, expected), title);

        await answerTab(page, "Table");
        const table = page.locator("#answer .panel table").last();
        assert.equal(await table.locator("tbody tr").count(), rowsOf(expected).length, title);

        await answerTab(page, "JSON");
        const { _meta: meta, ...data } = JSON.parse(await page.locator("#answer .panel code").textContent());
        assert.deepEqual(data, expected, title);
        assert.equal(meta.dataset_version.slice(0, 3), "ds_");
        await answerTab(page, operation === "search" ? "Documents" : "Chart");
      }
    }));
}

test("the table has the names and numbers of the answer, formatted", () =>
  visit(async (page) => {
    await choose(page, "creators");
    await send(page, edge.secret);
    await answerTab(page, "Table");
    const { json } = await ask(edge, "creators", examples.creators[0].request);
    const heads = await page.locator("#answer thead th").allTextContents();
    assert.equal(heads.length, Object.keys(json.results[0]).length);
    const cells = await page.locator("#answer tbody tr").first().locator("th, td").allTextContents();
    const [creator] = json.results;
    assert.equal(cells[0], creator.channel_uid);
    assert.equal(
      cells[heads.indexOf("Engagement rate")],
      `${(creator.engagement_rate_viewers * 100).toFixed(2)}%`.replace("0%", "%"),
    );
    assert.equal(cells[heads.indexOf("Subscriber count")], creator.subscriber_count.toLocaleString("en"));
    assert.ok(
      cells[heads.indexOf("viewer gender distribution")].startsWith(
        `female ${+(creator.viewer_gender_distribution.female * 100).toFixed(2)}%`,
      ),
    );
  }));

test("sector: a chart exists for every measure, with its unit", () =>
  visit(async (page) => {
    const { request } = examples.sector[0];
    const { json } = await ask(edge, "sector", request);
    await choose(page, "sector");
    await send(page, edge.secret);
    const measures = {
      "Share of views": "reach_sov",
      Videos: "unique_videos",
      Mentions: "mentions",
      Views: "views",
      Tone: "sentiment",
      "Share of videos": "volume_sov",
    };
    for (const [label, member] of Object.entries(measures)) {
      await page.getByRole("radio", { name: label, exact: true }).check({ force: true });
      await eventually(() => page.locator("figcaption").textContent(), `${label} by month`);
      assertLines(
        await linesOf(page),
        json.brands.map(({ series }) => series.map((entry) => entry[member])),
        label,
      );
      const words = await wordsOf(page);
      assert.deepEqual(
        await page.locator(".brands li:has(.swatch) b").allTextContents(),
        json.brands.map(({ label: brand }) => brand),
        `${label}: the legend`,
      );
      assert.ok(words.includes("Nov 2025"), label);
      if (member === "sentiment") assert.ok(words.includes("score from −1 to 1"));
      if (member.endsWith("_sov"))
        assert.ok(words.includes("percent of the requested brands") && words.some((word) => / %$/.test(word)));
    }
  }));

test("hovering over a chart shows names and numbers, and names are not markup", () =>
  visit(async (page) => {
    const label = '<img src="x" onerror="globalThis.pwned = 1">';
    await choose(page, "sector");
    const question = (first) => ({
      brands: [
        { label: first, terms: ["velunara"] },
        { label: "Borealume", terms: ["borealume"] },
      ],
      from_date: "2026-01-01",
      to_date: "2026-03-31",
    });
    await writeRequest(page, question(label));
    await send(page, edge.secret);
    await page.locator("answer-chart").hover();
    const tip = page.locator(".chart-tooltip .tip");
    await tip.waitFor();
    assert.equal(await tip.locator(".tip-title").textContent(), "Feb 2026");
    assert.deepEqual((await tip.locator(".tip-label").allTextContents()).sort(), [label, "Borealume"].sort());
    const { json } = await ask(edge, "sector", question("Velunara"));
    const shares = json.brands.map(({ series }) => `${series[1].volume_sov} %`);
    assert.deepEqual((await tip.locator(".tip-value").allTextContents()).sort(), shares.sort());
    assert.equal(await page.locator("#answer img").count(), 0);

    await choose(page, "co-mentions");
    await send(page);
    await page.locator("answer-chart").hover();
    await page.locator(".chart-tooltip .tip-title").waitFor();
    assert.equal(await page.evaluate(() => globalThis.pwned), undefined);
  }));

test("sector: brands of low coverage are marked in the legend", () =>
  visit(async (page) => {
    await choose(page, "sector");
    const brands = [
      { label: "A", terms: ["velunara"] },
      { label: "B", terms: ["nobody at all"] },
    ];
    await writeRequest(page, { brands, from_date: "2026-01-01", to_date: "2026-03-31" });
    await send(page, edge.secret);
    assert.deepEqual(await page.locator(".brands li:has(.badge) b").allTextContents(), ["B"]);
  }));

test("a mean shows its number of records, and whether these are few", () =>
  visit(async (page) => {
    const request = {
      index: "siv_business_ideas",
      group_by: "brand_name",
      metric: { type: "avg", field: "sentiment_score" },
      filters: { category: "Beauty", upload_date: { gte: "2026-10-01" } },
      size: 20,
    };
    const { json } = await ask(edge, "aggregate", request);
    const counts = json.buckets.map(({ count }) => count);
    assert.ok(counts.some((count) => count < 20) && counts.some((count) => count >= 20), counts.join());
    await writeRequest(page, request);
    await send(page, edge.secret);
    await page.locator("answer-chart svg").waitFor();
    const beside = (await wordsOf(page)).filter((word) => / n \d/.test(word));
    assert.deepEqual(
      beside.map((word) => / n (\d+(, small sample)?)$/.exec(word)[1]),
      counts.map((count) => (count < 20 ? `${count}, small sample` : `${count}`)),
    );
    await page.getByRole("radio", { name: "Documents", exact: true }).check({ force: true });
    await eventually(async () => (await wordsOf(page)).some((word) => / n \d/.test(word)), false);
    await answerTab(page, "Table");
    assert.equal(await page.locator("#answer tbody td .badge").count(), counts.filter((count) => count < 20).length);
  }));

test("a table of mentions begins with their statements", () =>
  visit(async (page) => {
    await choose(page, "search", "A recall, worst first");
    await send(page, edge.secret);
    await answerTab(page, "Table");
    const { json } = await ask(
      edge,
      "search",
      examples.search.find(({ title }) => title === "A recall, worst first").request,
    );
    const table = page.getByRole("region", { name: "Documents of siv_business_ideas" });
    assert.equal(await table.locator("thead th").first().textContent(), "context");
    assert.deepEqual(
      await table.locator("tbody th").allTextContents(),
      json.results.map(({ context }) => context),
    );
  }));

test("header information is shown: time, cost, cache, quotas and the request's id", () =>
  visit(async (page) => {
    const facts = page.locator("#answer .facts div");
    const fact = async (name) =>
      (
        await facts
          .filter({ has: page.getByText(name, { exact: true }) })
          .locator("dd")
          .textContent()
      ).trim();
    await choose(page, "co-mentions");
    await writeRequest(page, { values: ["Velunara", "Ostrivane", "Kelvarro"], size: 3 });
    await send(page, edge.secret);
    assert.equal(await fact("Status"), "200");
    assert.match(await fact("Time"), /^[\d,]+ ms [\d,]+ ms at the edge$/);
    assert.equal(await fact("Cost"), "16 counted by the quota");
    assert.match(await fact("Cache"), /^(hit|miss)$/);
    assert.match(await fact("Left this minute"), /^[\d,]+ of 1,000,000 renews in \d+ seconds?$/);
    assert.match(await fact("Left this month"), /^[\d,]+ of 1,000,000,000 renews in \d+ days?$/);
    assert.match(await fact("Request"), /^req_[0-9A-Z]{20}/);
    await page.getByText("All readable headers").click();
    assert.match(await page.getByRole("region", { name: "Headers" }).textContent(), /x-query-cost\s*16/);
  }));

test("an empty answer shows hints about the reason", () =>
  visit(async (page) => {
    await writeRequest(page, {
      index: "siv_business_ideas",
      group_by: "platform",
      filters: { brand_name: "velunara" },
    });
    await send(page, edge.secret);
    assert.match(await page.locator("#answer").textContent(), /Nothing matches\. That is an answer too/);
    assert.match(
      await page.locator("#answer .note").textContent(),
      /^Hint: brand_name 'Velunara' exists; values are compared exactly$/,
    );
    // Without `_meta` the hints are in a header.
    await page.getByLabel("Ask for hints and warnings").uncheck();
    await send(page);
    await answerTab(page, "JSON");
    await eventually(async () => (await page.locator("#answer .panel code").textContent()).includes("_meta"), false);
    assert.match(await page.locator("#answer .note").textContent(), /^Hint: brand_name 'Velunara' exists/);
  }));

test("an outdated answer is marked, and each operation keeps its own answer", () =>
  visit(async (page) => {
    await send(page, edge.secret);
    const note = page.locator("#answer .note", { hasText: "has changed since" });
    assert.equal(await note.count(), 0);
    await page.getByLabel("Size").fill("3");
    await note.waitFor();
    await choose(page, "creators");
    await page.getByText("Nothing has been asked yet").waitFor();
    await choose(page, "aggregate");
    await note.waitFor();
    await page.getByLabel("Size").fill("12");
    await note.waitFor({ state: "detached" });
  }));
