// Opens the pages at /docs/, as a deployment serves them, in a browser whose requests and errors are recorded.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after } from "node:test";
import { chromium } from "playwright-core";
import { browserFlags, browser as chromiumPath, packagesIn } from "../../../scripts/project.mjs";
import { startAskedEdge } from "../../openapi/support/edge.mjs";

/** Time limit for an element to appear, in milliseconds: the reference loads several megabytes of script. */
const PATIENCE_MS = 30_000;
const AXE = readFileSync(packagesIn("tests", "axe-core", "axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];

export const DESKTOP = { viewport: { width: 1280, height: 900 } };
export const PHONE = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };
/** An element that exists once the reference is rendered. */
export const REFERENCE_READY = "#reference .section";

/** Starts an edge with its pages and a browser. Both end with the tests of the file. */
export async function startSite() {
  const edge = await startAskedEdge();
  after(() => edge.stop());
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: browserFlags });
  after(() => browser.close());
  return { edge, visit: (path, options, work) => visit(browser, edge.url, path, options, work) };
}

/**
 * Opens a page in a browser context of its own and runs `work`. Fails if the page contacts another origin, has an
 * error, writes a warning or an error to its console, or violates its policy. `work` gets the page and its requests so
 * far, each with its method and its path.
 */
async function visit(browser, origin, path, { ready = "main", ...options }, work) {
  const context = await browser.newContext({ ...DESKTOP, reducedMotion: "reduce", ...options });
  try {
    context.setDefaultTimeout(PATIENCE_MS);
    const [faults, asked] = [[], []];
    context.on("request", (request) => {
      const url = new URL(request.url());
      if (url.origin === origin)
        asked.push({ method: request.method(), path: url.pathname + url.search, headers: request.headers() });
      else if (!["data:", "blob:"].includes(url.protocol)) faults.push(`asked ${request.url()}`);
    });
    const page = await context.newPage();
    page.on("pageerror", (error) => faults.push(error.stack));
    page.on(
      "console",
      (message) => ["error", "warning"].includes(message.type()) && faults.push(`${message.type()}: ${message.text()}`),
    );
    await page.exposeFunction("tellViolation", (violation) => faults.push(violation));
    await page.addInitScript(() =>
      addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) => {
        globalThis.tellViolation(`policy: ${violatedDirective} ${blockedURI} ${sourceFile}`);
      }),
    );
    await page.goto(origin + path);
    await page.locator(ready).first().waitFor();
    await work(page, asked);
    assert.deepEqual(faults, []);
  } finally {
    await context.close();
  }
}

/** All accessibility rules, and those that depend on colours. */
export const EVERYTHING = { type: "tag", values: RULES };
export const COLOURS = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/**
 * Returns the findings of the accessibility checker once the page is stable. `passes` is the number of passed checks.
 */
export async function inaccessible(page, runOnly = EVERYTHING) {
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== "running"));
  // Evaluated by the browser's developer tools, because the page's policy forbids foreign scripts.
  await page.evaluate(AXE);
  const { violations, passes } = await page.evaluate(
    (values) => globalThis.axe.run(document, { runOnly: values, resultTypes: ["violations"] }),
    runOnly,
  );
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, target }) => ({ id, help, html, target: target.join(" ") })),
  );
  return { found, passes: passes.length };
}

/** Returns how many pixels a page can be scrolled sideways. */
export const horizontalScroll = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
