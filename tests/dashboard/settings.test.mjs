// The settings pages: tokens, usage, brands and plan, members and sessions, information for developers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { expectOk } from "../support/account.mjs";
import { operator, send } from "../support/client.mjs";
import { eventually } from "../support/eventually.mjs";
import { startDashboard } from "./support/dashboard.mjs";
import { assertAccessible, card, waitUntilComplete, tableOf } from "./support/actions.mjs";
import { chooseFrom, inBothThemes, saveWith, secretOf, tick } from "./support/form-actions.mjs";

const { account, edge, visit } = await startDashboard();

const asks = async (secret) =>
  (await send(edge, "/v1/account", { headers: { Authorization: `Bearer ${secret}` } })).status;

test("a token is created by keyboard, works at once, is rotated and revoked", () =>
  visit("/settings", async (page) => {
    await page
      .getByRole("navigation", { name: "Settings" })
      .getByRole("link", { name: "API access", exact: true })
      .and(page.locator('[aria-current="page"]'))
      .waitFor();
    await page.getByRole("button", { name: "Create token" }).focus();
    await page.keyboard.press("Enter");
    const form = page.getByRole("dialog", { name: "Create token" });
    await eventually(() => page.evaluate(() => document.activeElement.tagName), "INPUT");
    await page.keyboard.press("Enter");
    await form.getByText("Name must be between 1 and 200 characters. Got 0.").waitFor();
    await inBothThemes(page, "a refused token", assertAccessible);
    await page.keyboard.type("Weekly numbers");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Token “Weekly numbers”" }).waitFor();
    await inBothThemes(page, "a token, shown once", assertAccessible);
    const secret = await secretOf(page, "Token “Weekly numbers”");
    assert.equal(await asks(secret), 200);

    const list = card(page, "Tokens and keys");
    await list.getByRole("button", { name: "Replace Weekly numbers" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Create new secret" }).click();
    const next = await secretOf(page, "Token “Weekly numbers”");
    assert.deepEqual([await asks(secret), await asks(next)], [200, 200]);
    await list.getByText("Being replaced").waitFor();

    const row = list.getByRole("row", { name: new RegExp(`Weekly numbers.*${next.slice(-4)}`) });
    await row.getByRole("button", { name: "Revoke Weekly numbers" }).click();
    await page
      .getByRole("alertdialog", { name: "Revoke “Weekly numbers”?" })
      .getByRole("button", { name: "Revoke" })
      .click();
    await row.waitFor({ state: "detached" });
    assert.equal(await asks(next), 401);
    await page.getByRole("button", { name: "Show revoked and expired" }).click();
    await row.getByText("Revoked").waitFor();
    assert.match(page.url(), /all=1/);
    const { name, content } = await saveWith(page, list.getByRole("button", { name: "Tokens and keys: download CSV" }));
    assert.equal(name, "tokens-and-keys.csv");
    assert.ok(content.includes("Weekly numbers") && ![secret, next].some((one) => content.includes(one)));
  }));

test("a key of the Data API has permissions, origins and an expiry", () =>
  visit("/settings/access?make=token", async (page) => {
    const form = page.getByRole("dialog", { name: "Create token" });
    await form.getByRole("textbox", { name: "Name" }).fill("Site");
    await tick(form, "Data API");
    await tick(form, "Raw records");
    await chooseFrom(page, form, "Expires", "On a date");
    await form.getByLabel("Last day").fill("2030-01-31");
    await form.getByRole("textbox", { name: "Web pages that may use it" }).fill("dashboard.example.com");
    await form.getByRole("button", { name: "Create token" }).click();
    await form.getByText(/must be an origin such as/).waitFor();
    await form
      .getByRole("textbox", { name: "Web pages that may use it" })
      .fill("https://dashboard.example.com\nhttps://www.example.com");
    await form.getByRole("button", { name: "Create token" }).click();
    const secret = await secretOf(page, "Token “Site”");
    assert.match(secret, /^ohk_live_/);
    const row = card(page, "Tokens and keys").getByRole("row", { name: /^Site/ });
    for (const text of ["Data API", "Raw records", "31 Jan 2030", "www.example.com"])
      await row.getByText(text).waitFor();
  }));

test("a member is invited by keyboard, changed and removed, and the link signs in", async () => {
  let link;
  await visit("/settings/members", async (page) => {
    await page.getByRole("button", { name: "Invite a member" }).focus();
    await page.keyboard.press("Enter");
    const form = page.getByRole("dialog", { name: "Invite a member" });
    await eventually(() => page.evaluate(() => document.activeElement.tagName), "INPUT");
    await page.keyboard.type("Agency");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await inBothThemes(page, "the form of a member", assertAccessible);
    await form.getByRole("button", { name: "Create link" }).press("Enter");
    link = await secretOf(page, "Invitation for “Agency”");
    const row = card(page, "Members").getByRole("row", { name: /Agency/ });
    await row.getByText("Invited", { exact: true }).waitFor();
    await row.getByText("Analyst").waitFor();
  });
  await visit(
    link,
    async (page) => {
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("link", { name: "Settings" }).click();
      await page.getByRole("link", { name: "Members and sessions" }).click();
      await card(page, "Members").getByText("Agency (you)").waitFor();
      await card(page, "Your sessions").getByText("This session").waitFor();
      assert.equal(await page.getByRole("button", { name: "Invite a member" }).count(), 0);

      await visit("/settings/members", async (admin) => {
        const members = card(admin, "Members");
        const menu = async (action) => {
          await members.getByRole("button", { name: "Actions for Agency" }).click();
          await admin.getByRole("menuitem", { name: action }).click();
        };
        await members.getByRole("row", { name: /Agency.*Signed in/ }).waitFor();
        await menu("Change role or label");
        await tick(admin.getByRole("dialog"), "Viewer");
        await admin.getByRole("button", { name: "Save changes" }).click();
        await members.getByRole("row", { name: /Agency.*Viewer/ }).waitFor();
        await card(admin, "Sessions of all members").getByRole("button", { name: "End a session of Agency" }).click();
        await admin.getByRole("alertdialog").getByRole("button", { name: "End the session" }).click();
        await members.getByRole("row", { name: /Agency.*Signed out/ }).waitFor();
        await menu("Remove");
        await admin
          .getByRole("alertdialog", { name: "Remove “Agency”?" })
          .getByRole("button", { name: "Remove" })
          .click();
        await members.getByRole("row", { name: /Agency/ }).waitFor({ state: "detached" });
        await inBothThemes(admin, "members and sessions", assertAccessible);
      });
      // The ended session fails with the next request, here that of a page that was not opened before.
      await page.getByRole("link", { name: "Usage" }).click();
      await page.getByRole("heading", { name: "Sign in to Overheard" }).waitFor();
    },
    { as: null },
  );
});

test("the last admin stays", () =>
  visit(
    "/settings/members",
    async (page) => {
      await card(page, "Members").getByRole("button", { name: "Actions for Reporting desk" }).click();
      await page.getByRole("menuitem", { name: "Remove" }).click();
      const asked = page.getByRole("alertdialog", { name: "Remove “Reporting desk”?" });
      await asked.getByRole("button", { name: "Remove" }).click();
      await asked.getByText("This is not possible").waitFor();
      await inBothThemes(page, "the last admin", assertAccessible);
      await asked.getByRole("button", { name: "Cancel" }).click();
      await card(page, "Members").getByText("Reporting desk (you)").waitFor();
    },
    { as: "sparse" },
  ));

test("brands are changed, and a conflicting change shows what the other one did", () =>
  visit(
    "/settings/brands",
    async (page) => {
      const brands = card(page, "Brands");
      await brands.getByRole("button", { name: "Edit Cinderelm Beauty" }).click();
      const form = page.getByRole("dialog", { name: "Edit Cinderelm Beauty" });
      await form.getByRole("textbox", { name: "Found by" }).fill("");
      await form.getByRole("button", { name: "Save changes" }).click();
      await form.getByText(/^Found by must be between 1 and 20 items/).waitFor();
      await form.getByRole("textbox", { name: "Found by" }).fill("cinderelm beauty\ncinderelm");
      await form.getByRole("textbox", { name: "Only together with" }).fill("beauty");
      await form.getByRole("textbox", { name: "Never together with" }).fill("xylophone");
      await form.getByRole("button", { name: "Preview" }).click();
      await form.getByText(/^Mentions that count: \d/).click();
      await form.getByText("Removed by “xylophone”: 0").waitFor();
      await inBothThemes(page, "the form of a brand", assertAccessible);

      // Another admin adds a brand meanwhile.
      const {
        id,
        brands: [known],
      } = await account("sparse");
      expectOk(
        await operator(edge, "POST", `/accounts/${id}`, {
          brands: [
            { label: known.label, terms: known.terms },
            { label: "Velunara", terms: ["velunara"] },
          ],
        }),
      );
      await form.getByRole("button", { name: "Save changes" }).click();
      const conflict = page.getByRole("dialog", { name: "Someone else changed the brands" });
      await conflict.getByText("Velunara was added.").waitFor();
      await conflict.getByText(/You wanted to change Cinderelm Beauty/).waitFor();
      await inBothThemes(page, "a conflict", assertAccessible);
      await conflict.getByRole("button", { name: "Apply my change too" }).click();
      await page.getByText("Brands saved.").waitFor();
      assert.deepEqual(await brands.locator("h3").allTextContents(), ["Cinderelm Beauty", "Velunara"]);
      assert.deepEqual(await brands.locator(".brand-row").first().locator(".word").allTextContents(), [
        "cinderelm beauty",
        "cinderelm",
        "beauty",
        "xylophone",
      ]);

      await brands.getByRole("button", { name: "Remove Velunara" }).click();
      await page.getByRole("alertdialog", { name: "Remove Velunara?" }).getByRole("button", { name: "Remove" }).click();
      await eventually(() => brands.locator("h3").allTextContents(), ["Cinderelm Beauty"]);
    },
    { as: "sparse" },
  ));

test("usage is shown by day, operation and caller, with its limits", async () => {
  const { token } = await account("full");
  // The overview requests no creators, so that only these requests count.
  for (let asked = 0; asked < 3; asked += 1)
    await send(edge, "/v1/influencers", { headers: { Authorization: `Bearer ${token}` } });
  await visit("/settings/usage?back=7d", async (page) => {
    await waitUntilComplete(page);
    assert.deepEqual(
      (await tableOf(page, "By endpoint")).find(([question]) => question === "GET /v1/influencers")?.slice(0, 2),
      ["GET /v1/influencers", "3"],
    );
    assert.deepEqual(
      (await tableOf(page, "By token and member")).find(([asker]) => asker === "dashboard")?.slice(0, 2),
      ["dashboard", "3"],
    );
    assert.equal((await tableOf(page, "Requests")).length, 7);
    await page.getByRole("meter", { name: "Account API, today" }).waitFor();
    assert.match(await card(page, "Limits").textContent(), /of 50,000 used/);
    await inBothThemes(page, "usage", assertAccessible);
  });
});

test("developers find references, guides and collections, and all links work", () =>
  visit("/settings/developers", async (page) => {
    await card(page, "Your first request").getByText("Authorization: Bearer $OVERHEARD_TOKEN").waitFor();
    const addresses = await page.locator(".links a").evaluateAll((all) => all.map(({ pathname }) => pathname));
    assert.deepEqual(addresses, [
      "/docs/",
      "/docs/guides/",
      "/explore/",
      "/v1/openapi.json",
      "/docs/overheard.postman_collection.json",
      "/docs/overheard.bruno.zip",
      "/llms.txt",
    ]);
    for (const address of addresses) assert.equal((await send(edge, address)).status, 200, address);
    await inBothThemes(page, "developers", assertAccessible);
  }));

test("a viewer sees tokens, brands and members, and who can change them", () =>
  visit(
    "/settings/access",
    async (page) => {
      for (const [part, told] of [
        ["API access", /Admins of your account create and revoke them/],
        ["Brands and plan", /Admins of your account can change it/],
        ["Members and sessions", /Admins of your account invite members/],
      ]) {
        await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: part }).click();
        await page.getByText(told).waitFor();
        assert.equal(
          await page.getByRole("button", { name: /^(Create|Add|Invite|Edit|Remove|Revoke)/ }).count(),
          0,
          part,
        );
      }
    },
    { as: "viewer" },
  ));
