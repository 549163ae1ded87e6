// The guides in a browser: light and dark, on a desktop and on a phone, by keyboard, with a screen reader.
import assert from "node:assert/strict";
import { test } from "node:test";
import { GUIDES, guideGroups } from "../../scripts/site/guides/list.mjs";
import { COLOURS, EVERYTHING, PHONE, inaccessible, horizontalScroll, startSite } from "./support/pages.mjs";

const { edge, visit } = await startSite();

const guides = guideGroups().flatMap(({ guides }) => guides);
const pages = [GUIDES, ...guides.map(({ url }) => url), "/docs/downloads/"];
const [first] = guides.map(({ url }) => url);

const paper = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const PAPER = { light: "rgb(244, 246, 249)", dark: "rgb(13, 17, 23)" };

for (const [colorScheme, rules] of [
  ["light", EVERYTHING],
  ["dark", COLOURS],
]) {
  test(`${colorScheme}: the accessibility checker finds nothing on any page`, () =>
    visit(first, { colorScheme }, async (page) => {
      for (const path of pages) {
        await page.goto(edge.url + path);
        const { found, passes } = await inaccessible(page, rules);
        assert.ok(passes > 0, path);
        assert.deepEqual(found, [], path);
        assert.equal(await horizontalScroll(page), 0, path);
      }
    }));

  test(`${colorScheme}: on a phone no page scrolls sideways, and the header has two rows`, () =>
    visit(first, { colorScheme, ...PHONE }, async (page) => {
      for (const path of pages) {
        await page.goto(edge.url + path);
        assert.equal(await horizontalScroll(page), 0, path);
        const { height } = await page.locator(".bar").boundingBox();
        assert.ok(height <= 100, `${path}: ${height}`);
      }
      const { found } = await inaccessible(page);
      assert.deepEqual(found, []);
    }));
}

test("on a phone the list of guides opens as a panel", () =>
  visit(first, PHONE, async (page) => {
    const list = page.getByRole("navigation", { name: "Guides", exact: true });
    assert.ok(await list.isHidden());
    await page.getByRole("button", { name: "All guides" }).click();
    const { found } = await inaccessible(page);
    assert.deepEqual(found, []);
    await list.getByRole("link", { name: guides.at(-1).title, exact: true }).click();
    await page.waitForURL(`**${guides.at(-1).url}`);
  }));

test("the list of guides begins with those for analysts, then has those for developers and for operators", () =>
  visit(GUIDES, {}, async (page) => {
    const groups = ["For analysts", "For developers", "For operators", "Versions"];
    assert.deepEqual(await page.getByRole("article").getByRole("heading", { level: 2 }).allTextContents(), groups);
    const list = page.getByRole("navigation", { name: "Guides", exact: true });
    assert.deepEqual(await list.locator("p").allTextContents(), groups);
    const forAnalysts = [
      "The dashboard",
      "Saved searches",
      "Alerts",
      "Connect spreadsheets and analysis tools",
      "Reports",
      "How numbers are made",
    ];
    for (const lists of [list, page.getByRole("article")])
      assert.deepEqual(await lists.getByRole("list").first().getByRole("link").allTextContents(), forAnalysts);
    await list.getByRole("link", { name: "How numbers are made" }).click();
    await page.waitForURL("**/docs/guides/account-api/#the-measures");
  }));

for (const options of [{}, PHONE]) {
  test(`every page opens the dashboard from its header${options === PHONE ? ", also on a phone" : ""}`, () =>
    visit(GUIDES, options, async (page) => {
      for (const path of [...pages, "/docs/"]) {
        await page.goto(edge.url + path);
        const link = page.getByRole("banner").getByRole("link", { name: "Open the dashboard" });
        assert.ok(await link.isVisible(), path);
        assert.equal(await link.getAttribute("href"), "/", path);
        const { x, width } = await link.boundingBox();
        assert.ok(x >= 0 && x + width <= page.viewportSize().width, path);
      }
    }));
}

test("the chosen theme applies to all pages, including the reference", () =>
  visit(first, { colorScheme: "light" }, async (page) => {
    assert.equal(await paper(page), PAPER.light);
    await page.getByRole("radio", { name: "Dark" }).check({ force: true });
    assert.equal(await paper(page), PAPER.dark);
    await page.getByRole("link", { name: "Downloads", exact: true }).click();
    await page.waitForURL("**/docs/downloads/");
    assert.equal(await paper(page), PAPER.dark);
    await page.getByRole("link", { name: "Reference", exact: true }).click();
    await page.locator("#reference .section").first().waitFor();
    assert.ok(
      await page.evaluate(
        () => document.body.classList.contains("dark-mode") && !document.body.classList.contains("light-mode"),
      ),
    );
    await page.getByRole("radio", { name: "System" }).check({ force: true });
    assert.ok(await page.evaluate(() => document.body.classList.contains("light-mode")));
    assert.equal(await page.evaluate(() => localStorage.getItem("colorMode")), null);
  }));

test("the search finds sections and operations, and works by keyboard alone", () =>
  visit(first, {}, async (page) => {
    await page.keyboard.press("/");
    const dialog = page.getByRole("dialog", { name: "Search" });
    await dialog.waitFor();
    await page.keyboard.type("polling");
    const results = dialog.getByRole("link");
    await results.first().waitFor();
    assert.match(await dialog.getByRole("status").textContent(), /\d+ found/);
    const { found } = await inaccessible(page);
    assert.deepEqual(found, []);
    await dialog.getByRole("searchbox").fill("listInfluencers");
    await dialog
      .getByRole("link", { name: /Reference/ })
      .first()
      .waitFor();
    await dialog.getByRole("searchbox").fill("qzxv qzxw");
    await dialog.getByText("Nothing has").waitFor();
    await dialog.getByRole("searchbox").fill("polling");
    await results.first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/docs/guides/account-api/#polling");
    await page.keyboard.press("/");
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  }));

test("code is copied unchanged", () =>
  visit("/docs/guides/first-steps/", { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    const code = page.locator(".code").first();
    await code.hover();
    await code.getByRole("button", { name: "Copy" }).click();
    await code.getByRole("button", { name: "Copied" }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await code.locator("pre").textContent());
  }));

test("without JavaScript guides are readable, and the reference links to an alternative", () =>
  visit(first, { javaScriptEnabled: false }, async (page) => {
    assert.ok((await page.locator("article").textContent()).length > 1000);
    await page.goto(`${edge.url}/docs/`);
    await page.getByRole("link", { name: "The guides" }).waitFor();
  }));
