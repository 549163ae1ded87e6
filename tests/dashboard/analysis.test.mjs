// The overview and sentiment pages: their numbers equal those of the API, link to the mentions, and can be exported.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fetchAs } from "../support/account.mjs";
import { eventually } from "../support/eventually.mjs";
import { startDashboard } from "./support/dashboard.mjs";
import { assertAccessible, card, download, waitUntilComplete, tableOf } from "./support/actions.mjs";
import { importSource } from "./support/sources.mjs";

const { edge, account, visit } = await startDashboard();
const words = await importSource("view/words.ts");
const OCTOBER = "from=2026-10-01&to=2026-10-31";
const asked = async (path) => (await fetchAs(edge, await account("full"), path)).json;
/** Returns an answer with the number of values behind its averages and sums. */
const counted = async (path) =>
  (await fetchAs(edge, await account("full"), path, { headers: { Prefer: "meta" } })).json;
const tile = (page, label) => page.locator(".stat").filter({ has: page.locator("dt", { hasText: label }) });
const stats = (page) =>
  page
    .locator(".stat")
    .evaluateAll((all) =>
      Object.fromEntries(
        all.map((stat) => [stat.querySelector("dt").textContent, stat.querySelector(".stat-value").textContent]),
      ),
    );
const tone = (value) => (value > 0 ? `+${value.toFixed(2)}` : value.toFixed(2).replace("-", "−"));

test("the overview equals the Account API's numbers, including those of the previous window", () =>
  visit(`/?${OCTOBER}`, async (page) => {
    await waitUntilComplete(page);
    const { totals } = await asked(`/v1/mentions/stats?${OCTOBER}`);
    const shown = await stats(page);
    assert.equal(shown.Mentions, String(totals.mentions));
    assert.equal(shown.Videos, String(totals.unique_videos));
    assert.equal(shown["Average tone"], tone(totals.average_sentiment));
    // An average shows its number of scores, and a sum the number of videos with a known value.
    const { known } = (await counted(`/v1/mentions/stats?${OCTOBER}`))._meta;
    assert.ok(known.scored_mentions < totals.mentions && known.likes < known.videos, JSON.stringify(known));
    assert.match(await tile(page, "Average tone").textContent(), new RegExp(`n = ${known.scored_mentions} scored$`));
    assert.match(
      await tile(page, "Views").textContent(),
      new RegExp(`known for ${known.views} of ${known.videos} videos$`),
    );
    assert.match(
      await tile(page, "Comments").textContent(),
      new RegExp(
        `known for ${known.comments} of ${known.videos} videos; .* likes \\(known for ${known.likes} of ${known.videos} videos\\)$`,
      ),
    );
    assert.match(
      await page.locator(".page-head p").textContent(),
      /^1 Oct – 31 Oct 2026, compared with 31 Aug – 30 Sept 2026$/,
    );
    assert.match(await page.locator(".stat").first().textContent(), /\+35\.2 %/);
    const rows = await tableOf(page, "Emerging topics");
    assert.deepEqual(rows[0].slice(0, 3), ["waterless formula", "Rising", "23"]);
    assert.equal(await card(page, "Newest mentions").locator("article").count(), 6);
  }));

test("every number of the overview links to the mentions behind it", () =>
  visit(`/?${OCTOBER}`, async (page) => {
    await waitUntilComplete(page);
    const count = async (find, expected) => {
      await find.click();
      await page.getByRole("heading", { name: "Mentions", level: 1 }).waitFor();
      await eventually(async () => (await page.locator(".page-head p").textContent()).split(" ")[0], expected);
      await page.goBack();
      await waitUntilComplete(page);
    };
    await count(page.locator(".stat-value a").first(), "73");
    assert.deepEqual(
      await page
        .locator(".stat-value a")
        .evaluateAll((links) => links.map(({ href }) => new URL(href).searchParams.get("sort"))),
      [null, null, "views", "sentiment_score.asc", "views"],
    );
    await count(card(page, "Emerging topics").getByRole("link", { name: "23" }), "23");
    const days = await tableOf(page, "Mentions over time");
    const day = days.find(([, mentions]) => Number(mentions) > 3);
    await count(card(page, "Mentions over time").getByRole("link", { name: day[0], exact: true }), day[1]);
    // A click into the chart does too.
    const chart = card(page, "Tone over time").locator(".chart");
    const { width, height } = await chart.boundingBox();
    await chart.click({ position: { x: width * 0.5, y: height * 0.5 } });
    await page.getByRole("heading", { name: "Mentions", level: 1 }).waitFor();
    assert.match(page.url(), /from=2026-10-1\d&to=2026-10-1\d/);
  }));

test("rivals are chosen from the known brands, and are shown beside the account's brands", () =>
  visit(`/?${OCTOBER}`, async (page) => {
    await waitUntilComplete(page);
    const own = await tableOf(page, "Share of voice");
    assert.deepEqual(own.map(([label]) => label.replace("Small sample", "").trim()).sort(), [
      "Borealume",
      "Cinderelm Beauty",
      "Velunara",
    ]);
    await card(page, "Share of voice").getByRole("button", { name: "Rivals: Add rivals" }).click();
    await page.getByRole("option", { name: "Saffrolune" }).click();
    await page.keyboard.press("Escape");
    await eventually(async () => (await tableOf(page, "Share of voice")).length, 4);
    const rows = await tableOf(page, "Share of voice");
    assert.ok(rows.some(([label]) => label.startsWith("Saffrolune")));
    const shares = rows.reduce((sum, [, share]) => sum + Number.parseFloat(share), 0);
    assert.ok(Math.abs(shares - 100) < 0.3, String(shares));
    assert.match(page.url(), /rival=Saffrolune/);
  }));

test("the next visit shows what is new since the last one", () =>
  visit("/", async (page) => {
    await waitUntilComplete(page);
    assert.match(await page.locator(".since").textContent(), /Changes since your last visit will appear here/);
    // Sets the last visit before the newest mentions.
    await page.evaluate(() => {
      const name = Object.keys(localStorage).find((key) => key.startsWith("visits "));
      localStorage.setItem(name, JSON.stringify({ before: null, last: "2026-10-31T00:00:00Z" }));
    });
    await page.reload();
    await waitUntilComplete(page);
    const { data } = await asked("/v1/mentions?indexed_after=2026-10-31T00:00:00Z&limit=100");
    await eventually(async () => (await page.locator(".since").textContent()).includes(`${data.length} mention`), true);
    await page.locator(".since a").first().click();
    await page.getByText(/^New since 31 Oct 2026/).waitFor();
    await page.getByRole("button", { name: "Show all" }).waitFor();
  }));

test("sentiment equals the Account API's numbers, in total, by period and by each breakdown", () =>
  visit(`/sentiment?${OCTOBER}&interval=week`, async (page) => {
    await waitUntilComplete(page);
    const { average, net_sentiment } = await asked(`/v1/sentiment?${OCTOBER}`);
    const shown = await stats(page);
    assert.deepEqual([shown["Average tone"], shown["Net sentiment"]], [tone(average), `+${net_sentiment.toFixed(0)}`]);
    const weeks = await asked(`/v1/sentiment/timeline?${OCTOBER}&interval=week`);
    const rows = await tableOf(page, "Tone over time");
    const { known_by: known } = (await counted(`/v1/sentiment/timeline?${OCTOBER}&interval=week`))._meta;
    assert.deepEqual(
      rows.map(([, mentions, scored, mean]) => [mentions, scored, mean]),
      weeks.data.map(({ mentions, average }, at) => [
        String(mentions),
        String(known[at].scored_mentions),
        tone(average),
      ]),
    );
    // The window cuts off the first and the last week.
    assert.deepEqual(
      rows.map(([period]) => period.endsWith(" *")),
      [true, false, false, false, true],
    );
    assert.match(await card(page, "Tone over time").textContent(), /\* Partial weeks: Week 40, 2026 and Week 44, 2026/);
    // All percentages of tone on the page have the same base, which the page names.
    const { counts, percentages } = await asked(`/v1/sentiment?${OCTOBER}`);
    const rated = counts.positive + counts.neutral + counts.negative;
    assert.match(
      await tile(page, "Positive").textContent(),
      new RegExp(`${percentages.positive.toFixed(0)} %.*${counts.positive} of ${rated} rated$`),
    );
    assert.match(
      await card(page, "Tone by platform").locator("header").textContent(),
      new RegExp(`Percentage of rated mentions.*n = ${rated} rated`.replaceAll(" ", "\\s")),
    );
    await page.getByRole("button", { name: /^By platform/ }).click();
    await page.getByRole("option", { name: "By region" }).click();
    const regions = await asked(`/v1/sentiment/breakdown?${OCTOBER}&by=region&limit=12`);
    await eventually(() => card(page, "Tone by region").count(), 1);
    const shownRegions = await tableOf(page, "Tone by region");
    assert.deepEqual(
      shownRegions.map((row) => row[1].replace("Small sample", "").trim()),
      regions.data.map(({ mentions }) => String(mentions)),
    );
    // Small samples are marked, and a note explains the mark.
    assert.ok(
      await card(page, "Tone by region")
        .getByRole("button", { name: /^Low confidence. Based on only 14 mentions/ })
        .count(),
    );
    assert.match(page.url(), /by=region/);
    await assertAccessible(page, "as tables");
    const drivers = await asked(`/v1/sentiment?${OCTOBER}`);
    assert.deepEqual(
      (await tableOf(page, "What people like")).map(([topic]) => topic),
      drivers.drivers.positive.map(({ topic }) => topic),
    );
  }));

test("periods are presets or calendar days, in the address, and work by keyboard", () =>
  visit("/sentiment", async (page) => {
    await waitUntilComplete(page);
    const says = () => page.locator(".page-head p").textContent();
    assert.match(await says(), /2 Oct – 31 Oct 2026/);
    const period = page.getByRole("button", { name: /^Period: / });
    await period.click();
    await page.getByRole("button", { name: /^Last 90 days/ }).click();
    await eventually(() => new URL(page.url()).search, "?window=90d");
    await eventually(async () => /3 Aug – 31 Oct 2026/.test(await says()), true);
    // The calendar month begins after the last day with data, as the bar, the preset and the page say.
    await page.getByRole("banner").getByText("Data until 31 Oct 2026").waitFor();
    await period.click();
    await page.getByRole("button", { name: /^This month.*, no data$/ }).click();
    await page.getByText("The data ends on 31 Oct 2026.").first().waitFor();
    assert.equal(new URL(page.url()).search, "?window=month");
    await page.getByRole("button", { name: "Show the last 30 days of data" }).first().click();
    await waitUntilComplete(page);
    await period.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Period" }).getByRole("grid").waitFor();
    await assertAccessible(page, "calendar");
    const cell = (name) => page.getByRole("gridcell").getByRole("button", { name });
    await cell(/ 5 October 2026/).focus();
    await page.keyboard.press("Enter");
    // The last day begins beside the first.
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Apply" }).click();
    await eventually(() => new URL(page.url()).search, "?from=2026-10-05&to=2026-10-07");
    await period.click();
    const choice = page.getByRole("dialog", { name: "Period" });
    await choice.getByText("Same period a year ago").click();
    await eventually(() => new URL(page.url()).search, "?from=2026-10-05&to=2026-10-07&baseline=year");
    await choice.getByText("5 Oct – 7 Oct 2025").waitFor();
    await page.keyboard.press("Escape");
    await page.goto(`${edge.url}/?${OCTOBER}&baseline=year`);
    const [now, then] = await Promise.all(
      [2026, 2025].map(async (year) => (await asked(`/v1/mentions/stats?from=${year}-10-01&to=${year}-10-31`)).totals),
    );
    const compared = (change) => page.getByText(`${change} compared with the same period a year ago`, { exact: true });
    await compared(words.change((100 * (now.mentions - then.mentions)) / then.mentions)).waitFor();
    await compared(words.tone(now.average_sentiment - then.average_sentiment)).waitFor();
  }));

test("a chart can be exported as PNG, SVG and CSV, and as working requests", () =>
  visit(`/sentiment?${OCTOBER}`, async (page) => {
    await waitUntilComplete(page);
    const title = "Tone over time";
    const svg = await download(page, title, "Download SVG");
    assert.equal(svg.name, "tone-over-time_2026-10-01_2026-10-31.svg");
    for (const part of [
      /^<svg/,
      />Tone over time</,
      />Average tone</,
      />Average of the mentions with a score, from −1 to \+1</,
      /n = 70 scored/,
    ])
      assert.match(svg.content.toString().slice(0, 100_000), part);
    const png = await download(page, title, "Download PNG");
    assert.deepEqual(
      [png.name, png.content.subarray(1, 4).toString(), png.content.readUInt32BE(16)],
      ["tone-over-time_2026-10-01_2026-10-31.png", "PNG", 1920],
    );
    const csv = await download(page, title, "Download CSV");
    const lines = csv.content.toString().replace("\uFEFF", "").trim().split("\r\n");
    assert.equal(
      lines[0],
      "Period,Partial,Mentions,Scored mentions,Average tone,Net sentiment,Positive,Neutral,Negative,Not rated",
    );
    assert.equal(lines.length, 32);
    await card(page, title)
      .getByRole("button", { name: `${title}: export` })
      .click();
    await page.getByRole("menuitem", { name: "View API request" }).click();
    const code = (name) => page.getByRole("region", { name: `The request, ${name}` }).textContent();
    const address = (await code("curl")).match(/'([^']+)'/)[1];
    const answer = await fetch(address, { headers: { Authorization: `Bearer ${(await account("full")).token}` } });
    assert.deepEqual([answer.status, (await answer.json()).data.length], [200, 31]);
    await page.getByRole("tab", { name: "JavaScript" }).click();
    assert.match(await code("JavaScript"), /client\.sentimentTimeline\(\{/);
    await page.getByRole("tab", { name: "Python" }).click();
    assert.match(await code("Python"), /requests\.get\(/);
    await page.getByRole("button", { name: "Copy" }).click();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^import os/);
    await assertAccessible(page, "the API request");
  }));

test("a refusal is explained with a remedy", () =>
  visit("/sentiment?topic=", async (page) => {
    await waitUntilComplete(page);
    await page.goto(`${edge.url}/sentiment?from=2024-05-01&to=2026-10-31`);
    await page.getByText("The period is too long").first().waitFor();
    await assertAccessible(page, "refused");
    await page.getByRole("button", { name: "Show 12 months" }).first().click();
    await waitUntilComplete(page);
    assert.match(page.url(), /window=12m/);
  }));

test("a partial period is marked in the chart, its file and its table", () =>
  visit(`/?window=12m`, async (page) => {
    await waitUntilComplete(page);
    const { data } = await asked("/v1/sentiment/timeline?from=2025-11-01&to=2026-10-31");
    assert.deepEqual(
      data.filter(({ partial }) => partial),
      [],
    );
    await page.goto(`${edge.url}/?from=2025-11-20&to=2026-10-10`);
    await waitUntilComplete(page);
    const title = "Mentions over time";
    assert.match(
      await card(page, title).textContent(),
      /\* Partial months: Nov 2025 and Oct 2026, with days outside this period or the data\./,
    );
    const svg = (await download(page, title, "Download SVG")).content.toString();
    for (const part of [/>Nov 2025 \*</, />Oct 2026 \*</, />By tone</, />\* Partial months: Nov 2025 and Oct 2026, /])
      assert.match(svg, part);
    const lines = (await download(page, title, "Download CSV")).content.toString().trim().split("\r\n");
    assert.match(lines[0], /^\uFEFF?Period,Partial,/);
    assert.deepEqual(
      lines
        .slice(1)
        .map((line) => line.split(",").slice(0, 2).join())
        .filter((line) => line.endsWith("yes")),
      ["2025-11,yes", "2026-10,yes"],
    );
    // The window covers this whole month, but the data does not.
    await page.goto(`${edge.url}/?from=2026-01-01&to=2026-11-20`);
    await waitUntilComplete(page);
    assert.match(await card(page, title).textContent(), /\* Partial month: Nov 2026/);
  }));
