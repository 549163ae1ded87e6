// Runs the page without a bundler, started as its README says, with a real edge.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { inRoot } from "../../scripts/project.mjs";
import { startServingEdge } from "../edge/harness.mjs";
import { demoData } from "../support/data.mjs";
import { visit } from "./support/page.mjs";

/** Starts the example's server for an edge, and returns its address. */
async function serve(edge) {
  const env = { ...process.env, OVERHEARD_URL: edge.url, OVERHEARD_KEY: edge.secret, PORT: "0" };
  const server = spawn(process.execPath, ["server.mjs"], {
    cwd: inRoot("examples", "no-bundler"),
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(server.stdout.setEncoding("utf8"), "data");
  return { url: line.trim(), stop: () => server.kill() };
}

test("the page requests groups, and shows errors with the form's labels", async () => {
  const edge = await startServingEdge(demoData);
  const server = await serve(edge);
  try {
    await visit(server.url, edge, async (page, asked) => {
      const rows = page.locator("tr");
      await rows.nth(4).waitFor();
      assert.deepEqual(await rows.first().innerText(), "Velunara\t\t696");
      assert.equal(await page.locator("#cost").innerText(), "Costs 10 units.");
      assert.deepEqual(asked, ["/v1/aggregate"]);

      await page.getByLabel("Documents").selectOption("siv_info");
      await page.getByLabel("Groups", { exact: true }).fill("51");
      const messages = await page.locator("[role=alert] p").allInnerTexts();
      assert.deepEqual(messages, [
        "This grouping 'Brand' is not allowed on documents 'Videos'. Allowed: [Channel, Platform, Category, Tag]",
        "The number of groups must be between 1 and 50. Got 51.",
      ]);
      assert.deepEqual(asked, ["/v1/aggregate"]);

      await page.getByLabel("Grouped by").selectOption("platform");
      await page.getByLabel("Groups", { exact: true }).fill("3");
      await rows.nth(3).waitFor({ state: "detached" });
      assert.deepEqual([await rows.count(), await page.locator("[role=alert] p").count()], [3, 0]);
    });
    // Only the page and the package's files are served.
    for (const path of [
      "/server.mjs",
      "/package.json",
      "/overheard/package.json",
      "/overheard/../server.mjs",
      "/overheard/src/../../../server.mjs",
    ]) {
      assert.equal((await fetch(server.url + path)).status, 404, path);
    }
  } finally {
    server.stop();
    await edge.stop();
  }
});
