// Sign-in and sign-out: without a session, with an invitation link, and with a used one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { startDashboard } from "./support/dashboard.mjs";
import { assertAccessible } from "./support/actions.mjs";

const { edge, invite, visit } = await startDashboard();
const signIn = (page) => page.getByRole("button", { name: "Sign in" });

test("every address without a session explains how to get one", async () => {
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

test("a mistyped address is a page for people, and a problem for programs", async () => {
  await visit("/mentionz", async (page) => {
    await page.getByText("Page not found").waitFor();
    await assertAccessible(page, "a mistyped address");
    const answer = await page.goto(`${edge.url}/docs/nowhere`);
    assert.equal(answer.status(), 404);
    await page.getByRole("link", { name: "Go to the overview" }).click();
    await page.getByRole("heading", { name: "Mentions over time" }).waitFor();
  });
  const answer = await fetch(`${edge.url}/mentionz`);
  assert.deepEqual([answer.status, answer.headers.get("content-type")], [404, "application/problem+json"]);
});

test("a link signs in once, after a confirmation, and is not kept in the address", async () => {
  const link = await invite("full");
  await visit(
    link,
    async (page) => {
      await page.getByRole("heading", { name: "You are invited to Overheard" }).waitFor();
      await assertAccessible(page, "invited");
      assert.equal(page.url(), `${edge.url}/join`);
      // Opening the link does not use the invitation.
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
      await page.getByRole("heading", { name: "This link no longer works" }).waitFor();
      await assertAccessible(page, "used up");
    },
    { as: null },
  );
});

test("a truncated link is reported", () =>
  visit("/join#ohi", async (page) => page.getByRole("heading", { name: "This link is incomplete" }).waitFor(), {
    as: null,
  }));

test("signing out ends the session in every tab, with its next request", async () => {
  await visit(
    await invite("full"),
    async (page) => {
      await signIn(page).click();
      await page.getByRole("navigation", { name: "Pages" }).waitFor();
      const other = await page.context().newPage();
      await other.goto(`${edge.url}/sentiment`);
      await other.getByRole("heading", { name: "Sentiment", exact: true }).waitFor();
      // The page's own requests finish first. Otherwise one of them would end the session in this tab.
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

test("an unavailable service is not shown as an ended session", () =>
  visit(
    "/",
    async (page) => {
      await page.getByRole("alert").waitFor();
      assert.match(await page.getByRole("alert").textContent(), /The service is unavailable/);
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

test("the edge refuses an unknown address", async () => {
  for (const path of ["/v1/nowhere", "/nowhere", "/mentions/nowhere"]) {
    const answer = await fetch(edge.url + path);
    assert.deepEqual([answer.status, (await answer.json()).code], [404, "not_found"], path);
  }
});
