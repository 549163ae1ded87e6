// The code generators: they read the core's description, are deterministic, and refuse what they do not support.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { before, test } from "node:test";
import { promisify } from "node:util";
import { generated } from "../../scripts/package/generate.mjs";
import { hostProgram } from "../../scripts/host-program.mjs";
import { inRoot } from "../../scripts/project.mjs";

let description;
before(async () => {
  const { stdout } = await promisify(execFile)(await hostProgram("overheard-describe", "overheard-describe"), {
    maxBuffer: 1 << 26,
  });
  description = JSON.parse(stdout);
});

/** Returns the generated files of a changed description. */
function ofChanged(change) {
  const copy = structuredClone(description);
  change(copy, copy.schema.json_schemas);
  return generated(copy);
}

test("the package has the current generated files", () => {
  const files = generated(description);
  assert.deepEqual(
    Object.keys(files).sort(),
    readdirSync(inRoot("pkg", "generated"))
      .filter((name) => !["strings.js", "module.js"].includes(name))
      .sort(),
  );
  for (const [name, source] of Object.entries(files)) {
    assert.equal(
      readFileSync(inRoot("pkg", "generated", name), "utf8"),
      source,
      `pkg/generated/${name} is old: run node scripts/package/generate.mjs`,
    );
  }
});

test("limits and defaults are those of the schemas", () => {
  const { "recognise.js": source } = ofChanged(
    (_, { sector, aggregate, search, creators, "co-mentions": together }) => {
      sector.properties.brands.maxItems = 31;
      for (const { properties } of [aggregate, search, creators, together])
        properties.size = { ...properties.size, maximum: 60, default: 12 };
    },
  );
  assert.match(source, /const MOST_BRANDS = 31;/);
  assert.match(source, /const MOST_RESULTS = 60;/);
  assert.match(source, /size \?\?= 12;/);
});

test("a new field adds one name", () => {
  const { "recognise.js": source } = ofChanged((_, { aggregate, search }) => {
    for (const { oneOf } of [aggregate, search])
      oneOf[0].properties.filters.properties.language = oneOf[0].properties.filters.properties.topics;
  });
  assert.match(source, /"language": \d+,/);
});

test("unsupported descriptions are errors with a message", () => {
  const cases = [
    [
      (_, { search }) => (search.properties.cursor = { type: "string" }),
      /^the recogniser knows the members \[filters, index, q, size, sort_field, sort_order\], and there are \[.*cursor.*\]$/,
    ],
    [(_, { creators }) => (creators.properties.size.maximum = 20), /^the recogniser knows one kind of sizes: /],
    [
      (_, { search }) => (search.oneOf[0].properties.filters.properties.topics = { oneOf: [{ type: "number" }] }),
      /take different filters$/,
    ],
    [(_, { aggregate }) => aggregate.properties.order.enum.push("youtube"), /^a name means two things/],
    [
      ({ aliases }) => (aliases.siv_info.kind = "category"),
      /^the recogniser knows one kind of other names of filters: /,
    ],
    [({ answers }) => (answers.operations.search[2].holds = "text"), /^search\.matched_creators is no whole number/],
  ];
  for (const [change, message] of cases) assert.throws(() => ofChanged(change), { message });
});
