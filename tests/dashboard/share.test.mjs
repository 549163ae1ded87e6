// The share of voice page: the account's brands among rivals chosen from the known brands.
import assert from "node:assert/strict";
import { test } from "node:test";
import { send } from "../support/client.mjs";
import { eventually } from "../support/eventually.mjs";
import { startDashboard } from "./support/dashboard.mjs";
import { assertAccessible, card, download, waitUntilComplete, horizontalScroll, tableOf } from "./support/actions.mjs";

const { edge, visit } = await startDashboard();
const SUMMER = "from=2026-06-01&to=2026-08-31";
const OWN = ["Velunara", "Borealume", "Cinderelm Beauty"];

/** Returns the Data API's answer about brands in that summer. */
async function sector(labels) {
  const body = {
    brands: labels.map((label) => ({ label, terms: [label.toLowerCase()] })),
    from_date: "2026-06-01",
    to_date: "2026-08-31",
  };
  const { json } = await send(edge, "/v1/sector", {
    method: "POST",
    headers: { "X-API-Key": edge.secret, "Content-Type": "application/json", Prefer: "meta" },
    body: JSON.stringify(body),
  });
  return json;
}

const shares = async (page) =>
  (await tableOf(page, "Share of voice")).map(([brand, share]) => [
    brand.replace(/ rival$/, ""),
    share.replace("Small sample", "").trim(),
  ]);

async function expectedShares(labels) {
  const { brands } = await sector(labels);
  const all = brands.reduce((sum, { totals }) => sum + totals.unique_videos, 0);
  return [...brands]
    .sort((a, b) => b.totals.unique_videos - a.totals.unique_videos || b.totals.views - a.totals.views)
    .map(({ label, totals }) => [label, `${((100 * totals.unique_videos) / all).toFixed(1)} %`]);
}

test("rivals are chosen from suggestions by keyboard, kept in the address, and counted as by the Data API", () =>
  visit(`/share?${SUMMER}`, async (page) => {
    await waitUntilComplete(page);
    assert.deepEqual(await shares(page), await expectedShares(OWN));
    await page.getByRole("button", { name: "Rivals: Add rivals" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: "Miruvelle" }).waitFor();
    // Brands of the account's categories come first, without the account's own brands.
    const suggested = await page.getByRole("option").locator(".option-text").allTextContents();
    assert.ok(suggested.indexOf("Miruvelle") < suggested.indexOf("Ostrivane"), suggested.join());
    const rivals = page.getByRole("group", { name: "Same categories" });
    await rivals.getByRole("option", { name: "Miruvelle" }).waitFor();
    assert.equal(await rivals.getByRole("option", { name: "Ostrivane" }).count(), 0);
    assert.ok(OWN.every((label) => !suggested.includes(label)));
    await page.keyboard.type("miruv");
    await page.keyboard.press("Enter");
    // The first press of Escape clears the typed text.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    const expected = await expectedShares([...OWN, "Miruvelle"]);
    await eventually(() => shares(page), expected);
    assert.match(page.url(), /rival=Miruvelle/);
    await page.reload();
    await waitUntilComplete(page);
    assert.deepEqual(await shares(page), expected);
  }));

test("months have the shares and tones of the Data API, by videos and by views", () =>
  visit(`/share?${SUMMER}&rival=Miruvelle`, async (page) => {
    await waitUntilComplete(page);
    const { brands: answered, _meta } = await sector([...OWN, "Miruvelle"]);
    const brands = answered.map((brand, at) => ({ ...brand, scored: _meta.known_by[at].scored_by_month }));
    const loudest = [...brands].sort(
      (a, b) => b.totals.unique_videos - a.totals.unique_videos || b.totals.views - a.totals.views,
    );
    const viewed = (await tableOf(page, "Share of voice")).map((row) => row[7].replaceAll("\u00a0", " "));
    const known = ({ label }) => _meta.known_by[answered.findIndex((brand) => brand.label === label)];
    assert.ok(_meta.known_by.some(({ views, videos }) => views < videos));
    loudest
      .map(known)
      .forEach(({ views, videos }, at) =>
        assert.match(viewed[at], views === videos ? /\d[KM]?$/ : new RegExp(`known for ${views} of ${videos} videos$`)),
      );
    const june = (measure) => [
      "Jun 2026",
      ...loudest.flatMap(({ series: [month] }) => [`${month[measure].toFixed(1)} %`, String(month.unique_videos)]),
    ];
    assert.deepEqual((await tableOf(page, "Share by month"))[0], june("volume_sov"));
    await card(page, "Share by month")
      .getByRole("button", { name: /Measure$/ })
      .click();
    await page.getByRole("option", { name: "Share of views" }).click();
    await eventually(async () => (await tableOf(page, "Share by month"))[0], june("reach_sov"));
    assert.match(page.url(), /measure=reach/);
    const tones = (await tableOf(page, "Tone by month"))[0].slice(1).map((text) => text.replaceAll("\u00a0", " "));
    assert.deepEqual(
      tones,
      loudest.map(({ series: [{ sentiment }], scored: [n] }) =>
        sentiment === null
          ? "–"
          : `${sentiment > 0 ? "+" : ""}${sentiment.toFixed(2).replace("-", "−")} n = ${n} scored`,
      ),
    );
  }));

test("the account's numbers link to the mentions behind them; those of rivals do not", () =>
  visit(`/share?${SUMMER}&rival=Miruvelle`, async (page) => {
    await waitUntilComplete(page);
    await tableOf(page, "Share of voice");
    const heard = card(page, "Share of voice");
    assert.equal(await heard.locator("tr", { hasText: "Miruvelle" }).getByRole("link").count(), 0);
    await heard.getByRole("link", { name: "Velunara" }).click();
    await page.getByRole("heading", { name: "Mentions", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Brands: Velunara" }).waitFor();
    await page.goBack();
    await waitUntilComplete(page);
    await tableOf(page, "Share by month");
    await card(page, "Share by month").locator("tbody tr").first().getByRole("link").first().click();
    await page.getByRole("heading", { name: "Mentions", level: 1 }).waitFor();
    assert.match(page.url(), /from=2026-06-01&to=2026-06-30/);
  }));

test("a view with its rivals is saved by name and found again", () =>
  visit(
    `/share?${SUMMER}&rival=Miruvelle&rival=Quennavie`,
    async (page) => {
      await waitUntilComplete(page);
      await page.getByRole("button", { name: "Saved views" }).click();
      await page.getByLabel("Save this view as").fill("Beauty rivals");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByRole("link", { name: "Beauty rivals" }).waitFor();
      await page.goto(new URL("/share", page.url()).href);
      await page.getByRole("button", { name: "Saved views" }).click();
      await page.getByRole("link", { name: "Beauty rivals" }).click();
      await eventually(async () => new URL(page.url()).searchParams.getAll("rival"), ["Miruvelle", "Quennavie"]);
    },
    { as: "analyst" },
  ));

test("brands with few mentions are marked with the reason, and those without any are named", () =>
  visit(`/share?${SUMMER}&rival=Quennavie&rival=Nobody+Speaks+Of+It`, async (page) => {
    await waitUntilComplete(page);
    assert.match(await page.locator("#content").textContent(), /No videos in this period: Nobody Speaks Of It\./);
    await page.getByRole("button", { name: "Remove these rivals" }).click();
    await eventually(async () => new URL(page.url()).searchParams.getAll("rival"), ["Quennavie"]);
    await tableOf(page, "Share of voice");
    const mark = card(page, "Share of voice")
      .locator("tr", { hasText: "Quennavie" })
      .getByRole("button", { name: /^Low confidence/ });
    assert.match(await mark.getAttribute("aria-label"), /Quennavie is in only \d+ videos of this period\. Below 20/);
    assert.match(
      await page.locator(".notes").textContent(),
      /fewer than 20 videos in this period, or fewer than 5 mentions whose tone is rated/,
    );
  }));

test("tables and charts are exported, and the query as a request with the rivals", () =>
  visit(`/share?${SUMMER}&rival=Miruvelle`, async (page) => {
    await waitUntilComplete(page);
    assert.match(
      (await download(page, "Share by month", "Download SVG")).content.toString(),
      /^<svg[\s\S]*Miruvelle \(rival\)/,
    );
    // The previous period is beside the current one.
    assert.match(
      await card(page, "Share of voice").locator(".legend").textContent(),
      /Share of videosShare of videos, previous periodShare of views/,
    );
    const csv = (await download(page, "Share of voice", "Download CSV")).content.toString();
    assert.match(csv, /^\uFEFFBrand,Share of videos,Change \(videos\),/);
    assert.equal(csv.trim().split("\r\n").length, 5);
    await page.getByRole("button", { name: "Share of voice: export" }).click();
    await page.getByRole("menuitem", { name: "View API request" }).click();
    assert.match(
      await page.getByRole("region", { name: "The request, curl" }).textContent(),
      /\/v1\/sector[\s\S]*"label":"Miruvelle"[^}]*"terms":\["miruvelle"\]/,
    );
  }));

const MANY = `/share?window=12m&${["Miruvelle", "Quennavie", "Ostrivane", "Saffrolune", "Dewmarrow"].map((name) => `rival=${name}`).join("&")}`;

for (const colorScheme of ["light", "dark"]) {
  test(`${colorScheme}: the accessibility checker finds nothing with many rivals`, () =>
    visit(
      MANY,
      async (page) => {
        await waitUntilComplete(page);
        // Six have series of their own; the others are combined.
        assert.equal(await card(page, "Share by month").locator(".legend li").count(), 6);
        await assertAccessible(page, "months");
        await page.getByRole("button", { name: /^Rivals/ }).click();
        await page.getByRole("option").first().waitFor();
        await assertAccessible(page, "the choice of rivals");
      },
      { colorScheme },
    ));
}

test("many rivals fit a phone, and no legend is truncated", () =>
  visit(
    MANY,
    async (page) => {
      await waitUntilComplete(page);
      assert.equal(await horizontalScroll(page), 0);
      const entries = await page
        .locator(".legend li")
        .evaluateAll((all) => all.map((entry) => entry.getBoundingClientRect().right <= innerWidth));
      assert.ok(entries.length > 0 && entries.every(Boolean));
    },
    { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true },
  ));
