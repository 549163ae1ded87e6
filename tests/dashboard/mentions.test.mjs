// The mentions feed: filters with suggestions, one mention with its match reason, saved searches, and long lists.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fetchAs } from "../support/account.mjs";
import { eventually } from "../support/eventually.mjs";
import { startDashboard } from "./support/dashboard.mjs";
import { assertAccessible, waitUntilComplete } from "./support/actions.mjs";

const { edge, account, visit } = await startDashboard();
const OCTOBER = "from=2026-10-01&to=2026-10-31";
const mentions = async (query) => (await fetchAs(edge, await account("full"), `/v1/mentions?${query}`)).json;
/** Returns the mentions of all pages. */
async function everyMention(query) {
  const all = [];
  for (let cursor = null; ; ) {
    const page = await mentions(`${query}&limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
    all.push(...page.data);
    cursor = page.next_cursor;
    if (!cursor) return all;
  }
}
const textOf = ({ context, video }) => context ?? video.title;
/** Returns the first mention of each video. */
const ofVideos = (data) =>
  data.filter(({ video }, at) => data.findIndex((other) => other.video.id === video.id) === at);
const texts = (page) => page.locator(".feed .mention-link").allTextContents();
const head = (page) => page.locator(".page-head p").textContent();
const option = (page, name) => page.getByRole("option", { name, exact: true });

test("the feed has a row for each video, in the order of the Account API", () =>
  visit(`/mentions?${OCTOBER}`, async (page) => {
    await waitUntilComplete(page);
    const { data } = await mentions(`${OCTOBER}&limit=100`);
    const shown = await texts(page);
    assert.ok(shown.length > 8);
    const rows = ofVideos(data);
    assert.deepEqual(shown, rows.slice(0, shown.length).map(textOf));
    await page.locator(".feed article").first().getByText(data[0].video.title).waitFor();
    assert.equal(await head(page), "73 mentions, 1 Oct – 31 Oct 2026");
    await page.getByRole("button", { name: /^Newest first/ }).click();
    await option(page, "Most viewed first").click();
    const viewed = await mentions(`${OCTOBER}&sort=views&limit=100`);
    await eventually(async () => (await texts(page)).slice(0, 5), ofVideos(viewed.data).slice(0, 5).map(textOf));
    assert.match(page.url(), /sort=views/);

    // The other mentions of a video follow its row when it is expanded.
    const groups = ofVideos(viewed.data).map((one) => viewed.data.filter(({ video }) => video.id === one.video.id));
    const at = groups.findIndex((group) => group.length > 1);
    const shownAt = async () => (await texts(page)).slice(at, at + groups[at].length);
    const toggle = page.getByRole("button", { name: /^\d+ mentions in this video$/ }).first();
    await toggle.click();
    await eventually(shownAt, groups[at].map(textOf));
    await assertAccessible(page, "mentions of one video");
    await toggle.click();
    await eventually(async () => (await texts(page))[at + 1], textOf(groups[at + 1][0]));
  }));

test("filters are chosen from suggestions, excluded, typed, shared by address and cleared", () =>
  visit(`/mentions?${OCTOBER}`, async (page) => {
    await waitUntilComplete(page);
    await page.getByRole("button", { name: "Topic: any" }).click();
    // Each option shows its number of mentions.
    await page.getByRole("option", { name: "price" }).waitFor();
    assert.match(await page.getByRole("option", { name: "price" }).textContent(), /price\d+/);
    await assertAccessible(page, "suggestions");
    await page.keyboard.type("pri");
    await eventually(
      () =>
        page
          .getByRole("option")
          .count()
          .then((count) => count <= 4),
      true,
    );
    await page.getByRole("option", { name: "price" }).click();
    // The first press of Escape clears the typed text.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    const { length } = (await mentions(`${OCTOBER}&topic=price&limit=100`)).data;
    await eventually(() => head(page), `${length} mentions, 1 Oct – 31 Oct 2026`);
    assert.match(page.url(), /topic=price/);

    await page.getByRole("button", { name: "Topic: price" }).click();
    await page.getByRole("radio", { name: "All but these" }).click();
    await page.keyboard.press("Escape");
    await eventually(() => head(page), `${73 - length} mentions, 1 Oct – 31 Oct 2026`);

    const again = await page.context().newPage();
    await again.goto(page.url());
    await eventually(() => head(again), `${73 - length} mentions, 1 Oct – 31 Oct 2026`);
    await again.getByRole("button", { name: "Topic: not price" }).waitFor();
    await again.close();

    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await eventually(() => head(page), "73 mentions, 1 Oct – 31 Oct 2026");
    await page.goBack();
    await eventually(() => head(page), `${73 - length} mentions, 1 Oct – 31 Oct 2026`);
  }));

test("every filter is offered, and an empty result suggests how to widen it", () =>
  visit(`/mentions?${OCTOBER}`, async (page) => {
    await waitUntilComplete(page);
    await page.getByRole("button", { name: "More filters" }).click();
    await page.getByRole("menuitem").first().waitFor();
    const offered = await page.getByRole("menuitem").allTextContents();
    assert.deepEqual(offered.slice(0, 6), ["Language", "Region", "Ingredient", "Category", "Channel", "Creator"]);
    await page.getByRole("menuitem", { name: "Region" }).click();
    await page.getByRole("button", { name: "Region: any" }).click();
    await page.getByRole("option", { name: "Germany" }).click();
    await page.keyboard.press("Escape");
    const german = await mentions(`${OCTOBER}&region=DE&limit=100`);
    await eventually(() => head(page), `${german.data.length} mentions, 1 Oct – 31 Oct 2026`);
    const words = page.getByLabel("Words in mentions");
    await words.fill('serum OR "night');
    const fault = page.getByRole("alert").filter({ hasText: "a quotation mark is not closed, at character 10" });
    await fault.waitFor();
    assert.equal(await words.getAttribute("aria-invalid"), "true");
    await page.keyboard.press("Enter");
    assert.equal(new URL(page.url()).searchParams.get("q"), null, "a query with a fault is not asked");
    await page.getByRole("button", { name: "Search operators" }).click();
    await page.getByRole("dialog", { name: "Search operators" }).getByText("at least one of them").waitFor();
    await assertAccessible(page, "operators");
    await page.keyboard.press("Escape");
    await words.fill("nobody says this");
    await page.keyboard.press("Enter");
    await page.getByText("No mention in this period matches the filters.").waitFor();
    await assertAccessible(page, "nothing");
    await page.locator(".state").getByRole("button", { name: "Clear filters" }).click();
    await eventually(() => head(page), "73 mentions, 1 Oct – 31 Oct 2026");
  }));

/** Reads the feed with single keys. The focus is on the first mention. */
async function readByKeyboard(page) {
  const focused = () =>
    page.evaluate(() => document.activeElement.closest("[aria-posinset]")?.getAttribute("aria-posinset"));
  await page.keyboard.press("j");
  await eventually(focused, "2");
  await page.keyboard.press("k");
  await eventually(focused, "1");
  await page.evaluate(() => (globalThis.open = (address) => (globalThis.opened = address)));
  await page.keyboard.press("o");
  assert.match(await page.evaluate(() => globalThis.opened), /^https:\/\/www\.tiktok\.com\//);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Mention" }).waitFor();
  await page.keyboard.press("Escape");
  await eventually(focused, "1");

  await page.keyboard.press("s");
  const form = page.getByRole("dialog", { name: "Save this search" });
  await form.getByLabel("Save this view as").waitFor();
  await page.keyboard.type("jo");
  assert.equal(await form.getByLabel("Save this view as").inputValue(), "jo");
  await page.keyboard.press("Escape");
  await eventually(focused, "1");

  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.getByText("Next mention").waitFor();
  await assertAccessible(page, "keyboard shortcuts");
  await help.getByText("Use single-key shortcuts").click();
  await page.keyboard.press("Escape");
  await eventually(focused, "1");
  await page.keyboard.press("?");
  await page.keyboard.press("j");
  assert.equal(await focused(), "1");
  assert.equal(await help.count(), 0);
}

test("a mention opens beside the feed with its text, the platform's video and the match reason", async () => {
  const {
    data: [first],
  } = await mentions(`${OCTOBER}&platform=tiktok&limit=1`);
  await visit(`/mentions?${OCTOBER}&platform=tiktok`, async (page) => {
    await waitUntilComplete(page);
    await page.locator(".mention-link").first().click();
    const drawer = page.getByRole("dialog", { name: "Mention" });
    await drawer.getByRole("heading", { name: "Why it matches" }).waitFor();
    // The panel slides in. Its code is loaded when it is opened first.
    await page.waitForFunction(() => document.querySelector("[role=dialog]").getBoundingClientRect().width > 300);
    assert.equal(
      await drawer.getByRole("link", { name: /Open the video on TikTok/ }).getAttribute("href"),
      `https://www.tiktok.com/@${first.channel.name}/video/${first.video.id}`,
    );
    const [brand] = [first.brand.label];
    assert.match(await drawer.textContent(), new RegExp(`It contains “${brand.toLowerCase()}”, a term of ${brand}`));
    assert.equal((await drawer.locator("mark").first().textContent()).toLowerCase(), brand.toLowerCase());
    await assertAccessible(page, "drawer");
    assert.match(page.url(), new RegExp(`mention=${first.id}`));
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    await page.waitForURL((url) => !url.searchParams.has("mention"));
    // The focus returns to its earlier place.
    await page.waitForFunction(() => document.activeElement.className === "mention-link");
    await readByKeyboard(page);
  });
  await visit(`/mentions?mention=${first.id}`, async (page) =>
    page.getByRole("dialog").getByText(first.video.title).waitFor(),
  );
  await visit(`/mentions?mention=men_0123456789`, async (page) =>
    page.getByRole("dialog").getByText("Not found").waitFor(),
  );
});

test("a search is saved by name, found again, and removed", () =>
  visit(`/mentions?${OCTOBER}&sentiment=negative`, async (page) => {
    await waitUntilComplete(page);
    await page.getByRole("button", { name: "Saved searches" }).click();
    await page.getByText("None yet.").waitFor();
    await page.getByLabel("Save this view as").fill("What went wrong");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("link", { name: "What went wrong" }).waitFor();
    await assertAccessible(page, "saved searches");
    await page.goto(`${edge.url}/mentions`);
    await waitUntilComplete(page);
    await page.getByRole("button", { name: "Saved searches" }).click();
    await page.getByRole("link", { name: "What went wrong" }).click();
    await eventually(() => new URL(page.url()).search, `?${OCTOBER}&sentiment=negative`);
    await page.getByRole("button", { name: "Saved searches" }).click();
    await page.getByRole("button", { name: "Remove: What went wrong" }).click();
    await page.getByText("None yet.").waitFor();
  }));

test("the feed continues while scrolling, and keeps few rows in the page", () =>
  visit("/mentions?window=24m", async (page) => {
    await waitUntilComplete(page);
    await page.getByText(/^[\d,]+ mentions,/).waitFor();
    const total = Number((await head(page)).match(/^([\d,]+)/)[1].replace(",", ""));
    assert.ok(total > 1_000, `${total}`);
    const last = page.getByText("End of list.");
    const most = { rows: 0 };
    for (let step = 0; step < 60 && (await last.count()) === 0; step++) {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await page.waitForTimeout(150);
      most.rows = Math.max(most.rows, await page.locator(".feed-row").count());
    }
    await last.waitFor();
    await last.scrollIntoViewIfNeeded();
    assert.ok(most.rows < 60, `${most.rows} rows`);
    const all = await everyMention("from=2024-11-01&to=2026-10-31");
    assert.equal(all.length, total);
    const rows = ofVideos(all);
    await eventually(() => page.locator(".feed article").last().getAttribute("aria-posinset"), String(rows.length));
    assert.equal((await texts(page)).at(-1), textOf(rows.at(-1)));
    await page.getByRole("button", { name: "Back to top" }).click();
    await eventually(() => page.locator(".feed article").first().getAttribute("aria-posinset"), "1");
  }));

test("the listed mentions are downloaded, and shown as working requests", () =>
  visit(`/mentions?${OCTOBER}&sentiment=negative`, async (page) => {
    await waitUntilComplete(page);
    const take = page.getByRole("button", { name: "Mentions: export" });
    await take.click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: /Download CSV/ }).click(),
    ]);
    assert.equal(file.suggestedFilename(), "mentions_2026-10-01_2026-10-31.csv");
    const { readFileSync } = await import("node:fs");
    const lines = readFileSync(await file.path(), "utf8")
      .trim()
      .split("\r\n");
    const { data } = await mentions(`${OCTOBER}&sentiment=negative&limit=100`);
    assert.equal(lines.length, data.length + 1);
    assert.ok(data.every(({ id }) => lines.some((line) => line.endsWith(id))));
    await take.click();
    await page.getByRole("menuitem", { name: "View API request" }).click();
    const code = await page.getByRole("region", { name: "The request, curl" }).textContent();
    const address = code.match(/'([^']+)'/)[1];
    assert.ok(address.startsWith(`${edge.url}/v1/mentions?`), address);
    const answer = await fetch(address, { headers: { Authorization: `Bearer ${(await account("full")).token}` } });
    assert.deepEqual(
      (await answer.json()).data.map(({ id }) => id),
      data.slice(0, 25).map(({ id }) => id),
    );
    await assertAccessible(page, "the API request");
  }));

test("a day or a week shows what accounts for its number of mentions", () =>
  visit("/mentions?brand=Velunara&from=2026-10-29&to=2026-10-29", async (page) => {
    await page.getByRole("button", { name: "Why this many on this day?" }).click();
    const { summary, topics, creators } = (
      await fetchAs(edge, await account("full"), "/v1/_ext/explain-change?brand=Velunara&date=2026-10-29")
    ).json;
    await page.getByText(summary).waitFor();
    const rows = (name) =>
      page
        .getByRole("table", { name })
        .getByRole("row")
        .evaluateAll((all) => all.slice(1).map((row) => row.querySelector("th").textContent));
    assert.deepEqual(await rows("Topics"), [...topics.data.map(({ key }) => key ?? "None"), "All others"]);
    assert.deepEqual(await rows("Creators"), [...creators.data.map(({ channel }) => channel.name), "All others"]);
    await assertAccessible(page, "an explained day");
    await page.goto(`${edge.url}/mentions?from=2026-10-19&to=2026-10-25`);
    await page.getByRole("button", { name: "Why this many in this week?" }).waitFor();
    await page.goto(`${edge.url}/mentions?from=2026-10-20&to=2026-10-26`);
    await waitUntilComplete(page);
    assert.equal(await page.getByRole("button", { name: /^Why this many/ }).count(), 0);
  }));
