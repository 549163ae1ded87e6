// The reports page: create, watch, read, download and schedule reports.
import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "csv-parse/sync";
import { eventually } from "../support/eventually.mjs";
import { startDashboard } from "./support/dashboard.mjs";
import { assertAccessible, card } from "./support/actions.mjs";
import { chooseFrom, inBothThemes, saveWith, tick } from "./support/form-actions.mjs";

const { visit } = await startDashboard();

test("a report is created by keyboard, watched, read as PDF and as rows, and downloaded", () =>
  visit("/reports?from=2026-01-01&to=2026-01-31", async (page) => {
    await card(page, "Reports").getByText("No reports yet").waitFor();
    await page.getByRole("button", { name: "Create report" }).first().focus();
    await page.keyboard.press("Enter");
    const form = page.getByRole("dialog", { name: "Create report" });
    await form.getByRole("textbox", { name: "Title" }).focus();
    await page.keyboard.type("January review");
    for (const other of ["Velunara", "Cinderelm Beauty"]) {
      await form.getByRole("checkbox", { name: other }).focus();
      await page.keyboard.press("Space");
    }
    await form.getByRole("button", { name: "Create report" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Your report is being created.").waitFor();
    // The form's parameter is removed from the address, and the list polls the progress.
    assert.doesNotMatch(page.url(), /make=/);
    const row = card(page, "Reports").getByRole("row", { name: /January review/ });
    await row.getByText("Ready").waitFor();
    await page.getByRole("status").getByText("Your report is ready.").waitFor();
    assert.equal(await page.getByText("Your report is being created.").count(), 0);
    await row.getByText("1 Jan – 31 Jan 2026").waitFor();
    await row.getByText("Borealume").waitFor();

    // On a phone the row is a list, with its files on the screen.
    await page.setViewportSize({ width: 360, height: 780 });
    const { x, width } = await page.getByRole("button", { name: "Download January review as CSV" }).boundingBox();
    assert.ok(x >= 0 && x + width <= 360, `${x} ${width}`);
    await page.setViewportSize({ width: 1280, height: 900 });
    await row.getByRole("button", { name: "January review", exact: true }).press("Enter");
    const preview = page.getByRole("dialog", { name: "January review" });
    await preview.getByRole("tab", { name: "PDF" }).waitFor();
    assert.match(page.url(), /report=rpt_/);
    if (await page.evaluate(() => navigator.pdfViewerEnabled)) await preview.locator('iframe[src^="blob:"]').waitFor();
    else await preview.getByText("This browser cannot show PDFs").waitFor();
    const pdf = await saveWith(page, preview.getByRole("button", { name: /^Download PDF/ }));
    assert.equal(pdf.name, "january-review_2026-01-01_2026-01-31.pdf");
    assert.equal(pdf.content.subarray(0, 5).toString(), "%PDF-");

    await preview.getByRole("tab", { name: "PDF" }).press("ArrowRight");
    await preview.getByRole("region", { name: "First rows of January review" }).waitFor();
    const csv = await saveWith(page, preview.getByRole("button", { name: /^Download CSV/ }));
    const [heading, ...rows] = parse(csv.content);
    const shown = await preview
      .locator("table tr")
      .evaluateAll((all) => all.map((one) => [...one.cells].map((cell) => cell.textContent.trim())));
    assert.deepEqual(shown, [heading, ...rows.slice(0, 100)]);
    // The address is that of the visible page.
    const { href } = new URL(page.url());
    await page.goto(href);
    await page.getByRole("region", { name: "First rows of January review" }).waitFor();
  }));

test("an error of the edge is shown at its field", () =>
  visit("/reports?make=report", async (page) => {
    const form = page.getByRole("dialog", { name: "Create report" });
    await chooseFrom(page, form, "Period", "Custom range");
    await form.getByLabel("First day").fill("2026-03-01");
    await form.getByLabel("Last day").fill("2026-02-01");
    await form.getByRole("button", { name: "Create report" }).click();
    await form.getByText("First day must not be after Last day").waitFor();
    const wrong = form.locator('[aria-invalid="true"]');
    await eventually(async () => wrong.first().evaluate((field) => field === document.activeElement), true);
    await inBothThemes(page, "a refused report", assertAccessible);
    await form.getByLabel("Last day").fill("2026-03-31");
    for (const format of ["PDF", "CSV"]) await tick(form, format);
    await form.getByRole("button", { name: "Create report" }).click();
    await form.getByText(/^Files must be between 1 and 4 items/).waitFor();
    // No brand is not all brands.
    for (const brand of ["Velunara", "Borealume", "Cinderelm Beauty"]) await tick(form, brand);
    await form.getByRole("button", { name: "Create report" }).click();
    await form.getByText(/^Brands must be between 1 and/).waitFor();
  }));

test("a schedule is created, listed, and cancelled after a confirmation", () =>
  visit(
    "/reports",
    async (page) => {
      await page.getByRole("button", { name: "Schedule", exact: true }).click();
      const form = page.getByRole("dialog", { name: "Schedule report" });
      await tick(form, "Every month");
      await chooseFrom(page, form, "Day", "Day 3");
      await form.getByRole("textbox", { name: "Title" }).fill("Monthly numbers");
      await inBothThemes(page, "the form of a schedule", assertAccessible);
      await form.getByRole("button", { name: "Save schedule" }).click();
      const list = card(page, "Scheduled reports");
      await list.getByRole("row", { name: /Monthly numbers.*Day 3 of every month, 06:00 UTC/ }).waitFor();
      const { name, content } = await saveWith(
        page,
        list.getByRole("button", { name: "Scheduled reports: download CSV" }),
      );
      assert.equal(name, "scheduled-reports.csv");
      assert.match(content.toString(), /Monthly numbers,Brand overview,All brands/);
      await list.getByRole("button", { name: "Cancel the schedule of Monthly numbers" }).click();
      const asked = page.getByRole("alertdialog", { name: "Cancel this schedule?" });
      await asked.getByRole("button", { name: "Cancel", exact: true }).click();
      await list.getByRole("row", { name: /Monthly numbers/ }).waitFor();
      await list.getByRole("button", { name: "Cancel the schedule of Monthly numbers" }).click();
      await asked.getByRole("button", { name: "Cancel the schedule" }).click();
      await list.getByText("No scheduled reports").waitFor();
    },
    { as: "analyst" },
  ));

test("a schedule exports all mentions that are new, in parts", () =>
  visit(
    "/reports?make=schedule",
    async (page) => {
      const form = page.getByRole("dialog", { name: "Schedule report" });
      await chooseFrom(page, form, "Type", "Export of mentions");
      await tick(form, "All.*in parts");
      await tick(form, "Only new ones");
      await inBothThemes(page, "the form of an export", assertAccessible);
      const sent = page.waitForRequest(
        (request) => request.method() === "POST" && request.url().endsWith("/schedules"),
      );
      await form.getByRole("button", { name: "Save schedule" }).click();
      const { all_rows, since, formats } = (await sent).postDataJSON();
      assert.deepEqual([all_rows, since, formats], [true, "last_run", ["csv"]]);
      await card(page, "Scheduled reports")
        .getByRole("row", { name: /Export of mentions/ })
        .waitFor();
    },
    { as: "enterprise" },
  ));

test("a viewer is told who can create reports", () =>
  visit(
    "/reports?make=report",
    async (page) => {
      await page.getByText("Analysts and admins of your account create them.").waitFor();
      await card(page, "Scheduled reports").waitFor();
      assert.equal(await page.getByRole("dialog").count(), 0);
      assert.equal(await page.getByRole("button", { name: /^(Create|Schedule)/ }).count(), 0);
      await inBothThemes(page, "reports of a viewer", assertAccessible);
    },
    { as: "viewer" },
  ));

test("a plan without reports says so, and links to the plan", () =>
  visit(
    "/reports",
    async (page) => {
      await page.getByText("Not part of your plan").waitFor();
      await page.getByRole("link", { name: "See your plan" }).click();
      await card(page, "Plan: starter").getByText("Reports: not part of your plan").waitFor();
    },
    { as: "none" },
  ));
