// The playground of the dashboard: a signed-in member sends requests without a key.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startDashboard } from "./support/dashboard.mjs";
import { assertAccessible } from "./support/actions.mjs";

const { visit } = await startDashboard();
const send = (page) => page.getByRole("button", { name: "Send" }).click();

test("a member queries the Data API without a key, and the page says where to find the answer", () =>
  visit("/", async (page) => {
    await page.getByRole("link", { name: "Explore" }).click();
    await page.getByText(/Without one you ask as Reporting desk of Meridian/).waitFor();
    const [asked] = await Promise.all([page.waitForRequest(/\/v1\/aggregate$/), send(page)]);
    await page.locator("answer-chart svg").waitFor();
    const headers = await asked.allHeaders();
    assert.deepEqual(
      [headers["x-overheard-dashboard"], headers.authorization, headers["x-api-key"]],
      ["1", undefined, undefined],
    );
    await assertAccessible(page, "explore");
  }));

test("without a session the playground asks for a key", () =>
  visit(
    "/explore/",
    async (page) => {
      await page.locator("#request").waitFor();
      await send(page);
      await page.waitForFunction(() => document.activeElement.id === "secret");
      assert.equal(await page.getByText(/Without one you ask as/).count(), 0);
    },
    { as: null },
  ));
