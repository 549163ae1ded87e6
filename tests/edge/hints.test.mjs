// Hints in a response header suggest better queries. One names the value that differs from a given one only by case.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { importFolder, startServingEdge } from "./harness.mjs";
import { ask, operator } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { readDocuments, writeNdjson } from "../support/documents.mjs";
import { QUESTIONS } from "../support/questions.mjs";

const ORIGIN = "https://dashboard.example";
const documents = readDocuments(demoData);

let edge;
before(async () => (edge = await startServingEdge(demoData)));
after(() => edge?.stop());

/** Returns the hints of a response: the header's text and the parsed hints. */
async function hintsOf(operation, question, headers = {}) {
  const answer = await ask(edge, operation, question, { headers });
  assert.equal(answer.status, 200, answer.text);
  const header = answer.headers.get("x-hint");
  return { header, hints: (header ?? "").split(", ").filter(Boolean).map(decodeURIComponent), answer };
}

test("a value that matches only in another case gets a hint, for every field", async () => {
  const flipped = (text) => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase());
  const of = (index, field) =>
    documents[index]
      .flatMap((document) => document[field])
      .find(
        (value) =>
          typeof value === "string" && flipped(value) !== value && /^[a-z -]+$|^[A-Z][a-z]+$|^[A-Z]{2}$/.test(value),
      );
  const fields = {
    siv_business_ideas: ["brand_name", "category", "components", "topics"],
    siv_content_creator: ["country", "categories"],
    siv_info: ["category", "tags", "channel_name"],
  };
  let named = 0;
  for (const [index, names] of Object.entries(fields)) {
    for (const field of names) {
      const value = of(index, field);
      if (value === undefined) continue;
      const asked = { index, filters: { [field]: flipped(value) } };
      const { hints, answer } = await hintsOf("search", asked);
      assert.equal(answer.json.matched_documents, 0, `${field} ${value}`);
      assert.ok(
        hints.includes(`${field} '${value}' exists; values are compared exactly`),
        `${field} '${value}': ${hints}`,
      );
      assert.ok(!("_meta" in answer.json));
      named += 1;
    }
  }
  assert.ok(named >= 7, `${named} fields have a value to ask for`);
  const { country } = documents.siv_content_creator.find(({ country }) => country);
  assert.deepEqual((await hintsOf("creators", { filters: { country: country.toLowerCase() } })).hints, [
    `country '${country}' exists; values are compared exactly`,
  ]);
});

test("an unknown value gets a hint with similar names", async () => {
  const hintsFor = async (filters, index = "siv_business_ideas") =>
    (await hintsOf("aggregate", { index, group_by: "platform", filters })).hints;
  const exists = (field, ...names) => names.map((name) => `${field} '${name}' exists; values are compared exactly`);
  for (const typo of ["Velunra", "velunarra", "VELUNAR", "Velunarä"])
    assert.deepEqual(await hintsFor({ brand_name: typo }), exists("brand_name", "Velunara"), typo);
  assert.deepEqual(await hintsFor({ category: "Beuaty" }, "siv_info"), exists("category", "Beauty"));
  // A different first letter, too many more letters, or too few: these are not similar.
  for (const other of ["Belunara", "Velunaraaaa", "Vel"])
    assert.deepEqual(await hintsFor({ brand_name: other }), [], other);
  assert.deepEqual(
    await hintsFor({ brand_name: "Velunara", upload_date: { lte: "1999-01-01" } }),
    [],
    "it is there, only not among these",
  );
  const { hints } = await hintsOf("co-mentions", { values: ["Velunraa", "Borealume"] });
  assert.deepEqual(hints, ["brand_name 'Velunraa' never occurs", ...exists("brand_name", "Velunara")]);
  const { channel_uid: uid } = documents.siv_business_ideas.find(({ channel_uid }) => channel_uid);
  assert.deepEqual(await hintsFor({ channel_uid: `${uid.slice(0, -1)}_` }), [], "of ids none is near another");
});

test("an answer with records has no such hint, and one without may have none", async () => {
  assert.equal((await hintsOf("aggregate", QUESTIONS.aggregate)).header, null);
  assert.equal(
    (await hintsOf("aggregate", { ...QUESTIONS.aggregate, filters: { brand_name: "Nosuchbrand" } })).header,
    null,
  );
  assert.equal(
    (await hintsOf("search", { index: "siv_info", filters: { upload_date: { lte: "1999-01-01" } } })).header,
    null,
  );
});

test("the header and _meta have the same hints, also for a cached answer", async () => {
  const questions = [
    ["aggregate", { ...QUESTIONS.aggregate, filters: { brand_name: ["velunara", "OSTRIVANE"] } }],
    ["co-mentions", { values: ["velunara", "Nosuchbrand"] }],
    [
      "sector",
      { brands: [{ label: "Nobody, really", terms: ["nosuchbrand"] }], from_date: "2025-01-01", to_date: "2025-01-31" },
    ],
  ];
  for (const [operation, question] of questions) {
    const first = await hintsOf(operation, question);
    const second = await hintsOf(operation, question, { Prefer: "meta" });
    assert.equal(second.answer.headers.get("x-cache"), "hit", operation);
    assert.equal(second.header, first.header);
    assert.deepEqual(first.hints, second.answer.json._meta.hints);
    assert.ok(first.hints.length > 0, operation);
  }
});

test("operators in lower case are hinted, by the spelling of the query", async () => {
  const expected = ["q searches 'or' like any word; operators are upper case: OR"];
  const question = { index: "siv_info", q: "serum or cream" };
  assert.deepEqual((await hintsOf("search", question)).hints, expected);
  // An equal query shares the cached answer, and not its hint.
  const quoted = await hintsOf("search", { ...question, q: 'serum "or" cream' }, { Prefer: "meta" });
  assert.equal(quoted.answer.headers.get("x-cache"), "hit");
  assert.deepEqual([quoted.hints, quoted.answer.json._meta.hints], [[], []]);
});

test("characters that no header may have are percent-encoded", async () => {
  const named = { ...documents.siv_business_ideas[0], mention_id: "hint_1", brand_name: "Crème, 100 %" };
  await importFolder(edge, writeNdjson({ siv_business_ideas: [named] }));
  // The cached active version is read again after a request to the operator's API.
  const { header, hints } = await hintsOf("search", {
    index: "siv_business_ideas",
    filters: { brand_name: "CRÈME, 100 %" },
  });
  assert.equal(header, "brand_name 'Cr%C3%A8me%2C 100 %25' exists; values are compared exactly");
  assert.deepEqual(hints, ["brand_name 'Crème, 100 %' exists; values are compared exactly"]);
  // Values that an import has added are suggested too.
  assert.deepEqual(
    (await hintsOf("search", { index: "siv_business_ideas", filters: { brand_name: "Crème, 10 %" } })).hints,
    hints,
  );
});

test("a page of the key's origin may read the hints", async () => {
  const { json: key } = await operator(edge, "POST", "/keys", { plan: "enterprise", origins: [ORIGIN] });
  const question = { ...QUESTIONS.aggregate, filters: { brand_name: "velunara" } };
  const answer = await ask(edge, "aggregate", question, { secret: key.secret, headers: { Origin: ORIGIN } });
  assert.match(answer.headers.get("x-hint"), /Velunara/);
  assert.ok(answer.headers.get("access-control-expose-headers").split(/, */).includes("x-hint"));
});
