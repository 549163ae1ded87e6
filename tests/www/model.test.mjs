// The playground's model without a page: JSON text and its positions, forms for any request, changes, links, and code
// snippets.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { check, shape, toRequest, tools } from "overheard";
import { FILES, bodyOf, casesOf } from "../support/corpus.mjs";
import { formOf } from "../../www/explore/src/form/model.js";
import { byPlace } from "../../www/explore/src/form/places.js";
import { curl, fetchCall, libraryCall, methodOf, toolCall } from "../../www/explore/src/output/code.js";
import { examples } from "../../www/explore/src/request/examples.js";
import { fixesOf } from "../../www/explore/src/request/fixes.js";
import { minified, scan } from "../../www/explore/src/request/json-text.js";
import { inside, valueAt, withValue } from "../../www/explore/src/request/pointer.js";
import { pretty } from "../../www/explore/src/request/pretty.js";
import { read } from "../../www/explore/src/request/reading.js";
import { holdsSecret } from "../../www/explore/src/request/secrets.js";
import { fragmentOf, fromFragment } from "../../www/explore/src/request/share.js";

globalThis.location = new URL("https://pages.example/playground/#operation=search");

const OPERATIONS = Object.keys(examples);
const json = fc.jsonValue({ maxDepth: 5 });
const all = Object.entries(examples).flatMap(([operation, list]) => list.map((example) => ({ operation, ...example })));
/** JSON text with whitespace at allowed places. */
const spaced = fc.tuple(json, fc.constantFrom(undefined, 1, "\t", "  "));

test("formatting and minifying keep the value of a text", () => {
  fc.assert(
    fc.property(spaced, ([value, indent]) => {
      assert.equal(minified(JSON.stringify(value, null, indent)), JSON.stringify(value));
      assert.equal(minified(pretty(value)), JSON.stringify(value));
    }),
  );
});

test("every member of a value has its position in the text", () => {
  const assertPlaces = (value, pointer, text, places) => {
    const { name, value: extent } = places.get(pointer);
    assert.deepEqual(JSON.parse(text.slice(extent.from, extent.to)), value, pointer);
    if (typeof value !== "object" || value === null) return;
    for (const [member, inner] of Object.entries(value)) assertPlaces(inner, inside(pointer, member), text, places);
    if (name)
      assert.equal(inside("", JSON.parse(text.slice(name.from, name.to))), pointer.slice(pointer.lastIndexOf("/")));
  };
  fc.assert(
    fc.property(spaced, ([value, indent]) => {
      const text = JSON.stringify(value, null, indent);
      assertPlaces(JSON.parse(text), "", text, scan(text).places);
    }),
  );
});

test("invalid JSON is reported at its position, and never accepted", () => {
  const isJson = (text) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  const junk = fc.constantFrom("", ",", "}", '"', "\\", "01", "tru", "\u0001", "]", ":", "-", "e");
  const broken = fc.tuple(spaced, fc.nat(), junk).map(([[value, indent], at, put]) => {
    const text = JSON.stringify(value, null, indent);
    const cut = at % (text.length + 1);
    return text.slice(0, cut) + put + text.slice(cut + 1);
  });
  fc.assert(
    fc.property(broken, (text) => assert.equal(scan(text).stop === undefined, isJson(text), text)),
    { numRuns: 2000 },
  );
});

test("a change affects its place only", () => {
  assert.deepEqual(withValue({ a: [1, 2, 3], b: 1 }, "/a/1", "x"), { a: [1, "x", 3], b: 1 });
  assert.deepEqual(withValue({ a: [1, 2, 3] }, "/a/1", undefined), { a: [1, 3] });
  assert.deepEqual(withValue({}, "/metric/type", "avg"), { metric: { type: "avg" } });
  assert.deepEqual(withValue({ a: "text" }, "/a/b", 1), { a: { b: 1 } });
  fc.assert(
    fc.property(fc.dictionary(fc.string(), json), fc.string(), json, (value, name, replacement) => {
      const place = inside("", name);
      const changed = withValue(value, place, replacement);
      assert.deepEqual(valueAt(changed, place), replacement);
      assert.deepEqual(
        Object.keys(changed).filter((key) => key !== name),
        Object.keys(value).filter((key) => key !== name),
      );
      assert.equal(valueAt(withValue(changed, place, undefined), place), undefined);
    }),
  );
});

test("any request has a form, and each of its problems has a field there", () => {
  const cases = Object.entries(FILES).flatMap(([file, operation]) =>
    casesOf(file).map((example) => [operation, bodyOf(example).toString()]),
  );
  let [forms, refused] = [0, 0];
  for (const [operation, text] of cases) {
    const reading = read(operation, text);
    assert.equal(reading.shaped === undefined, reading.violations.length > 0);
    if (!reading.isForm) continue;
    forms++;
    refused += reading.violations.length > 0 ? 1 : 0;
    const placed = [...byPlace(formOf(operation, reading.value), reading.violations).values()].flat();
    assert.deepEqual(new Set(placed), new Set(reading.violations), text);
    for (const violation of reading.violations)
      for (const { result } of fixesOf(reading, violation)) assert.notEqual(JSON.stringify(result), undefined);
  }
  assert.ok(forms > 300 && refused > 200, `${forms} forms, ${refused} with problems`);
});

test("a suggestion resolves its problem, and only such suggestions are offered", () => {
  for (const [operation, request] of [
    ["aggregate", { index: "siv_inf", group_by: "tags", filtrs: {} }],
    [
      "search",
      {
        index: "siv_info",
        sort_field: "view",
        filters: { platform: ["youtub", "tiktok"], upload_date: { gt: "2026-01-01" } },
      },
    ],
    ["sector", { brands: [{ labl: "A", terms: ["a"] }], from_date: "2026-01-01", to_date: "2026-01-31" }],
  ]) {
    let reading = read(operation, JSON.stringify(request));
    const resolutions = reading.violations.filter(({ did_you_mean: meant }) => meant);
    assert.ok(resolutions.length > 0);
    for (const { param } of resolutions) {
      const violation = reading.violations.find((candidate) => candidate.param === param);
      if (!violation) continue;
      const meant = fixesOf(reading, violation).find(({ kind }) => kind === "meant");
      assert.ok(meant, `${operation} ${param}`);
      reading = read(operation, JSON.stringify(meant.result));
    }
    assert.deepEqual(reading.violations, [], JSON.stringify(reading.value));
  }
});

test("the edge accepts the examples, except for the one with mistakes", () => {
  for (const { operation, title, request } of all) {
    const problem = check(operation, request);
    assert.equal(problem === null, title !== "With mistakes", `${operation}, ${title}: ${problem?.message}`);
  }
  for (const operation of OPERATIONS) assert.ok(examples[operation].length >= 3, operation);
});

test("a link restores the query that it was created from", () => {
  const text = fc.oneof(
    spaced.map(([value, indent]) => JSON.stringify(value, null, indent)),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.constantFrom(...OPERATIONS), text, fc.boolean(), (operation, text, meta) => {
      const question = fromFragment(fragmentOf({ operation, text, meta }), OPERATIONS);
      assert.deepEqual(
        { ...question, text: minified(question.text) ?? question.text },
        { operation, meta, text: minified(text) ?? text },
      );
    }),
  );
});

test("a link never contains text that resembles a secret", () => {
  for (const secret of [
    `ohk_live_${"a".repeat(38)}`,
    `ohb_${"eyJr".repeat(8)}.sig`,
    `oht_test_${"b".repeat(38)}`,
    `whsec_${"c".repeat(32)}`,
  ]) {
    const text = JSON.stringify({ index: "siv_info", group_by: "tags", filters: { channel_name: [secret] } });
    assert.ok(holdsSecret(text), secret);
    assert.equal(fragmentOf({ operation: "aggregate", text }), undefined);
  }
  for (const { request } of all) assert.ok(!holdsSecret(JSON.stringify(request)));
});

test("code snippets send the same query", async () => {
  const AsyncFunction = (async () => {}).constructor;
  const tricky = {
    operation: "search",
    title: "tricky",
    request: { index: "siv_info", q: 'it\'s "new" \\ ${x} `y`\u2028', filters: { channel_name: "a-b" } },
  };
  for (const { operation, title, request } of [...all.filter(({ title }) => title !== "With mistakes"), tricky]) {
    const shaped = shape(operation, request);
    const state = { baseUrl: "https://user:pass@insights.example/base/?x=1", meta: true };

    const sent = [];
    const fetch = async (...call) => sent.push(call) && { json: async () => ({}) };
    await new AsyncFunction("fetch", "process", fetchCall(shaped, state))(fetch, { env: { KEY: "the key" } });
    const [[url, { method, headers, body }]] = sent;
    assert.deepEqual([url, method], [`https://insights.example/base${shaped.path}`, "POST"]);
    assert.deepEqual(headers, { "X-API-Key": "the key", "Content-Type": "application/json", Prefer: "meta" });
    assert.equal(shape(operation, body).body, shaped.body, title);

    const asked = [];
    const client = { [methodOf(operation)]: async (...call) => asked.push(call) };
    function Overheard(options) {
      assert.deepEqual(options, { baseUrl: "https://insights.example/base", key: "the key" });
      return client;
    }
    const program = libraryCall(operation, request, state);
    assert.match(program, /^import \{ Overheard \} from "overheard";\n/);
    await new AsyncFunction("Overheard", "process", program.replace(/^import .*\n/, ""))(Overheard, {
      env: { KEY: "the key" },
    });
    assert.deepEqual(asked, [[request, { meta: true }]], title);

    const { name, input } = JSON.parse(toolCall(operation, request));
    assert.ok(tools("mcp").some((tool) => tool.name === name));
    assert.equal(toRequest(name, input).body, shaped.body, title);
    assert.ok(!curl(shaped, state).includes("pass"));
  }
});
