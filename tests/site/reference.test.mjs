// The reference at /docs/: a third-party renderer shows the document of the same origin. The tests watch its requests.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { siteFolder } from "../../scripts/project.mjs";
import { operationUrl, operationsOf } from "../../scripts/site/operations.mjs";
import { PHONE, REFERENCE_READY, inaccessible, horizontalScroll, startSite } from "./support/pages.mjs";

const { edge, visit } = await startSite();

const document = JSON.parse(readFileSync(join(siteFolder, "v1", "openapi.json"), "utf8"));
const operations = operationsOf(document);
const AGGREGATE = operationUrl(operations.find(({ operationId }) => operationId === "aggregate"));
const ready = REFERENCE_READY;

/** Accessibility faults of the renderer itself: fields and buttons without a name, and small ones in its list. */
const OF_THE_RENDERER = ["aria-input-field-name", "aria-required-attr", "button-name", "target-size"];

for (const colorScheme of ["light", "dark"]) {
  test(`${colorScheme}: it sends no requests elsewhere, and the accessibility checker finds only the renderer's own faults`, () =>
    visit("/docs/", { ready, colorScheme }, async (page, asked) => {
      assert.ok(asked.some(({ path }) => path === "/v1/openapi.json"));
      assert.ok(
        await page.evaluate((name) => globalThis.document.body.classList.contains(name), `${colorScheme}-mode`),
      );
      await page.waitForLoadState("networkidle");
      const { found, passes } = await inaccessible(page);
      assert.ok(passes > 20);
      assert.deepEqual(
        found.filter(({ id, target }) => !OF_THE_RENDERER.includes(id) || /\.bar\b/.test(target)),
        [],
      );
    }));
}

test("on a phone it does not scroll sideways", () =>
  visit("/docs/", { ready, ...PHONE }, async (page) => {
    assert.equal(await horizontalScroll(page), 0);
  }));

test("every operation is in its list and has an address", () =>
  visit(AGGREGATE, { ready }, async (page) => {
    await page.getByRole("heading", { name: operations[0].summary }).waitFor();
    assert.ok((await page.evaluate(() => globalThis.document.activeElement.id)).endsWith("/POST/v1/aggregate"));
    const list = page.getByRole("navigation").last();
    for (const { name } of document.tags) {
      const group = page.locator(`li[data-sidebar-id$="tag/${name.toLowerCase().replaceAll(" ", "-")}"]`);
      if ((await group.locator("li").count()) === 0) await group.getByRole("button").first().click();
    }
    const text = await page.locator(".t-doc__sidebar, aside").first().innerText();
    for (const { path } of operations) assert.ok(text.replaceAll(/\s/g, "").includes(path), `${path} in ${list}`);
  }));

test("a trial request goes to the same origin with the given key, and its answer is shown", () =>
  visit(AGGREGATE, { ready }, async (page, asked) => {
    const section = page.locator('[id$="tag/data-api/POST/v1/aggregate"]');
    await section.getByRole("button", { name: /Test Request/ }).click();
    const client = page.getByRole("dialog");
    await client.getByPlaceholder("QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT").fill(edge.secret);
    await client.getByRole("button", { name: /^Send/ }).first().click();
    await client.getByText("matched_documents").first().waitFor();
    const sent = asked.filter(({ method }) => method === "POST");
    assert.deepEqual(
      sent.map(({ path, headers }) => [path, headers["x-api-key"], headers["content-type"]]),
      [["/v1/aggregate", edge.secret, "application/json"]],
    );
    assert.deepEqual(
      await page.evaluate(
        (secret) => Object.values({ ...localStorage, ...sessionStorage }).filter((value) => value.includes(secret)),
        edge.secret,
      ),
      [],
    );
  }));
