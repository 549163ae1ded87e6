// A page in a headless browser.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";
import { browserFlags, browser as chromiumPath } from "../../../scripts/project.mjs";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
const PAGE = (script) => `<!doctype html><title>A page</title><script type="module" src="${script}"></script>`;

/** Opens an address and gives what the page's script left, with the addresses of the modules that were fetched. */
export async function outcomeOf(url) {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: browserFlags });
  try {
    const page = await browser.newPage();
    const modules = [];
    page.on("request", (request) => new URL(request.url()).pathname.endsWith(".wasm") && modules.push(request.url()));
    await page.goto(url);
    await page.waitForFunction(() => globalThis.outcome !== undefined, undefined, { timeout: 30_000 });
    return { ...(await page.evaluate(() => globalThis.outcome)), modules };
  } finally {
    await browser.close();
  }
}

/** Serves a folder with these headers, opens a page that runs a script of it, and gives what that left. */
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
