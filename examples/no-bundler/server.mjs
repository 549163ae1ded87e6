// Gives out the page and the package as they are, and makes browser tokens: the key stays here.
import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { Overheard } from "overheard";

const { OVERHEARD_URL = "http://127.0.0.1:8787", OVERHEARD_KEY, PORT = "5180" } = process.env;
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
const PAGE = fileURLToPath(new URL(".", import.meta.url));
const PACKAGE = dirname(fileURLToPath(import.meta.resolve("overheard/package.json")));

const client = new Overheard({ baseUrl: OVERHEARD_URL, key: OVERHEARD_KEY });

/** A token for pages of this origin, for aggregates alone. Make one only for people who are signed in. */
const browserToken = (origin) =>
  client.request({
    method: "POST",
    path: "/v1/_ext/browser-tokens",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ origin, operations: ["aggregate"], expires_in: 900 }),
  });

/** The file of a path: of the package behind /overheard/, of this folder elsewhere. */
function fileOf(path) {
  const [, inPackage] = /^\/overheard(\/(?:src|generated|dist)\/.+)$/.exec(path) ?? [];
  if (inPackage) return join(PACKAGE, inPackage);
  return { "/": join(PAGE, "index.html"), "/page.js": join(PAGE, "page.js") }[path];
}

const server = createServer(async ({ url, headers }, response) => {
  const path = normalize(new URL(url, "http://localhost").pathname);
  if (path === "/settings")
    return response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ edge: OVERHEARD_URL }));
  if (path === "/browser-token") {
    try {
      const token = await browserToken(`http://${headers.host}`);
      return response
        .writeHead(200, { "Content-Type": "application/json", "Cache-Control": "no-store" })
        .end(JSON.stringify(token));
    } catch (error) {
      return response.writeHead(502).end(error.message);
    }
  }
  const file = fileOf(path);
  if (!file || !existsSync(file)) return response.writeHead(404).end();
  response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" });
  createReadStream(file).pipe(response);
});

server.listen(Number(PORT), "127.0.0.1", () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`));
