// The published examples are the answers of an edge whose dataset is in ClickHouse too.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { description } from "../../scripts/description.mjs";
import { inRoot } from "../../scripts/project.mjs";
import { askExamples } from "../openapi/support/examples.mjs";
import { startClickHouseEdge } from "../support/clickhouse.mjs";

test("every example of the OpenAPI document is the answer from ClickHouse", async () => {
  const { operations, events } = JSON.parse(readFileSync(inRoot("scripts", "openapi", "examples.json"), "utf8"));
  const answers = await askExamples(await description(), { start: startClickHouseEdge, withProblems: false });
  assert.deepEqual(answers, { operations, events });
});
