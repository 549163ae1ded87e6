// Opens a page of an example in a browser.
import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { browserFlags, browser as chromiumPath } from "../../../scripts/project.mjs";

const PATIENCE_MS = 20_000;

/**
 * Opens an address and runs `work` with the page and the paths that it has requested from `edge`. Fails if the page has
 * an error, or sends a request to any other host than its own server and the edge.
 */
export async function visit(url, edge, work) {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: browserFlags });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const faults = [];
    const asked = [];
    page.on("pageerror", (error) => faults.push(error.stack));
    page.on("request", (request) => {
      const { origin, pathname, search } = new URL(request.url());
      if (origin === edge.url && request.method() !== "OPTIONS") asked.push(pathname + search);
      else if (![new URL(url).origin, edge.url, "null"].includes(origin)) faults.push(`asked ${request.url()}`);
    });
    await page.goto(url);
    await work(page, asked);
    assert.deepEqual(faults, []);
  } finally {
    await browser.close();
  }
}
