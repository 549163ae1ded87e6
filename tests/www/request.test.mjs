// Editing a request: problems and suggestions, form and text in sync, and the page's address.
import assert from "node:assert/strict";
import { test } from "node:test";
import { check, schema } from "overheard";
import { examples } from "../../www/explore/src/request/examples.js";
import { eventually } from "../support/eventually.mjs";
import { addressWith, choose, problems, requestTab, requestText, writeRequest } from "./support/actions.mjs";
import { startPlayground } from "./support/playground.mjs";

const { url, visit } = await startPlayground({ withEdge: false });

const VALID = { index: "siv_info", group_by: "tags" };
/** Returns the form's field for a JSON pointer. */
const field = (page, pointer) => page.locator(`[id="at${pointer}"]`);
const request = async (page) => JSON.parse(await requestText(page));
const options = (page, pointer) => field(page, pointer).locator("option").allTextContents();

test("every operation begins with a form of all members", () =>
  visit(async (page) => {
    for (const [operation, { properties }] of Object.entries(schema().json_schemas)) {
      await choose(page, operation);
      for (const name of Object.keys(properties)) {
        const pointer = name === "metric" ? "/metric/type" : `/${name}`;
        assert.equal(await field(page, pointer).count(), 1, `${operation}: ${pointer}`);
      }
    }
  }));

test("the form offers exactly the fields that the schema allows on the index", () =>
  visit(async (page) => {
    for (const { name, group_by, metrics, filterable } of schema().indices) {
      await writeRequest(page, {
        index: name,
        group_by: group_by[0],
        metric: { type: "avg", field: metrics[0] },
        filters: { [filterable[0]]: "x" },
      });
      await requestTab(page, "Form");
      assert.deepEqual(await options(page, "/group_by"), group_by);
      assert.deepEqual(await options(page, "/metric/field"), metrics);
      assert.deepEqual(await page.getByLabel("Field", { exact: true }).locator("option").allTextContents(), filterable);
      for (const index of schema().indices) assert.ok((await options(page, "/index")).includes(index.name));
    }
  }));

test("problems appear while typing, at their fields and in the list, and each suggestion resolves one", () =>
  visit(async (page) => {
    await choose(page, "aggregate", "With mistakes");
    const expected = [
      "group_by 'brand_nam' is not allowed on index 'siv_business_ideas'.",
      "filters.platform 'YouTube' is not allowed.",
      "field 'filters.upload_date.gt' is not allowed.",
      "size must be between 1 and 50. Got 100.",
    ];
    assert.deepEqual(await problems(page), expected);
    for (const [at, pointer] of ["/group_by", "/filters/platform", "/filters/upload_date/gt", "/size"].entries()) {
      const said = page.locator(`[id="says${pointer}"]`);
      assert.ok((await said.textContent()).startsWith(expected[at]), pointer);
    }
    for (const pointer of ["/group_by", "/filters/platform", "/size"]) {
      assert.equal(await field(page, pointer).getAttribute("aria-invalid"), "true");
      assert.equal(await field(page, pointer).getAttribute("aria-describedby"), `says${pointer}`);
    }
    assert.equal(await page.getByRole("button", { name: "Send", exact: true }).getAttribute("aria-disabled"), "true");
    const list = page.locator("#problems");
    assert.deepEqual(await list.locator("li").nth(1).locator("button.word").allTextContents(), ["tiktok", "instagram"]);

    await list.getByRole("button", { name: "Did you mean brand_name?" }).click();
    await eventually(() => problems(page), expected.slice(1));
    await page.locator(`[id="says/filters/platform"]`).getByRole("button", { name: "Did you mean youtube?" }).click();
    await eventually(() => problems(page), expected.slice(2));
    await list.getByRole("button", { name: "Did you mean gte?" }).click();
    await eventually(() => problems(page), expected.slice(3));
    await field(page, "/size").fill("50");
    await page.getByText("The edge would accept this request.").waitFor();
    assert.equal(await page.getByRole("button", { name: "Send", exact: true }).getAttribute("aria-disabled"), null);
    assert.deepEqual(await request(page), {
      index: "siv_business_ideas",
      group_by: "brand_name",
      filters: { platform: "youtube", upload_date: { gte: "2026-01-01" } },
      size: 50,
    });
  }));

test("an allowed value can replace a wrong one, and an unnecessary member can be removed", () =>
  visit(async (page) => {
    await writeRequest(page, { ...VALID, group_by: "nothing like it", sise: 3 });
    const [group, size] = [page.locator("#problems li").nth(0), page.locator("#problems li").nth(1)];
    await size.getByRole("button", { name: "Leave it out" }).click();
    await group.getByRole("button", { name: "category", exact: true }).click();
    await eventually(() => problems(page), []);
    assert.deepEqual(await request(page), { index: "siv_info", group_by: "category" });
  }));

test("a suggestion that would not resolve the problem is listed without a button", () =>
  visit(async (page) => {
    await choose(page, "search");
    await writeRequest(page, { index: "siv_content_creator", q: "beauty" });
    const problem = page.locator("#problems li").first();
    assert.deepEqual(await problem.locator("code.word").allTextContents(), ["siv_business_ideas", "siv_info"]);
    assert.equal(await problem.locator("button.word").count(), 0);
    await requestTab(page, "Form");
    await field(page, "/q").waitFor();
  }));

test("a problem links to its field in the form, and to its words in the text", () =>
  visit(async (page) => {
    await choose(page, "sector");
    await writeRequest(page, {
      brands: [{ label: "V", terms: ["velunara", "!"] }],
      from_date: "2026-01-01",
      to_date: "2026-02-30",
    });
    await requestTab(page, "Form");
    await page.getByRole("button", { name: "Go to brands[0].terms[1]" }).click();
    await eventually(() => page.evaluate(() => document.activeElement.id), "at/brands/0/terms/1");
    await page.getByRole("button", { name: "Go to to_date" }).click();
    await eventually(() => page.evaluate(() => document.activeElement.id), "at/to_date");
    assert.equal(await field(page, "/to_date").inputValue(), "2026-02-30");

    await requestTab(page, "JSON");
    await page.getByRole("button", { name: "Go to to_date" }).click();
    const selected = () =>
      page.evaluate(() =>
        document.activeElement.value?.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd),
      );
    await eventually(selected, '"2026-02-30"');
    assert.deepEqual(await page.locator(".editor .wrong").allTextContents(), ['"!"', '"2026-02-30"']);
  }));

test("invalid JSON is reported with its position, and the form waits until it is valid", () =>
  visit(async (page) => {
    const text = '{"index": "siv_info",\n "group_by": tags}';
    await writeRequest(page, text);
    assert.deepEqual(await problems(page), [check("aggregate", text).message]);
    assert.deepEqual(await page.locator(".editor .wrong").allTextContents(), ["tags"]);
    await page.getByRole("button", { name: "Go to the text" }).click();
    assert.equal(await page.evaluate(() => document.activeElement.selectionStart), 35);
    await requestTab(page, "Form");
    await page.getByRole("button", { name: "Edit the text" }).click();
    await page.locator("#json").fill(JSON.stringify(VALID));
    await requestTab(page, "Form");
    assert.equal(await field(page, "/group_by").evaluate((select) => select.selectedOptions[0].text), "tags");
  }));

test("a duplicate member is a problem, and the suggestion keeps the later one", () =>
  visit(async (page) => {
    await writeRequest(page, '{"index":"siv_info","group_by":"tags","group_by":"category"}');
    assert.deepEqual(await problems(page), ["field 'group_by' is given twice."]);
    await page.getByRole("button", { name: "Keep the last one" }).click();
    await eventually(() => problems(page), []);
    assert.deepEqual(await request(page), { index: "siv_info", group_by: "category" });
  }));

test("formatting keeps the value of the text, and the text can be edited anywhere", () =>
  visit(async (page) => {
    await writeRequest(page, '{"index":"siv_info",   "group_by":"tags","size":1e1}');
    const tidy = page.getByRole("button", { name: "Tidy up" });
    assert.ok(await tidy.isDisabled(), "a number would be spelled otherwise");
    await page.locator("#json").fill('{"index":"siv_info",   "group_by":"tag"}');
    await tidy.click();
    const text = '{\n  "index": "siv_info",\n  "group_by": "tag"\n}';
    await eventually(() => page.locator("#json").inputValue(), text);
    await page
      .locator("#json")
      .evaluate((area, at) => (area.focus(), area.setSelectionRange(at, at)), text.indexOf('tag"') + 3);
    await page.keyboard.type("s");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.type(', "size": 3');
    assert.equal(await page.locator("#json").inputValue(), text.replace('tag"', 'tags", "size": 3'));
    assert.equal(await page.locator(".editor pre").textContent(), `${await page.locator("#json").inputValue()}\n`);
  }));

test("changes of the form appear in the text, and changes of the text in the form", () =>
  visit(async (page) => {
    await writeRequest(page, VALID);
    await requestTab(page, "Form");
    await field(page, "/metric/type").selectOption("sum");
    await eventually(() => problems(page), ["metric.field is required."]);
    await field(page, "/metric/field").selectOption("views");
    await field(page, "/size").fill("7");
    await field(page, "/order").selectOption("asc");
    assert.deepEqual(await request(page), { ...VALID, metric: { type: "sum", field: "views" }, size: 7, order: "asc" });

    await page.locator("#json").fill(JSON.stringify({ ...VALID, group_by: "platform", size: 9 }));
    await requestTab(page, "Form");
    assert.equal(await field(page, "/size").inputValue(), "9");
    assert.equal(await field(page, "/metric/field").count(), 0);
    // An optional member is removed when its field is emptied or its default is chosen.
    await field(page, "/size").fill("");
    await field(page, "/order").selectOption("desc");
    await field(page, "/order").selectOption("desc (default)");
    assert.deepEqual(await request(page), { index: "siv_info", group_by: "platform" });
  }));

test("numbers are accepted in common notations", () =>
  visit(async (page) => {
    await choose(page, "creators");
    await writeRequest(page, { filters: { engagement_rate_viewers: { gte: 0.1 } } });
    await requestTab(page, "Form");
    const rate = field(page, "/filters/engagement_rate_viewers/gte");
    await rate.fill("");
    await rate.pressSequentially("0.05");
    assert.equal(await rate.inputValue(), "0.05");
    assert.deepEqual(await problems(page), []);
    await rate.pressSequentially("x");
    assert.match((await problems(page))[0], /must be a number/);
    await rate.fill("2e-2");
    assert.deepEqual(await request(page), { filters: { engagement_rate_viewers: { gte: 0.02 } } });
    await writeRequest(page, { size: "5" });
    await requestTab(page, "Form");
    assert.equal(await field(page, "/size").inputValue(), '"5"', "a text that looks like a number is told apart");
  }));

test("filters are rows: a field, a condition and values", () =>
  visit(async (page) => {
    await writeRequest(page, { index: "siv_info", group_by: "tags" });
    await requestTab(page, "Form");
    await page.getByRole("button", { name: "Add filter" }).click();
    await eventually(() => page.evaluate(() => document.activeElement.id), "field/filters/channel_name");
    await page.getByLabel("Field", { exact: true }).selectOption("platform");
    await page.getByLabel("Condition of platform").selectOption("is any of");
    await page.getByRole("button", { name: "Add value" }).click();
    assert.deepEqual(await request(page), { ...VALID, filters: { platform: ["youtube", "tiktok"] } });

    await requestTab(page, "Form");
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByLabel("Field", { exact: true }).last().selectOption("upload_date");
    await page.getByLabel("Lowest upload_date").fill("2026-01-01");
    await page.getByLabel("Condition of upload_date").selectOption("is between");
    await page.getByLabel("Highest upload_date").fill("2026-03-31");
    const dates = { upload_date: { gte: "2026-01-01", lte: "2026-03-31" } };
    assert.deepEqual(await request(page), { ...VALID, filters: { platform: ["youtube", "tiktok"], ...dates } });

    await requestTab(page, "Form");
    await page.getByRole("button", { name: "Remove value 1" }).click();
    await page.getByLabel("Condition of platform").selectOption("is");
    await page.getByLabel("Condition of upload_date").selectOption("is until");
    assert.deepEqual(await request(page), {
      ...VALID,
      filters: { platform: "tiktok", upload_date: { lte: "2026-03-31" } },
    });
    await requestTab(page, "Form");
    await page.getByRole("button", { name: "Remove the filter on platform" }).click();
    await eventually(() => page.evaluate(() => document.activeElement.id), "field/filters/upload_date");
    assert.deepEqual(await request(page), { ...VALID, filters: { upload_date: { lte: "2026-03-31" } } });
  }));

test("brands are repeated groups, up to the schema's limit", () =>
  visit(async (page) => {
    await choose(page, "sector");
    await writeRequest(page, {
      brands: [{ label: "Velunara", terms: ["velunara"] }],
      from_date: "2026-01-01",
      to_date: "2026-03-31",
    });
    await requestTab(page, "Form");
    await page.getByRole("button", { name: "Add brand" }).click();
    await eventually(() => page.evaluate(() => document.activeElement.id), "at/brands/1/label");
    assert.equal((await problems(page)).length, 2);
    await page.keyboard.type("The drink");
    const brand = page.getByRole("group", { name: "Brand 2: The drink" });
    await brand.getByLabel("Term 1", { exact: true }).fill("ottermoor");
    await brand.getByLabel("Term 1", { exact: true }).press("Enter");
    await eventually(() => page.evaluate(() => document.activeElement.id), "at/brands/1/terms/1");
    await page.keyboard.type("otter moor");
    await brand.getByRole("button", { name: "Add context" }).click();
    await brand.getByLabel("Context 1", { exact: true }).fill("oat drink");
    await brand.getByLabel("Exact").check();
    const drink = { label: "The drink", terms: ["ottermoor", "otter moor"], must_context: ["oat drink"], exact: true };
    assert.deepEqual((await request(page)).brands, [{ label: "Velunara", terms: ["velunara"] }, drink]);

    await requestTab(page, "Form");
    await brand.getByRole("button", { name: "Remove context 1" }).click();
    await page.getByRole("button", { name: "Remove brand 1" }).click();
    assert.deepEqual((await request(page)).brands, [
      { label: "The drink", terms: ["ottermoor", "otter moor"], exact: true },
    ]);

    const { max_brands: most } = schema().limits.sector;
    const brands = Array.from({ length: most }, (_, number) => ({ label: `B${number}`, terms: ["x"] }));
    await writeRequest(page, { brands, from_date: "2026-01-01", to_date: "2026-03-31" });
    await requestTab(page, "Form");
    assert.ok(await page.getByRole("button", { name: "Add brand" }).isDisabled());
  }));

test("the form shows and keeps unknown members of a request", () =>
  visit(async (page) => {
    const strange = {
      ...VALID,
      note: { mine: 1 },
      filters: { nobody: "knows", upload_date: { gte: "2026-01-01", from: "x" } },
    };
    await writeRequest(page, strange);
    await requestTab(page, "Form");
    assert.deepEqual(await page.locator(".unknown code").allTextContents(), ['"from": "x"', '"note": {"mine":1}']);
    await field(page, "/group_by").selectOption("category");
    assert.deepEqual(await request(page), { ...strange, group_by: "category" });
    await requestTab(page, "Form");
    await page.getByRole("button", { name: "Leave out note" }).click();
    await page.getByRole("button", { name: "Leave out from" }).click();
    await page.getByRole("button", { name: "Remove the filter on nobody" }).click();
    await eventually(() => problems(page), []);
  }));

test("the request is in the address: it can be shared, restored by going back, and opened again", () =>
  visit(async (page) => {
    await choose(page, "sector", "A product line");
    const sector = examples.sector[2].request;
    const shared = await addressWith(page, "sector", sector);
    await choose(page, "search", "A phrase, by relevance");
    await field(page, "/size").fill("4");
    const search = { ...examples.search[2].request, size: 4 };
    await addressWith(page, "search", search);

    await page.goBack();
    await page.goBack();
    await eventually(() => page.locator('input[name="operation"]:checked').getAttribute("value"), "sector");
    assert.deepEqual(await request(page), sector);
    await page.goForward();
    await page.goForward();
    await eventually(() => request(page), search);

    await page.goto("about:blank");
    await page.goto(shared);
    await page.locator("#request").waitFor();
    assert.equal(await page.locator('input[name="operation"]:checked').getAttribute("value"), "sector");
    assert.deepEqual(await request(page), sector);
    await page.reload();
    assert.deepEqual(await request(page), sector);
  }));

test("a link keeps the request with its mistakes, and is copied without a secret or the edge's address", () =>
  visit(
    async (page) => {
      await page.getByLabel("Base URL").fill("https://insights.example/x");
      const text = '{"index":"siv_info","index":"siv_info","group_by":"a&b #1%é","size":1e1}';
      await writeRequest(page, text);
      await page.getByLabel("Ask for hints and warnings").uncheck();
      await page.getByRole("button", { name: "Copy link: a link to this request" }).click();
      await page.locator(".copy[data-outcome=Copied]").waitFor();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      assert.ok(link.startsWith(url) && !link.includes("insights"), link);
      await page.goto("about:blank");
      await page.goto(link);
      assert.equal(await requestText(page), text);
      assert.equal(await page.getByLabel("Ask for hints and warnings").isChecked(), false);
    },
    { permissions: ["clipboard-read", "clipboard-write"] },
  ));

test("an address without a valid request is ignored", async () => {
  for (const fragment of [
    "#",
    "#request",
    "#operation=schema&request={}",
    "#operation=aggregate",
    "#operation=__proto__&request={}",
  ]) {
    await visit(async (page) => assert.deepEqual(await request(page), examples.aggregate[0].request, fragment), {
      fragment,
    });
  }
});

test("the drafts of the other operations are kept", () =>
  visit(async (page) => {
    await field(page, "/size").fill("3");
    await choose(page, "creators");
    await choose(page, "aggregate");
    assert.equal(await field(page, "/size").inputValue(), "3");
  }));

test("markup in a request is shown as text", () =>
  visit(async (page) => {
    const evil = '<img src=x onerror="globalThis.pwned=1">';
    await writeRequest(page, { index: evil, group_by: evil, [evil]: evil, filters: { [evil]: evil } });
    await requestTab(page, "Form");
    assert.equal(await page.locator("#request img, #problems img").count(), 0);
    assert.equal(await page.evaluate(() => globalThis.pwned), undefined);
  }));
