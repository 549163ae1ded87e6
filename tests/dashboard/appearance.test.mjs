// Appearance and use of every page: light and dark, on a phone, by keyboard, and with much, little or no data.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inRoot } from "../../scripts/project.mjs";
import { eventually } from "../support/eventually.mjs";
import { startDashboard } from "./support/dashboard.mjs";
import { assertAccessible, waitUntilComplete, horizontalScroll } from "./support/actions.mjs";

const { visit } = await startDashboard();
const addresses = JSON.parse(readFileSync(inRoot("www", "src", "app", "addresses.json"), "utf8")).filter(
  (address) => address !== "/join",
);
const PHONE = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };

/** Visits all pages in one window. */
const through = (options, look) =>
  visit(
    addresses[0],
    async (page) => {
      for (const address of addresses) {
        if (address !== addresses[0]) await page.goto(new URL(address, page.url()).href);
        await waitUntilComplete(page);
        await look(page, address);
      }
    },
    options,
  );

for (const as of ["full", "sparse", "none"]) {
  test(`${as}: the accessibility checker finds nothing on any page, light or dark`, () =>
    through({ as, colorScheme: "light" }, async (page, address) => {
      await assertAccessible(page, `${address}, light`);
      await page.emulateMedia({ colorScheme: "dark" });
      await assertAccessible(page, `${address}, dark`);
      await page.emulateMedia({ colorScheme: "light" });
    }));
}

test("on a phone no page scrolls sideways, with much data and with none", async () => {
  for (const as of ["full", "none"]) {
    await through({ as, ...PHONE }, async (page, address) => {
      assert.equal(await horizontalScroll(page), 0, `${as} ${address}: ${await page.evaluate(widest)}`);
      const charts = await page
        .locator(".chart")
        .evaluateAll((all) =>
          all.map((chart) => chart.getBoundingClientRect()).map(({ left, right }) => left >= 0 && right <= innerWidth),
        );
      assert.ok(charts.every(Boolean), address);
      // The subject of a row is fully readable without scrolling.
      const cut = await page
        .locator(".table tbody th")
        .evaluateAll((all) =>
          all.filter((cell) => cell.scrollWidth > cell.clientWidth).map(({ textContent }) => textContent),
        );
      assert.deepEqual(cut, [], `${as} ${address}`);
      await assertAccessible(page, address);
    });
  }
});

/** Returns the elements that extend beyond the right edge. */
function widest() {
  const standsOut = (element) =>
    element.getBoundingClientRect().right > innerWidth + 1 && !element.closest(".table-frame");
  return [...document.querySelectorAll("body *")]
    .filter(standsOut)
    .map(({ tagName, className }) => `${tagName}.${className}`)
    .join(" ");
}

test("before printing all charts are drawn, and the printed page has no navigation", () =>
  visit("/sentiment", async (page) => {
    await page.locator(".chart svg").first().waitFor();
    await page.locator(".chart").nth(3).waitFor();
    const undrawn = () => page.locator(".chart:not(:has(svg))").count();
    assert.ok((await undrawn()) > 0, "every chart is in view");
    // The browser prints right after its listeners, before any promise of a file is resolved.
    assert.equal(
      await page.evaluate(() => {
        dispatchEvent(new Event("beforeprint"));
        return document.querySelectorAll(".chart:not(:has(svg))").length;
      }),
      0,
    );
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.getByRole("navigation").count(), 0);
    assert.equal(await page.getByRole("button", { name: /export$/ }).count(), 0);
    await page.getByRole("button", { name: /^Period: / }).waitFor();
  }));

test("the theme is chosen in the menu, also applies to charts, and is stored", () =>
  visit(
    "/sentiment",
    async (page) => {
      await waitUntilComplete(page);
      const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const axis = () => page.locator(".chart svg text").first().getAttribute("fill");
      const [light, ink] = [await paper(), await axis()];
      await page.getByRole("button", { name: /^Account/ }).click();
      await page.getByRole("menuitem", { name: "Theme: dark" }).click();
      assert.notEqual(await paper(), light);
      await page.waitForFunction(
        (before) => document.querySelector(".chart svg text").getAttribute("fill") !== before,
        ink,
      );
      const dark = await paper();
      await page.reload();
      await waitUntilComplete(page);
      assert.equal(await paper(), dark);
      await page.getByRole("button", { name: /^Account/ }).click();
      await page.getByRole("menuitem", { name: "Theme: system" }).click();
      assert.equal(await paper(), light);
    },
    { colorScheme: "light" },
  ));

test("the keyboard alone reaches the content, the pages and the mentions behind a number", () =>
  visit("/", async (page) => {
    await waitUntilComplete(page);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to content");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "content");
    const tabTo = async (reached) => {
      for (let presses = 0; presses < 80; presses++) {
        await page.keyboard.press("Tab");
        const state = await page.evaluate(() => {
          const element = document.activeElement;
          const shown = [element, element.parentElement].some((face) => getComputedStyle(face).outlineStyle !== "none");
          return { text: element.getAttribute("aria-label") ?? element.textContent.trim(), shown };
        });
        assert.ok(state.shown, `the focus on ${state.text} is not to be seen`);
        if (reached(state.text)) return;
      }
      assert.fail("Tab does not lead there");
    };
    const mentions = await page.locator(".stat").first().locator("a").textContent();
    await tabTo((text) => text === mentions);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Mentions", level: 1 }).waitFor();
    // The focus moves to the content of the opened page.
    assert.equal(await page.evaluate(() => document.activeElement.id), "content");
    await eventually(
      () =>
        page
          .locator(".page-head p")
          .textContent()
          .then((said) => said.startsWith(`${mentions} mentions`)),
      true,
    );
  }));

test("without JavaScript the page says that it needs it, and links to an alternative", () =>
  visit(
    "/sentiment",
    async (page) => {
      assert.match(await page.locator("body").textContent(), /This page needs JavaScript/);
      await page.getByRole("heading", { name: "Sentiment", level: 1 }).waitFor();
      assert.equal(await page.getByRole("link", { name: "Sentiment" }).getAttribute("aria-current"), "page");
    },
    { as: null, javaScriptEnabled: false },
  ));

test("on a phone nothing shifts while a page starts, and dialogs are loaded on demand", () =>
  visit(
    "/",
    async (page) => {
      for (const address of ["/", "/mentions", "/sentiment", "/settings/access"]) {
        await page.goto(new URL(address, page.url()).href);
        await page.locator("#content h1").waitFor();
        await page.waitForFunction(
          () => document.querySelectorAll("[aria-busy=true]:not([role=feed]), .skeleton").length === 0,
        );
        assert.ok(
          (await page.evaluate(() => globalThis.shifted)) < 0.1,
          `${address} jumps by ${await page.evaluate(() => globalThis.shifted)}`,
        );
        assert.deepEqual(await page.evaluate(opened), [], address);
      }
      await page.getByRole("button", { name: /^Account/ }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
      assert.equal((await page.evaluate(opened)).length, 1);
      await page.keyboard.press("Escape");
      await eventually(
        () => page.evaluate(() => document.activeElement.getAttribute("aria-label")),
        "Account Meridian",
      );
      await page.keyboard.press("ArrowDown");
      await eventually(() => page.evaluate(() => document.activeElement.textContent), "Theme: system");
      assert.equal(await page.evaluate(() => scrollY), 0);
    },
    { ...PHONE, prepare: (page) => page.addInitScript(countShifts) },
  ));

/** Returns the fetched files of dialogs and panels. */
const opened = () =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((name) => /\/overlays-[\w-]+\.js$/.test(name));

/** Adds up the distances of layout shifts without user input. */
function countShifts() {
  globalThis.shifted = 0;
  const add = (list) =>
    list.getEntries().forEach(({ value, hadRecentInput }) => (globalThis.shifted += hadRecentInput ? 0 : value));
  new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
}

test("reduced motion is respected", () =>
  visit("/sentiment", async (page) => {
    await waitUntilComplete(page);
    assert.equal(
      await page
        .locator(".button")
        .first()
        .evaluate((button) => getComputedStyle(button).transitionDuration),
      "0s",
    );
  }));
