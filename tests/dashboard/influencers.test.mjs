// The influencers page: creators ranked as by the Account API, each with audience, tone, topics and mentions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { itemsOf, fetchAs } from "../support/account.mjs";
import { eventually } from "../support/eventually.mjs";
import { startDashboard } from "./support/dashboard.mjs";
import { assertAccessible, card, download, waitUntilComplete, horizontalScroll, tableOf } from "./support/actions.mjs";

const { edge, account, visit } = await startDashboard();
const YEAR = "from=2025-11-01&to=2026-10-31";
const asked = async (path) => (await fetchAs(edge, await account("full"), path)).json;
const shown = (page) => tableOf(page, "Ranked creators");
const names = async (page) => (await shown(page)).map(([name]) => name);
const heading = (page) => page.getByRole("heading", { level: 1 }).textContent();

test("creators are ranked as by the API, page by page, and never named by an id", () =>
  visit(`/influencers?${YEAR}`, async (page) => {
    await waitUntilComplete(page);
    const first = await asked(`/v1/influencers?${YEAR}`);
    assert.deepEqual(
      await names(page),
      first.data.map(({ channel }) => channel.name),
    );
    assert.deepEqual(
      (await shown(page)).map(([, mentions]) => mentions),
      first.data.map(({ brand_stats }) => String(brand_stats.mentions)),
    );
    await page.getByRole("button", { name: "Show more" }).click();
    const second = await asked(`/v1/influencers?${YEAR}&cursor=${first.next_cursor}`);
    await eventually(
      () => names(page),
      [...first.data, ...second.data].map(({ channel }) => channel.name),
    );
    assert.doesNotMatch(await page.locator("#content").innerText(), /inf_/);
  }));

test("a column heading sorts, filters narrow, and the address has both", () =>
  visit(`/influencers?${YEAR}`, async (page) => {
    await waitUntilComplete(page);
    await page.getByRole("columnheader").getByRole("button", { name: "Influence" }).click();
    const ranked = await asked(`/v1/influencers?${YEAR}&sort=influence_score`);
    await eventually(
      () => names(page),
      ranked.data.map(({ channel }) => channel.name),
    );
    await page.getByRole("button", { name: "Platform: any" }).click();
    await page.getByRole("option", { name: "TikTok" }).click();
    await page.keyboard.press("Escape");
    await page
      .getByRole("group", { name: "Filters" })
      .getByRole("button", { name: /Subscribers$/ })
      .click();
    await page.getByRole("option", { name: /^Micro/ }).click();
    const narrowed = await asked(
      `/v1/influencers?${YEAR}&sort=influence_score&platform=tiktok&min_subscribers=10000&max_subscribers=99999`,
    );
    assert.ok(narrowed.data.length > 0);
    await eventually(
      () => names(page),
      narrowed.data.map(({ channel }) => channel.name),
    );
    assert.match(page.url(), /sort=influence_score.*platform=tiktok.*min_subscribers=10000&max_subscribers=99999/);
    await page.reload();
    await eventually(
      () => names(page),
      narrowed.data.map(({ channel }) => channel.name),
    );
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await eventually(
      () => names(page),
      ranked.data.map(({ channel }) => channel.name),
    );
  }));

test("a profile shows a creator's audience and statements, and links to the mentions behind them", () =>
  visit(`/influencers?${YEAR}`, async (page) => {
    await waitUntilComplete(page);
    const {
      data: [first],
    } = await asked(`/v1/influencers?${YEAR}`);
    await page.getByRole("link", { name: first.channel.name, exact: true }).click();
    await eventually(() => heading(page), first.channel.name);
    await waitUntilComplete(page);
    const whole = await asked(`/v1/influencers/${first.id}?${YEAR}`);
    assert.equal(await page.locator(".stat-value").first().textContent(), String(whole.brand_stats.mentions));
    assert.deepEqual(
      (await tableOf(page, "Audience by age")).map(([, share]) => share),
      Object.values(whole.audience.age).map((share) => `${(100 * share).toFixed(1)} %`),
    );
    assert.deepEqual((await tableOf(page, "Audience by gender")).map(([part]) => part).sort(), [
      "Men",
      "Other",
      "Women",
    ]);
    assert.equal((await tableOf(page, "Topics"))[0][0], whole.top_topics[0].topic);
    assert.deepEqual(
      (await tableOf(page, "Brands they mention")).map(([brand, mentions]) => [brand, mentions]),
      whole.by_brand.map(({ brand, mentions }) => [brand.label, String(mentions)]),
    );
    // The statements page by page, and the details of one of them beside the list.
    const said = card(page, "What they say");
    await said.getByRole("button", { name: "Show more" }).click();
    await eventually(() => said.locator("article").count(), Math.min(50, whole.brand_stats.mentions));
    await said.locator("article a").first().click();
    await page.getByRole("dialog", { name: "Mention" }).waitFor();
    await page.keyboard.press("Escape");
    // The number links to as many mentions.
    await page.locator(".stat-value a").first().click();
    await eventually(
      async () => (await page.locator(".page-head p").textContent()).split(" ")[0],
      String(whole.brand_stats.mentions),
    );
    assert.match(page.url(), new RegExp(`influencer=${first.id}`));
  }));

test("the table is exported as CSV, the chart as PNG and SVG, and the query as a request", () =>
  visit(`/influencers?${YEAR}`, async (page) => {
    await waitUntilComplete(page);
    const csv = await download(page, "Ranked creators", "Download CSV");
    assert.equal(csv.name, "ranked-creators_2025-11-01_2026-10-31.csv");
    assert.match(csv.content.toString(), /^\uFEFFCreator,Mentions,Share of mentions,/);
    // The file has the creators of all pages.
    const all = await itemsOf(edge, await account("full"), `/v1/influencers?${YEAR}&limit=100`);
    assert.ok(all.length > 25);
    assert.deepEqual(
      csv.content
        .toString()
        .trim()
        .split("\r\n")
        .slice(1)
        .map((line) => line.split(",")[0]),
      all.map(({ channel }) => channel.name),
    );
    const svg = await download(page, "Ranked creators", "Download SVG");
    assert.match(svg.content.toString(), /^<svg[\s\S]*Ranked creators/);
    const png = await download(page, "Ranked creators", "Download PNG");
    assert.deepEqual(
      [...png.content.subarray(1, 4)],
      [..."PNG"].map((letter) => letter.charCodeAt(0)),
    );
    await page.getByRole("button", { name: "Ranked creators: export" }).click();
    await page.getByRole("menuitem", { name: "View API request" }).click();
    assert.match(
      await page.getByRole("region", { name: "The request, curl" }).textContent(),
      /\/v1\/influencers\?.*from=2025-11-01/,
    );
  }));

test("the keyboard alone sorts, opens a creator and goes back", () =>
  visit(`/influencers?${YEAR}`, async (page) => {
    await waitUntilComplete(page);
    const views = page.getByRole("columnheader").getByRole("button", { name: "Views" });
    await views.focus();
    await page.keyboard.press("Enter");
    const {
      data: [first],
    } = await asked(`/v1/influencers?${YEAR}&sort=views`);
    await eventually(async () => (await names(page))[0], first.channel.name);
    for (
      let presses = 0;
      presses < 20 && (await page.evaluate(() => document.activeElement.textContent)) !== first.channel.name;
      presses++
    )
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await eventually(() => heading(page), first.channel.name);
    assert.ok(await page.evaluate(() => document.activeElement.matches(".profile")), "the focus is at the profile");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "All creators");
    await page.keyboard.press("Enter");
    await eventually(async () => (await names(page))[0], first.channel.name);
  }));

for (const colorScheme of ["light", "dark"]) {
  test(`${colorScheme}: the accessibility checker finds nothing on a profile, and in the dialogs of the list`, () =>
    visit(
      `/influencers?${YEAR}&min_mentions=3`,
      async (page) => {
        await waitUntilComplete(page);
        await page.getByRole("button", { name: "Ranked creators: show the chart" }).click();
        await waitUntilComplete(page);
        await assertAccessible(page, "the list as a chart");
        await page.getByRole("button", { name: "Creator country: any" }).click();
        await page.getByRole("option").first().waitFor();
        await assertAccessible(page, "the choice of countries");
        await page.keyboard.press("Escape");
        const {
          data: [first],
        } = await asked(`/v1/influencers?${YEAR}`);
        await page.goto(new URL(`/influencers?${YEAR}&creator=${first.id}`, page.url()).href);
        await waitUntilComplete(page);
        await assertAccessible(page, "a profile");
      },
      { colorScheme },
    ));
}

test("a profile fits a phone", async () => {
  const {
    data: [first],
  } = await asked(`/v1/influencers?${YEAR}`);
  await visit(
    `/influencers?${YEAR}&creator=${first.id}`,
    async (page) => {
      await waitUntilComplete(page);
      assert.equal(await horizontalScroll(page), 0);
    },
    { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true },
  );
});

test("an empty result suggests what to do: other days, another creator, another plan", async () => {
  await visit(`/influencers?${YEAR}&min_mentions=5000`, async (page) => {
    await page.getByText("No creators found").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await eventually(async () => (await names(page)).length, 25);
  });
  const {
    data: [first],
  } = await asked(`/v1/influencers?${YEAR}`);
  await visit(`/influencers?from=2024-05-01&to=2024-05-01&creator=${first.id}`, async (page) => {
    await page.getByText("No mentions by this creator in this period").waitFor();
    await page.getByRole("button", { name: "Show 24 months" }).click();
    await card(page, "What they say").locator("article").first().waitFor();
  });
  await visit("/influencers?creator=inf_000000000000", async (page) => {
    await page.getByText("Not found").waitFor();
    await page.getByRole("link", { name: "All creators" }).click();
    await shown(page);
  });
  await visit(
    "/influencers",
    async (page) => {
      await page.getByText(/It is part of the plan “professional”.*yours is “starter”/).waitFor();
      await page.getByRole("link", { name: "See your plan" }).waitFor();
    },
    { as: "none" },
  );
});
