// Error messages for people who fill in a form: the edge's messages with labels in place of paths.
import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "overheard";
import { explain } from "overheard/forms";
import { FILES, bodyOf, casesOf } from "../support/corpus.mjs";

/** Every problem of the corpus, of bodies and of addresses. */
const problems = [
  ...Object.entries({ ...FILES, "reports.json": "create-report", "webhooks.json": "create-webhook" }).flatMap(
    ([file, operation]) =>
      casesOf(file)
        .filter(({ refuse }) => refuse)
        .map((example) => [example.name, check(operation, new Uint8Array(bodyOf(example)))]),
  ),
  ...casesOf("account.json")
    .filter(({ refuse }) => refuse)
    .map(({ name, operation, query }) => [name, check(operation, query)]),
];

const messagesOf = (operation, request, labels) =>
  explain(check(operation, request), labels).map(({ message }) => message);

/** Removes the values from a message: those in quotes, in lists, or after "Got". */
const withoutValues = (message) => message.replace(/ (Got|Allowed:) .*/s, "").replace(/'.*'/gs, "");

test("every violation of the corpus has a message with the label of its place and without the path", () => {
  assert.ok(problems.length > 350, `${problems.length} problems`);
  for (const [name, problem] of problems) {
    const violations = problem.errors.length > 0 ? problem.errors : [problem];
    const labels = new Map();
    const explained = explain(problem, (path) => {
      if (!labels.has(path)) labels.set(path, `«Label ${labels.size}»`);
      return labels.get(path);
    });
    assert.equal(explained.length, violations.length, name);
    explained.forEach(({ code, param, path, label, message, allowed, did_you_mean }, at) => {
      const violation = violations[at];
      assert.deepEqual(
        [code, param, allowed, did_you_mean],
        [violation.code, violation.param, violation.allowed, violation.did_you_mean],
        name,
      );
      if (label === undefined) {
        // The whole body, the whole query, or a member with an empty name.
        assert.ok(["", "/"].includes(param) && path === "", name);
        assert.equal(message, violation.message, name);
        return;
      }
      assert.equal(label, labels.get(path), name);
      const shown = message.startsWith("names of ") ? labels.get("metadata") : label;
      assert.ok(message.includes(shown), `${name}: ${message}`);
      // No other member is named by its path. A plain word may equal a path: "there is nothing with the id".
      const said = withoutValues(message)
        .replace("with the id", "")
        .replace("a date of the form", "")
        .replace(/«[^»]*»/g, "")
        .replace("next_cursor", "");
      for (const machine of [path, ...path.split(/[.[\]]+/).filter((part) => /_/.test(part))]) {
        const escaped = machine.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
        assert.doesNotMatch(said, new RegExp(`(^|[^\\w.])${escaped}($|[^\\w.]|\\.( |$))`), `${name}: ${message}`);
      }
      assert.doesNotMatch(said, /[a-z]\.[a-z]|\w_\w|\[\d+\]/, `${name}: ${message}`);
    });
  }
});

test("only paths are replaced", () => {
  for (const [name, problem] of problems) {
    const violations = problem.errors.length > 0 ? problem.errors : [problem];
    // If each place's label is its path, the message equals the edge's except for the words before quoted names.
    explain(problem, (path) => path).forEach(({ path, message }, at) => {
      const expected = violations[at].message;
      const named = `${path} ${expected.replace(/^(field|filter|parameter) '.*' (?=is (not allowed|given twice))/s, "")}`;
      const isAs =
        message === expected ||
        message === `${path}: ${expected}` ||
        message.replace(/\[.*/s, "") === named.replace(/\[.*/s, "");
      assert.ok(isAs, `${name}: ${message} | ${expected}`);
    });
  }
});

test("a label comes from the path, its list, or its container", () => {
  const request = {
    brands: [{ label: "A", terms: ["a", ""], exact: 1 }],
    from_date: "2026-02-01",
    to_date: "2026-01-01",
  };
  assert.deepEqual(
    messagesOf("sector", request, {
      "brands.terms": "Search terms",
      "brands[0].exact": "Exact (brand 1)",
      from_date: "Begin",
      to_date: "End",
    }),
    [
      "Search terms must be between 1 and 200 characters. Got 0.",
      "Exact (brand 1) must be a boolean. Got 1.",
      "Begin must not be after End. Got 2026-02-01 to 2026-01-01.",
    ],
  );
  assert.deepEqual(messagesOf("sector", request, { brands: "Brands" }).slice(0, 2), [
    "Brands must be between 1 and 200 characters. Got 0.",
    "Brands must be a boolean. Got 1.",
  ]);
  assert.deepEqual(
    messagesOf(
      "creators",
      { filters: { subscriber_count: { gte: 5, lte: 1 } } },
      { "filters.subscriber_count": "Subscribers" },
    ),
    ["Subscribers (from) must not be above Subscribers (to). Got 5 to 1."],
  );
  assert.deepEqual(
    messagesOf(
      "creators",
      { filters: { subscriber_count: { gte: 5, lte: 1 } } },
      { "filters.subscriber_count.gte": "At least", "filters.subscriber_count.lte": "at most" },
    ),
    ["At least must not be above at most. Got 5 to 1."],
  );
});

test("without a problem there are no messages", () => {
  assert.deepEqual(explain(check("creators", {}), { size: "Size" }), []);
});

test("a member without a label is named by its name in words", () => {
  assert.deepEqual(
    messagesOf("create-report", {
      type: "trends",
      from: "2026-02-01",
      to: "2026-02-28",
      row_limit: 0,
      filters: { min_views: -1 },
    }),
    ["Row limit must be between 1 and 50000. Got 0.", "Min views must be between 0 and 9007199254740991. Got -1."],
  );
  // Names of Object.prototype are no labels.
  assert.deepEqual(messagesOf("search", { index: "siv_info", constructor: 1 }, {}), [
    "Constructor is not allowed. Allowed: [Index, Filters, Q, Sort field, Sort order, Size]",
  ]);
});

test("values that are other filters get their labels, and other values stay", () => {
  const labels = { "filters.tags": "Tags", "filters.brand_name": "Brand", group_by: "Group by" };
  const [first] = explain(check("search", { index: "siv_business_ideas", filters: { tags: "x" } }), labels);
  assert.match(first.message, /^Tags is not allowed on index 'siv_business_ideas'\. Allowed: \[Brand, Components, /);
  assert.equal(
    messagesOf("aggregate", { index: "siv_info", group_by: "brand_name" }, labels)[0],
    "Group by 'brand_name' is not allowed on index 'siv_info'. Allowed: [channel_name, platform, category, tags]",
  );
});

test("values get their labels too", () => {
  const labels = { group_by: "Grouped by", index: "Documents", interval: "Interval", brand: "Brand" };
  const values = { siv_info: "Videos", brand_name: "Brand", channel_name: "Channel", tags: "Tag", price: "Price" };
  const refused = check("aggregate", { index: "siv_info", group_by: "brand_name" });
  assert.equal(
    explain(refused, labels, values)[0].message,
    "Grouped by 'Brand' is not allowed on Documents 'Videos'. Allowed: [Channel, platform, category, Tag]",
  );
  const [{ message }] = explain(
    check("sentiment-timeline", { interval: "day", from: "2024-11-01", to: "2026-10-31" }),
    labels,
    (value, path) => `${path} ${value}`,
  );
  assert.equal(
    message,
    "Interval 'interval day' makes 730 points of this window. At most 400 are allowed: choose a longer Interval.",
  );
  const filters = explain(
    check("search", { index: "siv_info", filters: { topics: "x" } }),
    { ...labels, "filters.tags": "Tags" },
    values,
  )[0];
  assert.equal(
    filters.message,
    "Topics is not allowed on Documents 'Videos'. Allowed: [Channel name, Platform, Category, Tags, Video id, Upload date]",
  );
  const compared = explain(check("trend-comparison", { by: "brand", brand: ["a", "-price"] }), labels, {
    "-price": "not Price",
  })[0];
  assert.equal(compared.message, "Brand 'not Price' cannot be excluded where brands are compared.");
});

test("values are repeated unchanged, whatever their content", () => {
  assert.equal(
    messagesOf("mentions", { sort: "x must not be after to." }, { to: "Until", sort: "Sorted by" })[0].slice(0, 44),
    "Sorted by 'x must not be after to.' is not a",
  );
  assert.equal(
    messagesOf("mentions", { "to' is not allowed": "x" })[0].slice(0, 40),
    "To' is not allowed is not allowed. Allow",
  );
});

test("a problem of the edge and its document are explained too", () => {
  const problem = check("mention", { id: "brd_0" });
  assert.equal(problem.errors.length, 0);
  for (const told of [problem, problem.toJSON()]) {
    const [{ param, path, label, message }] = explain(told, { id: "Mention" });
    assert.deepEqual(
      [param, path, label, message],
      ["?id", "id", "Mention", "Mention: there is nothing with the id 'brd_0'."],
    );
  }
  assert.deepEqual(
    explain(
      { message: "the key is unknown.", code: "invalid_credentials", param: "header:X-API-Key", errors: [] },
      { "X-API-Key": "Key" },
    )[0].message,
    "Key: the key is unknown.",
  );
});
