// Chromium: a page of its own for each mode, served from this machine with the headers that make its clock precise.
import { createServer } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { chromium } from "playwright-core";
import { browserFlags, browser as chromiumPath, inRoot } from "../../../scripts/project.mjs";
import { Failure } from "../../../scripts/step.mjs";
import { MODULES, OURS } from "../subjects/overheard.mjs";
import { GENERATED, bundle } from "./bundle.mjs";

const BROWSER = chromiumPath();
const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };

/** Where a page finds the module of an entry. */
export const moduleAddress = (entry) => `/${basename(MODULES[entry])}`;

const contentOf = (path) => {
  if (path === "/") return "<!doctype html><title>bench</title>";
  const entry = Object.keys(MODULES).find((name) => path === moduleAddress(name));
  return readFileSync(entry ? inRoot(MODULES[entry]) : `${GENERATED}${path}`);
};

function serve() {
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    try {
      const content = contentOf(path);
      response.writeHead(200, {
        "Content-Type": TYPES[extname(path) || ".html"],
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Embedder-Policy": "require-corp",
        "Cache-Control": "max-age=3600",
      });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** A browser, and a function that opens a page of its own in it. */
export async function startBrowser() {
  if (!existsSync(BROWSER))
    throw new Failure(
      `there is no Chromium at ${BROWSER}: set CHROMIUM to its path, or leave the engine out with --engines`,
    );
  const server = await serve();
  const browser = await chromium.launch({ executablePath: BROWSER, args: browserFlags });
  const address = `http://127.0.0.1:${server.address().port}/`;
  return {
    name: `Chromium ${browser.version()}`,
    async openPage() {
      // A context of its own: nothing that another page has loaded or compiled is there.
      const context = await browser.newContext();
      const page = await context.newPage();
      page.setDefaultTimeout(0);
      await page.goto(address);
      return { page, close: () => context.close() };
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

export async function startChromium() {
  await bundle("page", { entry: "engines/page.mjs" });
  const browser = await startBrowser();
  return {
    name: browser.name,
    async open() {
      const { page, close } = await browser.openPage();
      await page.evaluate(
        async ([script, module]) => {
          globalThis.bench = await (await import(script)).start(module);
        },
        ["/page.js", moduleAddress(OURS)],
      );
      const ask = (method) => (argument) =>
        page.evaluate(([name, given]) => globalThis.bench[name](given), [method, argument]);
      return { sampleMs: 4, spend: ask("spend"), disagreements: ask("disagreements"), close };
    },
    close: () => browser.close(),
  };
}
