// The OpenAPI document of the package: all operations of the core, valid schemas, and no broken references.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import Ajv from "ajv/dist/2020.js";
import { accountOperations, operationNames } from "../../pkg/generated/names.js";
import { inRoot } from "../../scripts/project.mjs";

const document = JSON.parse(readFileSync(inRoot("pkg", "generated", "openapi.json"), "utf8"));
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, ...operation })),
);

test("every operation of both interfaces is in the document with a unique id", () => {
  const of = (tag) => operations.filter(({ tags }) => tags[0] === tag);
  assert.equal(of("Data API").length, operationNames.length + 1, "the schema is asked without a body");
  assert.equal(of("Account API").length, accountOperations.length);
  assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
});

test("every reference resolves", () => {
  for (const [, kind, name] of JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)) {
    assert.ok(document.components[kind]?.[name], `there is no ${name} among ${kind}`);
  }
});

test("request bodies are those that the edge accepts", () => {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema(document, "openapi");
  const takes = (name, body) => ajv.validate({ $ref: `openapi#/components/schemas/${name}` }, body);
  assert.ok(takes("AggregateRequest", { index: "siv_info", group_by: "platform" }));
  assert.ok(!takes("AggregateRequest", { index: "siv_info", group_by: "brand_name" }), "not a dimension of this index");
  assert.ok(takes("SearchRequest", { index: "siv_info", q: "x", filters: { platform: ["youtube"] } }));
  assert.ok(takes("CoMentionsRequest", { values: ["a", "b"] }));
  assert.ok(
    takes("CreateReportRequest", { type: "sentiment", from: "2026-01-01", to: "2026-02-01", formats: ["pdf"] }),
  );
  assert.ok(
    !takes("CreateReportRequest", { type: "mentions_export", from: "2026-01-01", to: "2026-02-01", formats: ["pdf"] }),
  );
  assert.ok(takes("CreateWebhookRequest", { url: "https://hooks.example.com/a", events: ["*"] }));
  assert.ok(takes("DataBrowserTokenRequest", { origin: "https://dashboard.example" }));
});
