// Every link and every anchor of the pages at /docs/ has a target, and so do the search results.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { siteFolder } from "../../scripts/project.mjs";
import { operationUrl, operationsOf } from "../../scripts/site/operations.mjs";
import { startEdge } from "../edge/harness.mjs";
import { send } from "../support/client.mjs";

let edge;
before(async () => (edge = await startEdge()));
after(() => edge?.stop());

/** Returns the addresses of all pages. */
const pages = readdirSync(join(siteFolder, "docs"), { recursive: true })
  .filter((name) => name.endsWith("index.html"))
  .map((name) => `/docs/${name.replace("index.html", "")}`);

const REFERENCE = "/docs/";
const attributes = (html, name) =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, "g"))].map(([, value]) => value.replaceAll("&amp;", "&"));

/** The cached result for each path of the edge: whether it succeeds, and the ids of its elements. */
const known = new Map();
function found(path) {
  if (!known.has(path))
    known.set(
      path,
      send(edge, path).then(({ status, text, headers }) => ({
        status,
        ids: headers.get("content-type")?.startsWith("text/html") ? new Set(attributes(text, "id")) : undefined,
        text,
      })),
    );
  return known.get(path);
}

/** The anchors of the reference are created by its renderer from operations and tags. */
const operations = () =>
  operationsOf(JSON.parse(readFileSync(join(siteFolder, "v1", "openapi.json"), "utf8"))).map(operationUrl);

/** Returns why a link of a page is broken, or undefined if it is not. */
async function fault(page, href) {
  const url = new URL(href, `${edge.url}${page}`);
  // A page may link to other origins, but loads nothing from there.
  if (url.origin !== edge.url) return /^https:\/\//.test(href) ? undefined : `leads to ${href}`;
  const { status, ids } = await found(url.pathname);
  if (status !== 200) return `${href} answers ${status}`;
  const anchor = decodeURIComponent(url.hash.slice(1));
  if (anchor === "") return undefined;
  if (url.pathname === REFERENCE)
    return operations().includes(url.pathname + url.hash) ? undefined : `${href} is no operation`;
  return ids?.has(anchor) ? undefined : `${href} has no such place`;
}

test("links, pictures, scripts and styles of every page exist", async () => {
  assert.ok(pages.length > 14, `${pages.length} pages`);
  let count = 0;
  for (const page of pages) {
    const { status, text } = await found(page);
    assert.equal(status, 200, page);
    for (const link of [...attributes(text, "href"), ...attributes(text, "src")]) {
      assert.equal(await fault(page, link), undefined, page);
      count += 1;
    }
    assert.equal(new Set(attributes(text, "id")).size, attributes(text, "id").length, `${page}: an id is given twice`);
  }
  assert.ok(count > 500, `${count} links`);
});

test("a page loads nothing from other origins, and has no inline style or script", async () => {
  for (const page of pages) {
    const { text } = await found(page);
    for (const source of [
      ...attributes(text, "src"),
      ...[...text.matchAll(/<link[^>]*\shref="([^"]*)"/g)].map(([, href]) => href),
    ])
      assert.match(source, /^\//, page);
    assert.doesNotMatch(text, /<style|\sstyle=|<script(?![^>]*\ssrc=)|\son\w+=/, page);
  }
});

test("search results exist", async () => {
  const index = JSON.parse((await found("/docs/assets/search.json")).text);
  const stored = Object.values(index.storedFields);
  assert.ok(stored.length > 200, `${stored.length} entries`);
  for (const { url } of stored) assert.equal(await fault("/docs/", url), undefined);
  for (const url of operations())
    assert.ok(
      stored.some((entry) => entry.url === url),
      url,
    );
});

test("downloads exist, and pages link to them", async () => {
  const { text } = await found("/docs/downloads/");
  for (const path of ["/v1/openapi.json", "/docs/overheard.postman_collection.json", "/docs/overheard.bruno.zip"]) {
    assert.ok(attributes(text, "href").includes(path), path);
    assert.equal((await found(path)).status, 200, path);
  }
});
