// Languages of the dashboard: the member's choice, the browser's, and their texts, numbers and dates.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startDashboard } from "./support/dashboard.mjs";
import { assertAccessible, horizontalScroll, waitUntilComplete } from "./support/actions.mjs";

const { visit } = await startDashboard();
const OCTOBER = "from=2026-10-01&to=2026-10-31";
const languageOf = (page) => page.evaluate(() => document.documentElement.lang);

/** Chooses a language in the menu of the account, and waits for the page in it. */
async function choose(page, account, name, lang) {
  await waitUntilComplete(page);
  await page.getByRole("button", { name: account }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
  await page.waitForFunction((lang) => document.documentElement.lang === lang, lang);
  await waitUntilComplete(page);
}

test("a member reads the dashboard in German, also after the next visit, and changes back to English", () =>
  visit(`/?${OCTOBER}`, async (page) => {
    assert.equal(await languageOf(page), "en");
    await choose(page, /^Account /, "Deutsch", "de");
    assert.match(await page.title(), /^Übersicht · Overheard$/);
    const navigation = page.getByRole("navigation", { name: "Seiten" });
    assert.deepEqual((await navigation.getByRole("link").allTextContents()).slice(0, 3), [
      "Übersicht",
      "Erwähnungen",
      "Stimmung",
    ]);
    assert.equal(await page.getByRole("button", { name: /^Zeitraum: 1\. Okt\. – 31\. Okt\. 2026/ }).count(), 1);
    const figures = await page.locator(".stat").allTextContents();
    assert.ok(
      figures.some((text) => /\d,\d %/.test(text)),
      figures.join("\n"),
    );
    assert.ok(!figures.some((text) => /\d\.\d %/.test(text)), figures.join("\n"));
    await page.reload();
    await waitUntilComplete(page);
    assert.equal(await languageOf(page), "de");
    await navigation.getByRole("link", { name: "Erwähnungen" }).click();
    await page.getByRole("heading", { level: 1, name: "Erwähnungen" }).waitFor();
    await choose(page, /^Konto /, "English", "en");
    assert.match(await page.title(), /^Mentions · Overheard$/);
    await page.getByRole("heading", { level: 1, name: "Mentions" }).waitFor();
  }));

test("without a choice, the dashboard has the first language of the browser that it knows", async () => {
  for (const [locale, lang, title] of [
    ["de-AT", "de", "Einstellungen · Overheard"],
    ["fr-FR", "en", "Settings · Overheard"],
  ]) {
    await visit(
      "/settings",
      async (page) => {
        await waitUntilComplete(page);
        assert.deepEqual([await languageOf(page), await page.title()], [lang, title]);
      },
      { locale },
    );
  }
});

test("German needs one more file than English, and English needs none", async () => {
  for (const [locale, number] of [
    ["en-US", 0],
    ["de-DE", 1],
  ]) {
    const requested = [];
    const prepare = (page) => page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    await visit("/", waitUntilComplete, { locale, prepare });
    const catalogues = requested.filter((path) => /^\/assets\/de-/.test(path));
    assert.equal(catalogues.length, number, requested.join("\n"));
  }
});

test("the sign-in page is German too", () =>
  visit("/", (page) => page.getByRole("heading", { name: "Bei Overheard anmelden" }).waitFor(), {
    as: null,
    locale: "de-DE",
  }));

test("the accessibility checker finds nothing on German pages, light or dark", async () => {
  for (const address of [`/?${OCTOBER}`, `/mentions?${OCTOBER}`]) {
    await visit(
      address,
      async (page) => {
        for (const colorScheme of ["light", "dark"]) {
          await page.emulateMedia({ colorScheme });
          await waitUntilComplete(page);
          await assertAccessible(page, `${address}, ${colorScheme}`);
        }
      },
      { locale: "de-DE" },
    );
  }
});

test("on a phone no German page scrolls sideways", async () => {
  for (const address of ["/", "/mentions", "/sentiment", "/trends", "/share", "/reports", "/alerts", "/settings"]) {
    await visit(
      address,
      async (page) => {
        await waitUntilComplete(page);
        assert.equal(await horizontalScroll(page), 0, address);
      },
      { locale: "de-DE", viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true },
    );
  }
});
