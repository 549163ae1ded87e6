// Actions on the dashboard and checks of its content.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { packagesIn } from "../../../scripts/project.mjs";

const AXE = readFileSync(packagesIn("tests", "axe-core", "axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Waits until the page is complete: no skeleton, no pending request, and every chart drawn. Charts are drawn when they
 * become visible.
 */
export async function waitUntilComplete(page) {
  await page.locator("#content h1, main h1, main .state").first().waitFor();
  const before = await page.evaluate(() => scrollY);
  await page.waitForFunction(() => {
    if (document.querySelectorAll("[aria-busy=true]:not([role=feed]), .skeleton").length > 0) return false;
    const waiting = [...document.querySelectorAll(".chart")].find((chart) => !chart.querySelector("svg"));
    waiting?.scrollIntoView({ block: "center" });
    return !waiting;
  });
  await page.evaluate((top) => scrollTo(0, top), before);
}

/**
 * Fails for every finding of the accessibility checker. Waits for pending actions first, because a waiting button has
 * less contrast.
 */
export async function assertAccessible(page, what) {
  await page.waitForFunction(() => document.querySelector(".button.pending") === null);
  // Evaluated by the browser's developer tools, because the page's policy forbids foreign scripts.
  await page.evaluate(AXE);
  const { violations, passes } = await page.evaluate(
    (values) => globalThis.axe.run(document, { runOnly: { type: "tag", values }, resultTypes: ["violations"] }),
    RULES,
  );
  assert.ok(passes.length > 15, `${what}: ${passes.length} rules`);
  const found = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n  ${nodes.map(({ html, failureSummary }) => `${html}\n  ${failureSummary}`).join("\n  ")}`,
  );
  assert.deepEqual(found, [], what);
}

/** Returns how far a page can be scrolled sideways, in pixels. */
export const horizontalScroll = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Returns a card by its heading. */
export const card = (page, title) =>
  page.locator("section.card").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

/** Shows a figure as a table and returns its rows, each a list of texts. */
export async function tableOf(page, title) {
  const figure = card(page, title);
  const toTable = figure.getByRole("button", { name: `${title}: show as a table` });
  if (await toTable.count()) await toTable.click();
  const rows = figure.locator("tbody tr");
  await rows.first().waitFor();
  return rows.evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent.trim())));
}

/** Exports a figure and returns the download as text or bytes. */
export async function download(page, title, choice) {
  await card(page, title)
    .getByRole("button", { name: `${title}: export` })
    .click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: choice }).click(),
  ]);
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
}
