// Opens pages in a headless browser.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";
import { browserFlags, browser as chromiumPath } from "../../../scripts/project.mjs";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
const PAGE = (script) => `<!doctype html><title>A page</title><script type="module" src="${script}"></script>`;

/**
 * Opens an address and waits until a function in the page returns a value. Returns it with the addresses of the fetched
 * modules.
 */
async function found(url, look, given) {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: browserFlags });
  try {
    const page = await browser.newPage();
    const modules = [];
    page.on("request", (request) => new URL(request.url()).pathname.endsWith(".wasm") && modules.push(request.url()));
    await page.goto(url);
    const handle = await page.waitForFunction(look, given, { timeout: 30_000 });
    return { ...(await handle.jsonValue()), modules };
  } finally {
    await browser.close();
  }
}

/** Opens an address and returns the outcome of the page's script, with the addresses of the fetched modules. */
export const outcomeOf = (url) => found(url, () => globalThis.outcome);

/** Opens an address and returns the text of an element once it differs from `first`, with the same addresses. */
export const textOf = (url, selector, first) =>
  found(
    url,
    ([selector, first]) => {
      const text = document.querySelector(selector)?.textContent ?? first;
      return text === first ? undefined : { text };
    },
    [selector, first],
  );

/** Serves a folder with these headers, opens a page with a script of the folder, and returns its outcome. */
export async function outcomeOfFolder(folder, script, headers = {}) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    if (path === "/") return response.writeHead(200, { "Content-Type": TYPES[".html"], ...headers }).end(PAGE(script));
    try {
      const content = readFileSync(join(folder, path));
      response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await outcomeOf(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
