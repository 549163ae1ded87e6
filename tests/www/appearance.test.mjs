// Appearance and use of the playground: light and dark, on a phone, by keyboard, with a screen reader.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { packagesIn } from "../../scripts/project.mjs";
import { examples } from "../../www/explore/src/request/examples.js";
import { eventually } from "../support/eventually.mjs";
import { answerTab, choose, requestTab, send, writeRequest } from "./support/actions.mjs";
import { startPlayground } from "./support/playground.mjs";

const { edge, visit } = await startPlayground();

const AXE = readFileSync(packagesIn("tests", "axe-core", "axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];
const PHONE = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };
const OPERATIONS = Object.keys(examples);

/** Fails for every finding of the accessibility checker. */
async function assertAccessible(page, what) {
  // Evaluated by the browser's developer tools, because the page's policy forbids foreign scripts.
  await page.evaluate(AXE);
  const { violations, passes } = await page.evaluate(
    (values) => globalThis.axe.run(document, { runOnly: { type: "tag", values }, resultTypes: ["violations"] }),
    RULES,
  );
  assert.ok(passes.length > 20, what);
  const found = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n  ${nodes.map(({ html, failureSummary }) => `${html}\n  ${failureSummary}`).join("\n  ")}`,
  );
  assert.deepEqual(found, [], what);
}

for (const colorScheme of ["light", "dark"]) {
  test(`${colorScheme}: the accessibility checker finds nothing, in any operation and view`, () =>
    visit(
      async (page) => {
        await assertAccessible(page, "before the first question");
        for (const [number, operation] of OPERATIONS.entries()) {
          await choose(page, operation);
          await send(page, number === 0 ? edge.secret : undefined);
          const first = operation === "search" ? "Documents" : "Chart";
          for (const view of [first, "Table", "JSON"]) {
            await answerTab(page, view);
            if (view === "Chart") await page.locator("answer-chart svg").waitFor();
            await assertAccessible(page, `${operation}, ${view}`);
          }
          await answerTab(page, first);
        }
        await page.locator(".output").getByRole("tab", { name: "Agent tool" }).click();
        await page.getByText("Definition of the tool").click();
        await page.getByText("All readable headers").click();
        await assertAccessible(page, "details");
        await choose(page, "aggregate", "With mistakes");
        await assertAccessible(page, "problems in the form");
        await requestTab(page, "JSON");
        await assertAccessible(page, "problems in the text");
        await choose(page, "aggregate", "Views by tag");
        await requestTab(page, "Form");
        await page.getByLabel("Key or browser token").fill("ohk_test_SdM1SZioL1aTR1zxJb3YOnoEN0UyhrGR45IgvK");
        await send(page);
        await page.locator(".refusal").waitFor();
        await assertAccessible(page, "a refusal");
      },
      { colorScheme },
    ));
}

test("the switch changes the colours of the page and of the chart, and is stored", () =>
  visit(
    async (page) => {
      const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const bar = () =>
        page
          .locator("answer-chart svg path[fill='#0f5fc2'], answer-chart svg path[fill='#6cb0ff']")
          .first()
          .getAttribute("fill");
      await send(page, edge.secret);
      await page.locator("answer-chart svg").waitFor();
      assert.deepEqual([await paper(), await bar()], ["rgb(244, 246, 249)", "#0f5fc2"]);
      await page.getByRole("radio", { name: "Dark" }).check({ force: true });
      await eventually(async () => [await paper(), await bar()], ["rgb(13, 17, 23)", "#6cb0ff"]);
      await page.reload();
      await page.locator("#request").waitFor();
      assert.equal(await paper(), "rgb(13, 17, 23)");
      await page.getByRole("radio", { name: "System" }).check({ force: true });
      assert.equal(await paper(), "rgb(244, 246, 249)");
      await page.emulateMedia({ colorScheme: "dark" });
      assert.equal(await paper(), "rgb(13, 17, 23)");
      assert.deepEqual(await page.evaluate(() => ({ ...localStorage })), {});
    },
    { colorScheme: "light" },
  ));

test("on a phone only tables scroll sideways, and every control is large enough to touch", () =>
  visit(async (page) => {
    const sideways = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    const assertFits = async (what) => assert.equal(await sideways(), 0, `${what}: ${await page.evaluate(widest)}`);
    for (const [number, operation] of OPERATIONS.entries()) {
      for (const { title } of examples[operation]) {
        await choose(page, operation, title);
        await assertFits(`${operation}, ${title}`);
        await requestTab(page, "JSON");
        await assertFits(`${operation}, ${title}, as text`);
        await requestTab(page, "Form");
      }
      await choose(page, operation, examples[operation][0].title);
      await send(page, number === 0 ? edge.secret : undefined);
      const first = operation === "search" ? "Documents" : "Chart";
      for (const view of ["Table", "JSON", first]) {
        await answerTab(page, view);
        await assertFits(`${operation}, ${view}`);
      }
      if (operation === "search") continue;
      const chart = await page.locator("answer-chart svg").boundingBox();
      assert.ok(
        chart.x >= 0 && chart.x + chart.width <= 360 && chart.width > 250,
        `${operation}: the chart is ${chart.width} wide`,
      );
    }
    for (const name of ["curl", "Library", "fetch", "Agent tool"]) {
      await page.locator(".output").getByRole("tab", { name, exact: true }).click();
      await assertFits(name);
    }
    await assertAccessible(page, "on a phone");
  }, PHONE));

test("the legend of a share of voice is complete on a phone", () =>
  visit(
    async (page) => {
      await choose(page, "sector", "Six brands in two years");
      await send(page, edge.secret);
      await page.locator("answer-chart svg").waitFor();
      const legend = page.locator(".brands li");
      const { brands } = examples.sector.find(({ title }) => title === "Six brands in two years").request;
      assert.deepEqual(
        await legend.locator("b").allTextContents(),
        brands.map(({ label }) => label),
      );
      for (const box of await Promise.all(brands.map((_, at) => legend.nth(at).boundingBox()))) {
        assert.ok(box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
      }
      const cut = await legend.evaluateAll(
        (items) => items.filter((item) => item.scrollWidth > item.clientWidth + 1).length,
      );
      assert.equal(cut, 0);
      const looks = await page
        .locator(".brands .swatch")
        .evaluateAll((swatches) => swatches.map((swatch) => getComputedStyle(swatch).color));
      const drawn = await page
        .locator('answer-chart svg g[clip-path] > path[fill="none"][stroke-width="2"]')
        .evaluateAll((lines) => lines.map((line) => getComputedStyle(line).stroke));
      assert.deepEqual(looks.toSorted(), drawn.toSorted());
    },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "light" },
  ));

test("filters are completely readable at 1280 pixels", () =>
  visit(async (page) => {
    await choose(page, "aggregate", "Best tone in Beauty");
    const narrow = () =>
      page.locator(".filter :is(select, input)").evaluateAll((fields) => {
        const canvas = document.createElement("canvas").getContext("2d");
        const needs = (field) => {
          canvas.font = getComputedStyle(field).font;
          return canvas.measureText(field.selectedOptions?.[0].text ?? field.value).width;
        };
        // The width without the arrow of a select element or the icon of a calendar.
        const room = (field) =>
          field.clientWidth -
          parseFloat(getComputedStyle(field).paddingLeft) -
          parseFloat(getComputedStyle(field).paddingRight) -
          (field.tagName === "SELECT" ? 16 : field.type === "date" ? 24 : 0);
        return fields
          .filter((field) => room(field) < needs(field))
          .map((field) => `${field.value}: ${room(field)} of ${needs(field)}`);
      });
    assert.deepEqual(await narrow(), []);
    await choose(page, "search", "A recall, worst first");
    assert.deepEqual(await narrow(), []);
    await choose(page, "creators", "Engaging Beauty creators");
    assert.deepEqual(await narrow(), []);
  }));

/** Returns the elements that extend beyond the right edge. */
function widest() {
  const standsOut = (element) => element.getBoundingClientRect().right > innerWidth + 1 && !element.closest(".table");
  return [...document.querySelectorAll("body *")]
    .filter(standsOut)
    .map(({ tagName, className }) => `${tagName}.${className}`)
    .join(" ");
}

test("reduced motion is respected, and there is motion without it", async () => {
  const transition = (page) => page.locator("#send").evaluate((button) => getComputedStyle(button).transitionDuration);
  await visit(async (page) => assert.equal(await transition(page), "0s"), { reducedMotion: "reduce" });
  await visit(async (page) => assert.notEqual(await transition(page), "0s"), { reducedMotion: "no-preference" });
});

/** Presses Tab until an element has the focus. Returns the elements that had it before. Each must show its focus. */
async function tabTo(page, selector) {
  const way = [];
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Tab");
    const { name, isThere, isShown } = await page.evaluate((selector) => {
      const element = document.activeElement;
      // A control without a visible box marks another element.
      const faces = [element, element.nextElementSibling, element.closest(".editor")].filter(Boolean);
      return {
        name: element.id || element.getAttribute("aria-label") || element.textContent.trim().slice(0, 40),
        isThere: element.matches(selector),
        isShown: faces.some(
          (face) =>
            getComputedStyle(face).outlineStyle !== "none" && parseFloat(getComputedStyle(face).outlineWidth) >= 2,
        ),
      };
    }, selector);
    way.push(name);
    assert.ok(isShown, `the focus on ${name} is not to be seen`);
    if (isThere) return way;
  }
  return assert.fail(`Tab does not lead to ${selector}: ${way.join(", ")}`);
}

test("the keyboard alone reaches an answer from the first example, in a sensible order", () =>
  visit(async (page) => {
    assert.deepEqual(await tabTo(page, ".skip"), ["Skip to the request"]);
    await tabTo(page, 'input[name="operation"]');
    for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
    await eventually(() => page.locator('input[name="operation"]:checked').getAttribute("value"), "co-mentions");
    await tabTo(page, ".examples button:nth-of-type(2)");
    await page.keyboard.press("Enter");
    const fields = await tabTo(page, "[id='at/values/0']");
    const order = ["at/index", "at/field", "at/group_by", "at/size", "at/values/0"];
    assert.deepEqual(
      fields.filter((name) => order.includes(name)),
      order,
    );
    await tabTo(page, "[id='add/values']");
    await page.keyboard.press("Enter");
    await eventually(() => page.evaluate(() => document.activeElement.id), "at/values/2");
    await page.keyboard.type("Trassavelle");
    const way = await tabTo(page, "#base-url");
    assert.ok(way.indexOf("output-tab-canonical") > 0, way.join(", "));
    await tabTo(page, "#secret");
    await page.keyboard.type(edge.secret);
    await page.keyboard.press("Enter");
    await page.locator("answer-chart svg").waitFor();
    await eventually(async () => (await page.locator("#announcement").textContent()).slice(0, 9), "Answered:");
    await tabTo(page, "#answer-tab-chart");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.evaluate(() => document.activeElement.id), "answer-tab-table");
    assert.ok((await page.locator("#answer .panel tbody tr").count()) > 0);
    await page.keyboard.press("End");
    assert.equal(await page.locator('#answer [role="tab"][aria-selected="true"]').textContent(), "JSON");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.locator('#answer [role="tab"][aria-selected="true"]').textContent(), "Chart");
  }));

test("the skip link moves to the request, and Ctrl and Enter send it from anywhere", () =>
  visit(async (page) => {
    const before = page.url();
    await tabTo(page, ".skip");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "request");
    assert.equal(page.url().split("#")[0], before.split("#")[0]);
    await page.getByLabel("Key or browser token").fill(edge.secret);
    await requestTab(page, "JSON");
    await tabTo(page, "#json");
    await page.keyboard.press("Control+Enter");
    await page.locator("answer-chart svg").waitFor();
    await tabTo(page, "#output-tab-canonical");
  }));

test("screen readers announce problems and their number", () =>
  visit(async (page) => {
    const said = page.locator("#announcement[role=status]");
    await writeRequest(page, { index: "siv_info", group_by: "tag" });
    await eventually(() => said.textContent(), "1 problem");
    await writeRequest(page, { index: "siv_info", group_by: "tags" });
    await eventually(() => said.textContent(), "No problems");
  }));

test("without JavaScript the page says that it needs it", () =>
  visit(async (page) => assert.match(await page.locator("body").textContent(), /The playground needs JavaScript/), {
    javaScriptEnabled: false,
    ready: "noscript",
  }));

test("without the core the page says why it could not start", () =>
  visit(
    async (page) => {
      assert.match(
        await page.getByRole("alert").textContent(),
        /^The playground could not start: the core could not be loaded: .*\.wasm answered 404$/,
      );
    },
    {
      ready: "[role=alert]",
      prepare: (page) => page.route("**/*.wasm", (route) => route.fulfill({ status: 404 })),
    },
  ));
