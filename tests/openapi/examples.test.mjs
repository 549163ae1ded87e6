// The examples of the OpenAPI document are the current answers of an edge.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { description } from "../../scripts/description.mjs";
import { inRoot } from "../../scripts/project.mjs";
import { askExamples } from "./support/examples.mjs";

test("every example equals the answer of an edge with the demo dataset", async () => {
  const kept = JSON.parse(readFileSync(inRoot("scripts", "openapi", "examples.json"), "utf8"));
  assert.deepEqual(
    await askExamples(await description()),
    kept,
    "scripts/openapi/examples.json is old: run node tests/openapi/support/examples.mjs",
  );
});
