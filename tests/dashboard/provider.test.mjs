// Sign-in behind an identity provider, which adds its assertion to the browser's requests.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { HEADER, startAccessTeam } from "../support/team.mjs";
import { startDashboard } from "./support/dashboard.mjs";
import { assertAccessible, card } from "./support/actions.mjs";

const team = await startAccessTeam();
after(() => team.stop());
const { edge, invite, visit } = await startDashboard({ bindings: team.settings });
/** Returns the options of a browser behind the provider, signed in there with a subject. */
const through = (sub) => ({ as: null, extraHTTPHeaders: { [HEADER]: team.assertion({ sub }) } });
const carryOn = (page) => page.getByRole("button", { name: "Continue with your organisation’s sign-in" });
const isIn = (page) => page.getByRole("navigation", { name: "Pages" }).waitFor();

test("a member known to the provider signs in with one click after the invitation, and stays out after signing out", async () => {
  await visit(
    await invite("full"),
    async (page) => {
      await page.getByRole("button", { name: "Sign in" }).click();
      await isIn(page);
    },
    through("subject-1"),
  );
  const kv = await edge.mf.getKVNamespace("KV");
  await eventually(async () => (await kv.list({ prefix: "subject/" })).keys.length, 1);
  await visit(
    "/settings/members",
    async (page) => {
      await assertAccessible(page, "signed out");
      await carryOn(page).click();
      await card(page, "Members").getByText("signs in through your organisation").waitFor();
      assert.equal(new URL(page.url()).pathname, "/settings/members");
      await assertAccessible(page, "members");
      await page.getByRole("button", { name: "Account Meridian" }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
      await carryOn(page).waitFor();
      assert.deepEqual(await page.context().cookies(), []);
    },
    through("subject-1"),
  );
});

test("an unknown subject gets the advice to request an invitation link", () =>
  visit(
    "/",
    async (page) => {
      await carryOn(page).click();
      await page.getByRole("alert").waitFor();
      assert.match(
        await page.getByRole("alert").textContent(),
        /You need an invitation.*Ask an admin of your account for an invitation link/,
      );
      await assertAccessible(page, "not known");
    },
    through("subject-2"),
  ));

test("a link that is opened past the provider is not used, and says so", async () => {
  const link = await invite("full");
  await visit(
    link,
    async (page) => {
      await page.getByRole("button", { name: "Sign in" }).click();
      await eventually(
        () => page.getByRole("alert").locator(".state-title").textContent(),
        "Sign in with your organisation first",
      );
      await assertAccessible(page, "past the provider");
    },
    { as: null },
  );
  await visit(
    link,
    async (page) => {
      await page.getByRole("button", { name: "Sign in" }).click();
      await isIn(page);
      assert.equal(page.url(), `${edge.url}/`);
    },
    through("subject-3"),
  );
});
