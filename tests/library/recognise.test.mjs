// Requests that are recognised without the core: the core accepts all of them, with the same canonical form.
import assert from "node:assert/strict";
import { test } from "node:test";
import { check, shape } from "overheard";
import { canonical as ofCore, cost as costOfCore } from "../../pkg/src/core.js";
import * as recogniser from "../../pkg/generated/recognise.js";
import { OPERATIONS, changedRequests, corpus, validRequests } from "./support/requests.mjs";

/** Returns a request as JSON, or undefined if it has no JSON form. */
function written(request) {
  try {
    return JSON.stringify(request) ?? "null";
  } catch {
    return undefined;
  }
}

/** Returns true if a request is recognised. Fails unless the core agrees. */
function isRecognised({ operation, request }) {
  const text = recogniser.canonical(operation, request);
  if (text === undefined) return false;
  const { cost } = recogniser;
  const body = written(request);
  assert.equal(text, body === undefined ? undefined : ofCore(operation, body), `${OPERATIONS[operation]} ${body}`);
  assert.equal(cost, costOfCore(), `the cost of ${OPERATIONS[operation]} ${body}`);
  return true;
}

/** Returns how many of the requests are recognised. */
function recognisedOf(requests) {
  let recognised = 0;
  for (const request of requests) recognised += isRecognised(request) ? 1 : 0;
  return recognised;
}

test("every case of the corpus", () => {
  assert.ok(recognisedOf(corpus) > 90);
});

test("valid requests of every kind are mostly recognised", () => {
  const requests = [...validRequests(40_000, 1)];
  assert.ok(recognisedOf(requests) > requests.length / 2);
  for (let operation = 0; operation < 5; operation++) {
    assert.ok(
      recognisedOf(requests.filter((request) => request.operation === operation)) > 2000,
      OPERATIONS[operation],
    );
  }
});

test("changed requests", () => {
  const sources = [...corpus, ...validRequests(2000, 2)];
  assert.ok(recognisedOf(changedRequests(sources, 120_000, 3)) > 8000);
});

const sector = (more) => ({
  brands: [{ label: "a", terms: ["b"] }],
  from_date: "2025-01-01",
  to_date: "2025-12-31",
  ...more,
});
const hidden = (object, name, value) => Object.defineProperty(object, name, { value, enumerable: false });
const long = (length) => Array.from({ length: 20 }, (_, at) => `${at} ${"保".repeat(length)}`);
const manyBrands = (count, length) =>
  Array.from({ length: count }, (_, at) => ({ label: `brand ${at}`, terms: long(length) }));
class Question {
  index = "siv_info";
}

/** Values without a JSON form, and values near a limit. */
const SPECIAL = {
  "a member that is not enumerable": [1, hidden({ index: "siv_info" }, "size", 5)],
  "a member that is not enumerable beside an unknown one": [1, hidden({ index: "siv_info", limit: 5 }, "size", 5)],
  "filters that are not enumerable": [1, { index: "siv_info", filters: hidden({}, "platform", "youtube") }],
  "inherited members": [2, Object.create({ size: 5 })],
  "an instance": [1, new Question()],
  "no prototype": [2, Object.assign(Object.create(null), { size: 5 })],
  "a hidden toJSON": [2, hidden({ size: 5 }, "toJSON", () => ({ size: 6 }))],
  "a list with toJSON": [3, { values: Object.assign(["a", "b"], { toJSON: () => ["a", "c"] }) }],
  getters: [
    2,
    {
      get size() {
        return 5;
      },
    },
  ],
  "undefined members": [1, { index: "siv_info", q: undefined, filters: { platform: undefined }, limit: undefined }],
  "null members": [1, { index: "siv_info", q: null, filters: null, size: null, sort_field: null, sort_order: null }],
  "a field under both names, one of them null": [2, { filters: { country: null, dominant_country: "DE" } }],
  "a field under both names, one of them undefined": [2, { filters: { country: undefined, dominant_country: "DE" } }],
  "a proxy": [2, new Proxy({ size: 5 }, {})],
  "a list of another kind": [3, { values: new (class extends Array {})("a", "b") }],
  symbols: [2, { [Symbol("size")]: 5, size: 6 }],
  "a body as long as may be": [4, sector({ brands: manyBrands(30, 20) })],
  "a body that is too long": [4, sector({ brands: manyBrands(30, 150) })],
  "a body that is too long before its lists become shorter": [
    0,
    {
      index: "siv_business_ideas",
      group_by: "platform",
      filters: Object.fromEntries(
        ["brand_name", "components", "topics", "category", "channel_name", "channel_uid"].map((name) => [
          name,
          Array(20).fill("保".repeat(200)),
        ]),
      ),
    },
  ],
  "a bytes' view": [2, new Uint8Array()],
  "a bad date that counts as nothing": [4, sector({ from_date: "2025-02-30", to_date: "0001-01-01" })],
  "an index that is none": [0, { index: "siv_users", group_by: "tags" }],
  "a question that is nothing": [1, { index: "siv_info", q: "" }],
};
for (const [name, [operation, request]] of Object.entries(SPECIAL)) {
  test(name, () => void isRecognised({ operation, request }));
}

test("a null inside filters is never recognised, and the core refuses it", () => {
  const filters = [
    { country: null },
    { country: "DE", platform: null },
    { country: ["DE", null] },
    { subscriber_count: null },
    { subscriber_count: { gte: 5, lte: null } },
    { subscriber_count: { gte: null, lte: 5 } },
    { subscriber_count: { lte: null } },
  ];
  for (const given of filters) {
    const request = { filters: given };
    assert.ok(!isRecognised({ operation: 2, request }), JSON.stringify(given));
    assert.equal(check("creators", request)?.code, "invalid_type", JSON.stringify(given));
  }
});

test("common requests are recognised", () => {
  const usual = [
    [
      0,
      {
        index: "siv_business_ideas",
        group_by: "brand_name",
        metric: { type: "avg", field: "sentiment_score" },
        filters: { category: "Beauty", upload_date: { gte: "2025-01-01" } },
      },
    ],
    [
      1,
      {
        index: "siv_info",
        q: 'serum "night cream"',
        filters: { platform: ["youtube", "tiktok"] },
        sort_field: "views",
        size: 5,
      },
    ],
    [
      2,
      { filters: { dominant_country: "DE", subscriber_count: { gte: 50_000, lte: 1_000_000 } }, sort_field: undefined },
    ],
    [3, { values: ["Velunara", "Eau d’Ostrivane"] }],
    [4, sector()],
  ];
  for (const [operation, request] of usual) assert.ok(isRecognised({ operation, request }), OPERATIONS[operation]);
});

test("a getter that sends another request has no effect", () => {
  const request = {
    get index() {
      shape("creators", { size: 3 });
      return "siv_info";
    },
    get filters() {
      return {
        get platform() {
          shape("search", {
            index: "siv_business_ideas",
            filters: { platform: "tiktok", category: "Beauty" },
            size: 50,
          });
          return "youtube";
        },
      };
    },
  };
  assert.equal(shape("search", request).body, shape("search", JSON.stringify(request)).body);
  assert.equal(shape("search", request).cost, 20);
});
