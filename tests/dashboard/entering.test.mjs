// Coming in and going out: without a session, with a link, and with one that is used up.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { startDashboard } from "./support/dashboard.mjs";
import { assertAccessible } from "./support/hands.mjs";

const { edge, invite, visit } = await startDashboard();
const signIn = (page) => page.getByRole("button", { name: "Sign in" });

test("whoever has no session is told how to get one, at every address", async () => {
  for (const address of ["/", "/mentions?window=90d", "/sentiment"]) {
    await visit(
      address,
      async (page) => {
        await page.getByRole("heading", { name: "Sign in to Overheard" }).waitFor();
        assert.match(await page.locator("main").textContent(), /Ask an admin of your account for a link/);
        await assertAccessible(page, address);
      },
      { as: null },
    );
  }
});

test("a link signs in once, when a person says so, and is not kept in the address", async () => {
  const link = await invite("full");
  await visit(
    link,
    async (page) => {
      await page.getByRole("heading", { name: "You are invited to Overheard" }).waitFor();
      await assertAccessible(page, "invited");
      assert.equal(page.url(), `${edge.url}/join`);
      // Opening it uses nothing up.
      await page.goto(link);
      await signIn(page).click();
      await page.getByRole("navigation", { name: "Pages" }).waitFor();
      assert.equal(new URL(page.url()).pathname, "/");
      const [cookie] = await page.context().cookies();
      assert.deepEqual(
        [cookie.name, cookie.httpOnly, cookie.secure, cookie.sameSite],
        ["__Host-overheard", true, true, "Strict"],
      );
      const kept = await page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
      );
      assert.doesNotMatch(kept, /oh[a-z]_|whsec_|cookie/);
    },
    { as: null },
  );
  await visit(
    link,
    async (page) => {
      await signIn(page).click();
      await page.getByRole("heading", { name: "This link does not work any more" }).waitFor();
      await assertAccessible(page, "used up");
    },
    { as: null },
  );
});

test("a link that is cut off says so", () =>
  visit("/join#ohi", async (page) => page.getByRole("heading", { name: "This link is not whole" }).waitFor(), {
    as: null,
  }));

test("who signs out is out, in every tab, with the next question", async () => {
  await visit(
    await invite("full"),
    async (page) => {
      await signIn(page).click();
      await page.getByRole("navigation", { name: "Pages" }).waitFor();
      const other = await page.context().newPage();
      await other.goto(`${edge.url}/sentiment`);
      await other.getByRole("heading", { name: "Sentiment", exact: true }).waitFor();
      // Its own questions are answered before: one that is asked after signing out would end the session here by itself.
      await other.waitForLoadState("networkidle");
      await page.getByRole("button", { name: "Account Meridian" }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
      await page.getByRole("heading", { name: "Sign in to Overheard" }).waitFor();
      assert.deepEqual(await page.context().cookies(), []);
      await other.getByRole("link", { name: "Mentions", exact: true }).click();
      await other.getByRole("heading", { name: "Sign in to Overheard" }).waitFor();
      await other.close();
    },
    { as: null },
  );
});

test("the service that cannot answer is not taken for a session that ended", () =>
  visit(
    "/",
    async (page) => {
      await page.getByRole("alert").waitFor();
      assert.match(await page.getByRole("alert").textContent(), /The service cannot answer now/);
      await page.unroute("**/dashboard/v1/session");
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("navigation", { name: "Pages" }).waitFor();
      await eventually(() => page.getByRole("heading", { level: 1 }).textContent(), "Meridian");
    },
    {
      prepare: (page) =>
        page.route("**/dashboard/v1/session", (route) =>
          route.fulfill({
            status: 503,
            headers: { "Retry-After": "0", "Content-Type": "application/problem+json" },
            body: JSON.stringify({
              type: "/problems/backend-unavailable",
              title: "Backend unavailable",
              status: 503,
              detail: "not now",
              instance: "urn:request:req_1",
              message: "not now",
              code: "backend_unavailable",
              errors: [],
              request_id: "req_1",
              retryable: true,
            }),
          }),
        ),
    },
  ));

test("an address that there is not is the edge's to refuse", async () => {
  for (const path of ["/v1/nowhere", "/nowhere", "/mentions/nowhere"]) {
    const answer = await fetch(edge.url + path);
    assert.deepEqual([answer.status, (await answer.json()).code], [404, "not_found"], path);
  }
});
