// Ways to serve the playground: Vite during development, any folder of any server, and with any edge behind it.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { createServer as createViteServer } from "vite";
import { send } from "./support/actions.mjs";
import { startPlayground } from "./support/playground.mjs";

const { edge, folder, root, visit } = await startPlayground();
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};
const baseUrl = (page) => page.getByLabel("Base URL").inputValue();

/** Serves the built page under a path, and passes all other requests on to the edge, so that both have one origin. */
async function startServer(path, change = (html) => html) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (pathname.startsWith("/v1/")) {
      const chunks = await Array.fromAsync(request);
      const headers = { "Content-Type": "application/json", "X-API-Key": request.headers["x-api-key"] };
      const answer = await fetch(edge.url + pathname, { method: "POST", headers, body: Buffer.concat(chunks) });
      return response
        .writeHead(answer.status, { "Content-Type": answer.headers.get("content-type") })
        .end(await answer.text());
    }
    const name = pathname === path ? "index.html" : pathname.slice(path.length);
    try {
      const content = readFileSync(join(folder, name));
      return response
        .writeHead(200, { "Content-Type": TYPES[extname(name)] })
        .end(name === "index.html" ? change(content.toString()) : content);
    } catch {
      return response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}${path}`;
}

test("Vite's preview passes /edge on to the edge", () =>
  visit(async (page) => {
    assert.equal(await baseUrl(page), "/edge");
    await send(page, edge.secret);
    await page.locator("answer-chart svg").waitFor();
    await assertOwnAddress(page);
  }));

/** Code snippets send to the edge itself, and not to the page's server. */
async function assertOwnAddress(page) {
  for (const name of ["curl", "Library", "fetch"]) {
    await page.locator(".output").getByRole("tab", { name, exact: true }).click();
    const text = await page.locator(".output pre").textContent();
    assert.ok(
      text.includes(new URL(edge.url).origin) && !text.includes(new URL(page.url()).origin) && !text.includes("/edge"),
      text,
    );
  }
  await page.getByLabel("Base URL").fill("https://insights.example");
  await page.getByText("https://insights.example/v1/aggregate", { exact: false }).first().waitFor();
}

test("Vite's development server passes /edge on too, with the same policy", async () => {
  const server = await createViteServer({
    root,
    logLevel: "silent",
    cacheDir: join(folder, ".vite"),
    server: { host: "127.0.0.1", port: 0, strictPort: false },
  });
  try {
    await server.listen();
    const url = server.resolvedUrls.local[0];
    const work = async (page) => {
      assert.equal(await baseUrl(page), "/edge");
      assert.equal(await page.locator(".columns").evaluate((columns) => getComputedStyle(columns).display), "grid");
      await send(page, edge.secret);
      await page.locator("answer-chart svg").waitFor();
      await assertOwnAddress(page);
    };
    await visit(work, { url, patience: 60_000 });
  } finally {
    await server.close();
  }
});

test("the page works in a folder of any server, with the edge at the same origin", async () => {
  const url = await startServer("/some/where/");
  await visit(
    async (page) => {
      assert.equal(await baseUrl(page), new URL(url).origin);
      await send(page, edge.secret);
      await page.locator("answer-chart svg").waitFor();
      assert.equal(await page.locator(".brand img").evaluate((image) => image.naturalWidth > 0), true);
    },
    { url },
  );
});

test("the page's edge can be configured", async () => {
  const url = await startServer("/", (html) =>
    html.replace('<meta name="edge" content="">', '<meta name="edge" content="https://insights.example">'),
  );
  await visit(async (page) => assert.equal(await baseUrl(page), "https://insights.example"), { url });
});

test("the page is small until it draws an answer, and references no other origin", () => {
  const files = readdirSync(join(folder, "assets")).map((name) => join(folder, "assets", name));
  const packed = (pattern) =>
    files.filter((file) => pattern.test(file)).reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
  assert.equal(files.filter((file) => file.endsWith(".wasm")).length, 1, files.join(", "));
  assert.ok(packed(/index-.*\.(js|css)$/) < 45_000, `${packed(/index-.*\.(js|css)$/)} bytes`);
  assert.ok(packed(/chart-.*\.js$/) < 200_000, `${packed(/chart-.*\.js$/)} bytes`);
  assert.ok(statSync(join(folder, "index.html")).size < 3_000);
  for (const file of [join(folder, "index.html"), ...files.filter((name) => name.endsWith(".css"))]) {
    assert.doesNotMatch(readFileSync(file, "utf8"), /(?:src|href)="(?:https?:)?\/\/|url\(|@import/, file);
  }
});
