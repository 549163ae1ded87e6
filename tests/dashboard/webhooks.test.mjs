// The webhooks page: register, test with a real receiver, disable and delete webhooks.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { CLOCK_ENTRY, setClockAhead } from "../support/clock.mjs";
import { eventually } from "../support/eventually.mjs";
import { isSigned, startReceiver } from "../support/receiver.mjs";
import { deliveriesOf, registerWebhook, webhookOf } from "../support/webhooks.mjs";
import { startDashboard } from "./support/dashboard.mjs";
import { assertAccessible, card } from "./support/actions.mjs";
import { inBothThemes, saveWith, secretOf, tick } from "./support/form-actions.mjs";

/** Longer than the time of continuous failures after which a webhook is disabled, in milliseconds. */
const TOO_LONG_MS = 3 * 24 * 3_600_000 + 60_000;

const { edge, account, visit } = await startDashboard({ entry: CLOCK_ENTRY, bindings: { LOCAL_WEBHOOKS: "on" } });
const receiver = await startReceiver();
after(() => receiver.stop());

/** Chooses an action from a webhook's menu. */
async function choose(page, action) {
  await page.getByRole("button", { name: "Webhook actions" }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** Returns the listed deliveries, each with its event and its state. */
const deliveries = (page) =>
  page
    .locator(".delivery-button")
    .evaluateAll((all) =>
      all.map((one) => [one.querySelector(".delivery-kind").textContent, one.querySelector(".badge").textContent]),
    );

test("a webhook is registered by keyboard, tested, rotated, disabled and deleted", () =>
  visit("/webhooks", async (page) => {
    await page.getByText("No webhooks yet").waitFor();
    await page.getByRole("button", { name: "Register a webhook" }).first().focus();
    await page.keyboard.press("Enter");
    const form = page.getByRole("dialog", { name: "Register a webhook" });
    // The first field has the focus.
    await eventually(() => page.evaluate(() => document.activeElement.getAttribute("type")), "url");
    await page.keyboard.type(receiver.url("ok", "care"));
    await page.keyboard.press("Tab");
    await page.keyboard.type("Care team");
    await page.keyboard.press("Enter");
    await form.waitFor({ state: "detached" });
    await inBothThemes(page, "a signing secret", assertAccessible);
    const secret = await secretOf(page, "Signing secret");
    assert.match(secret, /^whsec_/);
    await page.getByRole("heading", { name: receiver.url("ok", "care") }).waitFor();
    assert.match(page.url(), /webhook=whk_/);

    await eventually(() => deliveries(page), [["Test", "Delivered"]]);
    await page.getByRole("button", { name: "Send test" }).click();
    await eventually(
      () => deliveries(page),
      [
        ["Test", "Delivered"],
        ["Test", "Delivered"],
      ],
    );
    await page.getByText("Test: delivered.").waitFor();
    await page.locator(".delivery-button").first().press("Enter");
    const attempts = page.locator(".attempts").first();
    await attempts.getByText("Attempt 1").waitFor();
    await attempts.getByText("responded 204").waitFor();
    await inBothThemes(page, "deliveries", assertAccessible);
    const sent = receiver.received("care");
    assert.deepEqual(
      sent.map(({ event, ...request }) => [event.type, isSigned(request, secret)]),
      [
        ["webhook.ping", true],
        ["webhook.ping", true],
      ],
    );
    const { name, content } = await saveWith(page, page.getByRole("button", { name: "Deliveries: download CSV" }));
    assert.equal(name, "deliveries.csv");
    assert.equal(content.toString().trim().split("\r\n").length, 3);

    // The address that an agent gives to its user.
    await page.goto(`${page.url()}&make=secret`);
    await page
      .getByRole("alertdialog", { name: "Create a new signing secret?" })
      .getByRole("button", { name: "Cancel" })
      .click();
    await eventually(() => new URL(page.url()).searchParams.has("make"), false);

    await choose(page, "New signing secret");
    await page.getByRole("alertdialog").getByRole("button", { name: "Create new secret" }).click();
    const next = await secretOf(page, "Signing secret");
    assert.notEqual(next, secret);
    await page.getByRole("button", { name: "Send test" }).click();
    await eventually(() => deliveries(page), Array(3).fill(["Test", "Delivered"]));
    assert.ok([secret, next].every((one) => isSigned(receiver.received("care")[2], one)));

    await choose(page, "Disable");
    await page
      .getByRole("alertdialog", { name: "Disable this webhook?" })
      .getByRole("button", { name: "Disable" })
      .click();
    await card(page, "Details").getByText("Disabled", { exact: true }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Send test" }).count(), 0);
    await choose(page, "Delete");
    const asked = page.getByRole("alertdialog", { name: "Delete this webhook?" });
    await inBothThemes(page, "asked before deleting", assertAccessible);
    await asked.getByRole("button", { name: "Delete" }).click();
    await page.getByText("No webhooks yet").waitFor();
    assert.equal(new URL(page.url()).search, "");
  }));

test("the log shows a receiver's responses and has filters; an expired event cannot be sent again", () =>
  visit("/webhooks?make=webhook", async (page) => {
    const form = page.getByRole("dialog", { name: "Register a webhook" });
    await form.getByRole("textbox", { name: "Address" }).fill(receiver.url("500", "broken"));
    await tick(form, "Selected events");
    await form.getByRole("button", { name: "Register" }).click();
    await form.getByText(/^Events must be between 1 and 20 items/).waitFor();
    for (const choice of ["Report ready", "New mentions", "Positive", "Neutral", "Not rated"]) await tick(form, choice);
    await form.getByRole("spinbutton", { name: "Minimum views" }).fill("10000");
    await form.getByRole("button", { name: "Register" }).click();
    await secretOf(page, "Signing secret");
    const told = card(page, "Details");
    await told.getByText("New mentions, Report ready").waitFor();
    await told.getByText("Negative · 10,000 views or more").waitFor();
    await page.locator(".delivery-button").first().click();
    await page.locator(".attempts li").first().getByText("out of order").waitFor();
    await page.getByRole("button", { name: /Status/ }).click();
    await page.getByRole("option", { name: "Delivered" }).click();
    await page.getByText("No matching deliveries").waitFor();
    assert.match(page.url(), /status=delivered/);
    await page.getByRole("button", { name: "Show all deliveries" }).click();
    await page.locator(".delivery-button").first().waitFor();
    await choose(page, "Resend failed deliveries");
    await page.getByRole("button", { name: "Resend", exact: true }).click();
    await page
      .getByRole("dialog")
      .getByText(/keeps no dead letters/)
      .waitFor();
  }));

test("an address that is not allowed for deliveries is refused at its field", () =>
  visit("/webhooks?make=webhook", async (page) => {
    const form = page.getByRole("dialog", { name: "Register a webhook" });
    for (const [address, message] of [
      ["", /^Address must be/],
      ["https://hooks.example.com:81/", /^Address must/],
    ]) {
      await form.getByRole("textbox", { name: "Address" }).fill(address);
      await form.getByRole("button", { name: "Register" }).click();
      await form.getByText(message).waitFor();
    }
    await inBothThemes(page, "a refused address", assertAccessible);
  }));

test("an analyst can test webhooks, and is told who registers them", () =>
  visit(
    "/webhooks",
    async (page) => {
      await page.getByText("Admins of your account register webhooks.").waitFor();
      assert.equal(await page.getByRole("button", { name: "Register a webhook" }).count(), 0);
      await page.getByRole("button", { name: receiver.url("500", "broken") }).click();
      await page.getByRole("button", { name: "Send test" }).click();
      await page.getByText("Test: retrying.").waitFor();
      assert.equal(await page.getByRole("button", { name: "Webhook actions" }).count(), 0);
    },
    { as: "analyst" },
  ));

test("without an enabled webhook, an alert cannot be sent to one", () =>
  visit(
    "/alerts?make=alert",
    async (page) => {
      const form = page.getByRole("dialog", { name: "Create an alert" });
      await form.getByText("none is enabled; register one on the page Webhooks").waitFor();
      assert.ok(await form.getByRole("radio", { name: "A webhook of this account" }).isDisabled());
      await inBothThemes(page, "a new alert", assertAccessible);
    },
    { as: "enterprise" },
  ));

test("an alert is created from a search, edited, tested, muted and removed; the bell counts messages", () =>
  visit("/mentions?brand=Velunara&q=serum", async (page) => {
    await page.getByRole("button", { name: /^Mentions: / }).click();
    await page.getByRole("menuitem", { name: "Create an alert" }).click();
    const form = page.getByRole("dialog", { name: "Create an alert" });
    await form.getByRole("button", { name: "Brands: Velunara" }).waitFor();
    assert.equal(await form.getByLabel("Words in mentions").inputValue(), "serum");
    await form.getByRole("textbox", { name: "Name" }).fill("Serums");
    await form
      .locator(".choice")
      .filter({ hasText: /^Many mentions in a day/ })
      .click();
    await form.getByRole("spinbutton", { name: "Mentions at least" }).fill("0");
    await form
      .locator(".choice")
      .filter({ hasText: /^Slack/ })
      .click();
    await form.getByRole("textbox", { name: "Address" }).fill("https://example.com/");
    await form
      .locator(".choice")
      .filter({ hasText: /^Once a day/ })
      .click();
    await form.getByRole("button", { name: "Create" }).click();
    await form.getByText(/^Address must be an incoming webhook/).waitFor();
    await form.getByText(/^Mentions at least must be between 1/).waitFor();
    await inBothThemes(page, "a refused alert", assertAccessible);
    await form.getByRole("spinbutton", { name: "Mentions at least" }).fill("5");
    await form.getByRole("textbox", { name: "Address" }).fill(receiver.url("ok", "slack"));
    await form.getByRole("button", { name: "Create" }).click();
    await form.waitFor({ state: "detached" });
    const alerts = card(page, "Your alerts");
    await alerts.getByText("At least 5 mentions in a day").waitFor();
    await alerts.getByText("…lack").waitFor();
    await page.getByText("No messages in the last 30 days").waitFor();

    const choose = async (action) => {
      await page.getByRole("button", { name: "Actions for Serums" }).click();
      await page.getByRole("menuitem", { name: action, exact: true }).click();
    };
    await choose("Edit");
    const edit = page.getByRole("dialog", { name: "Edit the alert" });
    await edit.getByText("Leave it empty to keep the address that ends with …lack").waitFor();
    await inBothThemes(page, "an edited alert", assertAccessible);
    await edit.getByLabel("Words in mentions").fill("serum -vegan");
    await edit.getByRole("spinbutton", { name: "Mentions at least" }).fill("7");
    await edit.getByRole("button", { name: "Save" }).click();
    await edit.waitFor({ state: "detached" });
    await alerts.getByText("At least 7 mentions in a day").waitFor();
    await alerts.getByText("Velunara · serum -vegan").waitFor();
    assert.equal(new URL(page.url()).search, "");
    await choose("Send a test message");
    await eventually(() => receiver.received("slack").length, 1);
    const database = await edge.mf.getD1Database("DB");
    const fired = database.prepare(
      "INSERT INTO alert_firing (account, alert, name, reason, query, at) SELECT account, id, 'Serums', 'Seven mentions.', 'q=serum', ? FROM alert",
    );
    await fired.bind(Date.now()).run();
    await page.goto(new URL("/", page.url()).href);
    await page.getByRole("link", { name: "Alerts: 1 new message" }).click();
    await card(page, "Messages").getByText("Seven mentions.").waitFor();
    await inBothThemes(page, "alerts", assertAccessible);
    await page.getByRole("link", { name: "Show the mentions of Serums" }).click();
    await eventually(() => new URL(page.url()).search, "?q=serum");
    await page.getByRole("link", { name: "Alerts", exact: true }).first().click();
    await choose("Mute");
    await alerts.getByText("Muted").waitFor();
    await choose("Remove");
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("No alerts yet").waitFor();
  }));

// The last test, because moving the clock disables all failing webhooks.
test("the undelivered events of a disabled webhook are sent to its replacement", async () => {
  const enterprise = await account("enterprise");
  const disabled = await registerWebhook(edge, enterprise, receiver.url("500", "gave-up"));
  await eventually(async () => (await deliveriesOf(edge, disabled)).map(({ attempts }) => attempts.length), [1]);
  await setClockAhead(edge, TOO_LONG_MS);
  await edge.tick();
  await eventually(async () => (await webhookOf(edge, disabled)).status, "disabled");
  await setClockAhead(edge, 0);
  const next = await registerWebhook(edge, enterprise, receiver.url("ok", "stands-in"));
  await visit(
    `/webhooks?webhook=${next.id}`,
    async (page) => {
      await eventually(() => deliveries(page), [["Test", "Delivered"]]);
      await choose(page, "Resend failed deliveries");
      const asked = page.getByRole("dialog", { name: "Resend failed deliveries" });
      await asked.getByRole("button", { name: "Resend", exact: true }).click();
      await asked.getByText("No failed deliveries.").waitFor();
      await asked.getByRole("button", { name: /Deliveries of/ }).click();
      await page.getByRole("option", { name: disabled.url }).click();
      await inBothThemes(page, "what is sent again", assertAccessible);
      await asked.getByRole("button", { name: "Resend", exact: true }).click();
      await asked.getByText("1 delivery queued.").waitFor();
      await asked.getByRole("button", { name: "Close", exact: true }).last().click();
      await eventually(
        () => deliveries(page),
        [
          ["Test", "Delivered"],
          ["Test", "Delivered"],
        ],
      );
    },
    { as: "enterprise" },
  );
  const [own, missed] = receiver.received("stands-in").map(({ event }) => event);
  assert.deepEqual([own.data.webhook_id, missed.data.webhook_id], [next.id, disabled.id]);
  assert.equal(missed.id, receiver.received("gave-up")[0].event.id);
});
