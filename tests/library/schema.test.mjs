// The compiled schema, and live schemas with and without compatibility.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SchemaMismatchError, assertSchema, schema } from "overheard";

/** Returns a changed copy of the live schema. */
function live(change) {
  // As received from the edge. In the package, equal parts are one object.
  const copy = JSON.parse(JSON.stringify(schema()));
  change(copy);
  return copy;
}
const field = (document, index, name) =>
  document.indices.find((entry) => entry.name === index).fields.find((entry) => entry.name === name);

function differencesOf(document) {
  let differences;
  assert.throws(
    () => assertSchema(document),
    (error) => {
      assert.ok(error instanceof SchemaMismatchError);
      assert.equal(error.name, "SchemaMismatchError");
      for (const difference of error.differences) assert.ok(error.message.includes(difference));
      ({ differences } = error);
      return true;
    },
  );
  return differences;
}

test("the schema describes all queries", () => {
  const { operations, indices, json_schemas } = schema();
  assert.deepEqual(
    operations.map(({ name }) => name),
    ["aggregate", "search", "creators", "co-mentions", "sector", "schema"],
  );
  assert.deepEqual(
    indices.map(({ name }) => name),
    ["siv_business_ideas", "siv_content_creator", "siv_info"],
  );
  assert.deepEqual(Object.keys(json_schemas), ["aggregate", "search", "creators", "co-mentions", "sector"]);
});

test("an equal schema, a newer one and an extended one are compatible", () => {
  assertSchema(schema());
  const [major, minor, patch] = schema().schema_version.split(".").map(Number);
  for (const version of [`${major}.${minor}.${patch + 1}`, `${major}.${minor + 1}.0`]) {
    assertSchema(live((document) => (document.schema_version = version)));
  }
  assertSchema(
    live((document) => {
      document.dataset_version = null;
      document.limits.rate = { per_minute: 1 };
      document.indices.push({ name: "siv_new", fields: [] });
      document.indices[0].filterable.push("new_field");
      document.indices[0].fields.push({ name: "new_field" });
      field(document, "siv_info", "platform").values.push("newest");
    }),
  );
});

test("another major version and an older version are incompatible", () => {
  const [major] = schema().schema_version.split(".").map(Number);
  for (const version of [`${major + 1}.0.0`, `${major - 1}.9.9`, "0.9.9", undefined, "soon"]) {
    const [difference, ...others] = differencesOf(live((document) => (document.schema_version = version)));
    assert.match(
      difference,
      new RegExp(`^schema_version must be ${schema().schema_version} or a newer ${major}\\.x\\. Got`),
    );
    assert.deepEqual(others, []);
  }
});

test("every missing or changed member is named", () => {
  const changed = live((document) => {
    document.indices = document.indices.filter(({ name }) => name !== "siv_content_creator");
    const [mentions, videos] = document.indices;
    mentions.group_by = mentions.group_by.filter((name) => name !== "brand_name");
    mentions.fields = mentions.fields.filter(({ name }) => name !== "topics");
    field(document, "siv_info", "views").sort = false;
    field(document, "siv_info", "upload_date").filter = null;
    field(document, "siv_info", "platform").values = ["youtube", "tiktok"];
    videos.full_text = false;
  });
  assert.deepEqual(differencesOf(changed), [
    "indices.siv_business_ideas.fields.topics must be there. Got nothing.",
    `indices.siv_business_ideas.group_by must be a list with 'brand_name'. Got ${JSON.stringify(changed.indices[0].group_by)}.`,
    "indices.siv_content_creator must be there. Got nothing.",
    `indices.siv_info.fields.platform.values must be a list with 'instagram'. Got ["youtube","tiktok"].`,
    "indices.siv_info.fields.upload_date.filter must be date_range. Got null.",
    "indices.siv_info.fields.views.sort must be true. Got false.",
    "indices.siv_info.full_text must be true. Got false.",
  ]);
});

test("a value that is no schema is incompatible", () => {
  for (const value of [undefined, null, {}, [], "schema", { indices: "three" }])
    assert.ok(differencesOf(value).length >= 4);
});
