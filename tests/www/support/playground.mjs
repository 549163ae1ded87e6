// Starts the playground for tests: built, served by Vite's preview and opened in a browser, with an edge that serves
// the demo dataset.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { chromium } from "playwright-core";
import { build, preview } from "vite";
import { browserFlags, browser as chromiumPath, inRoot } from "../../../scripts/project.mjs";
import { startServingEdge } from "../../edge/harness.mjs";
import { demoData } from "../../support/data.mjs";

/** Time limit for an element to appear, in milliseconds. */
const PATIENCE_MS = 10_000;
const ROOT = inRoot("www", "explore");
/** An address on which no server listens: port 9 is the discard port. */
export const NOWHERE = "http://127.0.0.1:9";

/** Builds and serves the page, with or without an edge behind it. All of it ends with the tests of the file. */
export async function startPlayground({ withEdge = true } = {}) {
  const ends = [];
  after(async () => {
    for (const end of ends.reverse()) await end();
  });
  const edge = withEdge ? await startServingEdge(demoData) : { url: NOWHERE };
  ends.push(() => edge.stop?.());
  const folder = mkdtempSync(join(tmpdir(), "overheard-www-"));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  process.env.EDGE_URL = edge.url;
  await build({ root: ROOT, logLevel: "error", build: { outDir: folder, emptyOutDir: true } });
  const server = await preview({
    root: ROOT,
    logLevel: "silent",
    build: { outDir: folder },
    preview: { host: "127.0.0.1", port: 0, strictPort: false },
  });
  ends.push(() => server.close());
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: browserFlags });
  ends.push(() => browser.close());
  const url = `http://127.0.0.1:${server.httpServer.address().port}/`;
  return { url, edge, folder, root: ROOT, visit: (work, options = {}) => visit(browser, { url, ...options }, work) };
}

/**
 * Opens the page, at `url`, in a browser context of its own and runs `work`. Fails if the page has an error, violates
 * its content security policy, or sends a request to another origin than its own and those of `origins`. `prepare` runs
 * before the page opens. `ready` selects an element that exists once the page is ready.
 */
async function visit(
  browser,
  { url, fragment = "", origins = [], prepare = () => {}, ready = "#request", patience = PATIENCE_MS, ...options },
  work,
) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
    ...options,
  });
  try {
    context.setDefaultTimeout(patience);
    const page = await context.newPage();
    const faults = [];
    page.on("pageerror", (error) => faults.push(error.stack));
    page.on("request", (request) => {
      const { origin } = new URL(request.url());
      if (![new URL(url).origin, ...origins].includes(origin)) faults.push(`asked ${request.url()}`);
    });
    await page.exposeFunction("tellViolation", (violation) => faults.push(violation));
    await page.addInitScript(() =>
      addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) => {
        globalThis.tellViolation(`policy: ${violatedDirective} ${blockedURI} ${sourceFile}`);
      }),
    );
    await prepare(page, faults);
    await page.goto(url + fragment);
    await page.locator(ready).waitFor();
    await work(page);
    assert.deepEqual(faults, []);
  } finally {
    await context.close();
  }
}
