// The trends page: emerging topics, changes, and comparisons of brands and periods, as in the Account API.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fetchAs } from "../support/account.mjs";
import { eventually } from "../support/eventually.mjs";
import { startDashboard } from "./support/dashboard.mjs";
import { assertAccessible, card, download, waitUntilComplete, horizontalScroll, tableOf } from "./support/actions.mjs";

const { edge, account, visit } = await startDashboard();
const PHONE = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };
const OCTOBER = "from=2026-10-01&to=2026-10-31";
const asked = async (path) => (await fetchAs(edge, await account("full"), path)).json;
const topics = async (page, title = "All topics") => (await tableOf(page, title)).map(([topic]) => topic);

test("topics, their changes and emerging topics equal those of the API", () =>
  visit(`/trends?${OCTOBER}`, async (page) => {
    await waitUntilComplete(page);
    const { data } = await asked(`/v1/trends?${OCTOBER}&limit=50`);
    const rows = await tableOf(page, "All topics");
    assert.deepEqual(
      rows.map(([topic, mentions]) => [topic, mentions]),
      data.map(({ topic, volume }) => [topic, String(volume)]),
    );
    assert.deepEqual(rows[0].slice(0, 3), ["waterless formula", "23", "New"]);
    assert.deepEqual(rows[0][5], "Rising");
    assert.match(await card(page, "All topics").getByRole("img").first().getAttribute("aria-label"), /0, 0, 3, 0, 23$/);
    assert.deepEqual((await tableOf(page, "Emerging topics"))[0].slice(0, 2), ["waterless formula", "23"]);
    // The largest changes against the previous window, gains first.
    const moved = (await tableOf(page, "Biggest changes")).map(([topic, change]) => [topic, change]);
    const price = data.find(({ topic }) => topic === "waterless formula");
    assert.deepEqual(moved[0], ["waterless formula", `+${price.volume - price.baseline.at(-1)}`]);
  }));

test("the page requests the order and the direction, and the address has them", () =>
  visit(`/trends?${OCTOBER}`, async (page) => {
    await waitUntilComplete(page);
    const all = card(page, "All topics").locator("header");
    await all.getByRole("button", { name: /Order$/ }).click();
    await page.getByRole("option", { name: "Most unusual" }).click();
    const unusual = await asked(`/v1/trends?${OCTOBER}&limit=50&sort=z_score`);
    await eventually(
      () => topics(page),
      unusual.data.map(({ topic }) => topic),
    );
    await all.getByRole("button", { name: /Direction$/ }).click();
    await page.getByRole("option", { name: "Stable" }).click();
    const stable = await asked(`/v1/trends?${OCTOBER}&limit=50&sort=z_score&direction=stable`);
    await eventually(
      () => topics(page),
      stable.data.map(({ topic }) => topic),
    );
    assert.match(page.url(), /order=z_score&direction=stable/);
    await all.getByRole("button", { name: /Direction$/ }).click();
    await page.getByRole("option", { name: "New" }).click();
    await page.getByText("No matching topics").waitFor();
    await page.getByRole("button", { name: "Show all directions" }).click();
    await eventually(
      () => topics(page),
      unusual.data.map(({ topic }) => topic),
    );
  }));

test("a topic links to its mentions, from the table and from the chart", () =>
  visit(`/trends?${OCTOBER}`, async (page) => {
    await waitUntilComplete(page);
    await card(page, "All topics").getByRole("link", { name: "22", exact: true }).click();
    await page.getByRole("heading", { name: "Mentions", level: 1 }).waitFor();
    await eventually(async () => (await page.locator(".page-head p").textContent()).split(" ")[0], "22");
    assert.match(page.url(), /topic=glow/);
    await page.goBack();
    await waitUntilComplete(page);
    const chart = card(page, "Biggest changes").locator(".chart");
    const { width } = await chart.boundingBox();
    await chart.click({ position: { x: width / 2, y: 26 } });
    await page.getByRole("heading", { name: "Mentions", level: 1 }).waitFor();
    assert.match(page.url(), /topic=waterless(\+|%20)formula/);
  }));

test("brands and periods are compared in columns, each linking to its mentions", () =>
  visit(`/trends?${OCTOBER}`, async (page) => {
    await waitUntilComplete(page);
    const brands = await asked(`/v1/trends/compare?by=brand&brand=Velunara,Borealume,Cinderelm%20Beauty&${OCTOBER}`);
    assert.deepEqual(
      (await tableOf(page, "Brands side by side")).map(([brand, mentions]) => [
        brand,
        mentions.replace("Small sample", "").trim(),
      ]),
      brands.columns.map(({ key, mentions }) => [key, String(mentions)]),
    );
    const rows = await tableOf(page, "Topics side by side");
    assert.deepEqual(
      rows.map((row) => [row[0], row[1], row[4], row[7]]),
      brands.rows.map(({ topic, volume }) => [topic, ...volume.map(String)]),
    );
    await page.getByRole("radio", { name: "Periods" }).click();
    const periods = await asked(
      `/v1/trends/compare?by=period&period=2026-08-31..2026-09-30,${OCTOBER.replace("from=", "").replace("&to=", "..")}`,
    );
    await eventually(
      async () => (await tableOf(page, "Periods side by side")).map(([, mentions]) => mentions),
      periods.columns.map(({ mentions }) => String(mentions)),
    );
    await card(page, "Periods side by side").getByRole("link", { name: "31 Aug – 30 Sept 2026" }).click();
    await eventually(
      async () => (await page.locator(".page-head p").textContent()).split(" ")[0],
      String(periods.columns[0].mentions),
    );
  }));

test("a comparison is set up by keyboard: periods, the year before, one brand, named topics", () =>
  visit(`/trends?${OCTOBER}`, async (page) => {
    await waitUntilComplete(page);
    await page.getByRole("radio", { name: "Brands" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    const choose = async (label, presses) => {
      await page.getByRole("button", { name: label }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("listbox").waitFor();
      for (let press = 0; press < presses; press++) await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
    };
    await choose(/Brand compared$/, 1);
    await choose(/Compared with$/, 2);
    await page.getByRole("button", { name: "Topics compared: Most frequent topics" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: "price" }).waitFor();
    await page.keyboard.type("price");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    // The first press of Escape clears the typed text.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    const expected = await asked(
      "/v1/trends/compare?by=period&brand=Velunara&period=2025-10-01..2025-10-31,2026-10-01..2026-10-31&topics=price",
    );
    await eventually(
      async () => (await tableOf(page, "Topics side by side")).map((row) => [row[0], row[1], row[4]]),
      [["price", ...expected.rows[0].volume.map(String)]],
    );
    assert.match(page.url(), /by=period.*against=year.*compared=price/);
  }));

test("a rising topic with a small sample has no colour and no stated growth", () =>
  visit(`/trends?${OCTOBER}`, async (page) => {
    const { data, _meta } = (
      await fetchAs(edge, await account("full"), `/v1/trends?${OCTOBER}&limit=50`, { headers: { Prefer: "meta" } })
    ).json;
    const small = data.findIndex(({ direction }, at) => direction === "rising" && !_meta.topics[at].supported);
    const rows = await tableOf(page, "All topics");
    const row = rows.find(([topic]) => topic === data[small].topic);
    assert.deepEqual(
      [row[2], row[3], row[5]],
      ["Small sample", "Small sample", `Rising, ${data[small].unique_videos} videos`],
    );
    assert.ok(!(await tableOf(page, "Biggest changes")).some(([topic]) => topic === row[0]));
    assert.equal(await card(page, "All topics").locator(".direction.rising", { hasText: "video" }).count(), 0);
  }));

test("tables and charts are exported, and their queries as requests", () =>
  visit(`/trends?${OCTOBER}`, async (page) => {
    await waitUntilComplete(page);
    const csv = (await download(page, "All topics", "Download CSV")).content.toString();
    assert.match(csv, /^\uFEFFTopic,Mentions,Change,Change of share,History,/);
    assert.match(csv, /\r\nwaterless formula,23,,,0 0 3 0 23,/);
    assert.match(
      (await download(page, "Topics side by side", "Download SVG")).content.toString(),
      /^<svg[\s\S]*Borealume/,
    );
    await page.getByRole("button", { name: "Topics side by side: export" }).click();
    await page.getByRole("menuitem", { name: "View API request" }).click();
    assert.match(
      await page.getByRole("region", { name: "The request, curl" }).textContent(),
      /\/v1\/trends\/compare\?.*by=brand/,
    );
  }));

for (const colorScheme of ["light", "dark"]) {
  test(`${colorScheme}: the accessibility checker finds nothing in comparisons`, () =>
    visit(
      `/trends?${OCTOBER}&by=period&against=days&versus=2026-06-01..2026-07-15`,
      async (page) => {
        await waitUntilComplete(page);
        await assertAccessible(page, "periods of unequal length");
        assert.ok(
          (await tableOf(page, "Periods side by side")).every((row) => /^\d+\.\d+$/.test(row[2])),
          "mentions a day",
        );
        await page.getByRole("button", { name: "Compared with 1 Jun – 15 Jul 2026" }).click();
        await page.getByRole("grid").waitFor();
        await assertAccessible(page, "other days");
      },
      { colorScheme },
    ));
}

test("comparisons fit a phone", () =>
  visit(
    `/trends?${OCTOBER}&by=period&against=days&versus=2026-06-01..2026-07-15`,
    async (page) => {
      await waitUntilComplete(page);
      assert.equal(await horizontalScroll(page), 0);
    },
    PHONE,
  ));

test("a page with little data says so and suggests what would help", async () => {
  await visit("/trends?window=24m", async (page) => {
    await page.getByText("No emerging topics").waitFor();
    assert.match(await card(page, "Emerging topics").textContent(), /the data does not go back that far/);
    await page.getByRole("button", { name: "Show 90 days" }).click();
    await eventually(async () => page.url().includes("window=90d"), true);
  });
  await visit(
    "/trends",
    async (page) => {
      // A single brand is compared with itself.
      await waitUntilComplete(page);
      assert.equal((await tableOf(page, "Periods side by side")).length, 2);
      await page.getByRole("radio", { name: "Brands" }).click();
      await page.getByText("Choose at least two brands").waitFor();
    },
    { as: "sparse" },
  );
  await visit(
    "/trends",
    async (page) => {
      await page.getByText(/It is part of the plan “professional”/).waitFor();
    },
    { as: "none" },
  );
});
