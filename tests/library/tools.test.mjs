// The Data API's operations as tools of a language model: their schemas accept what the edge accepts, and a model's
// arguments become a request.
import Ajv from "ajv/dist/2020.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { ProblemError, check, shape, toRequest, tools } from "overheard";
import { FILES, casesOf } from "../support/corpus.mjs";

const NAMES = ["aggregate", "search", "creators", "co_mentions", "sector", "schema"];
const INPUT = {
  anthropic: (tool) => tool.input_schema,
  openai: (tool) => tool.parameters,
  mcp: (tool) => tool.inputSchema,
};
/** Schema keywords that strict tools may not have. */
const FORBIDDEN = [
  "oneOf",
  "allOf",
  "not",
  "if",
  "default",
  "$ref",
  "minLength",
  "maxLength",
  "uniqueItems",
  "minProperties",
];

const toolOf = (operation) => operation.replaceAll("-", "_");
const inputOf = (form, name) => INPUT[form](tools(form).find((tool) => tool.name === name));

function validator(schema) {
  const ajv = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true, strictRequired: false });
  ajv.addFormat("date", /^\d{4}-\d{2}-\d{2}$/);
  return ajv.compile(schema);
}

const withoutNulls = (value) => {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, withoutNulls(member)]),
  );
};

/**
 * Returns the arguments of a strict tool call for a request: every member of the schema, with null for missing ones.
 */
function strictInput(schema, value) {
  const alternatives = schema.anyOf?.filter(({ type }) => type !== "null") ?? [schema];
  if (Array.isArray(value))
    return value.map((item) => strictInput(alternatives.find(({ items }) => items).items, item));
  if (typeof value !== "object" || value === null) return value;
  const { properties } = alternatives.find((alternative) => alternative.properties);
  const members = Object.entries(properties).map(([name, member]) => [
    name,
    Object.hasOwn(value, name) ? strictInput(member, value[name]) : null,
  ]);
  return Object.fromEntries(members);
}

/** Yields the bodies of the corpus that are JSON values. */
function* bodies(verdict) {
  for (const [file, operation] of Object.entries(FILES)) {
    for (const example of casesOf(file)) {
      if (!example[verdict] || !("body" in example)) continue;
      yield { operation, name: `${operation}: ${example.name}`, body: example.body, accept: example.accept };
    }
  }
}

for (const form of Object.keys(INPUT)) {
  test(`${form}: six tools with valid schemas and descriptions`, () => {
    const defined = tools(form);
    assert.deepEqual(
      defined.map(({ name }) => name),
      NAMES,
    );
    for (const tool of defined) {
      const input = INPUT[form](tool);
      assert.equal(input.type, "object");
      assert.equal(input.additionalProperties, false);
      for (const keyword of ["oneOf", "anyOf", "allOf", "$schema"]) {
        assert.ok(!(keyword in input), `${tool.name} has ${keyword} at its top`);
      }
      validator(input);
      assert.ok(tool.description.length > 60, tool.description);
      assert.ok(tool.description.length < 1024, "longer than interfaces take");
    }
  });

  test(`${form}: the schemas accept what the edge accepts`, () => {
    const validators = Object.fromEntries(NAMES.map((name) => [name, validator(inputOf(form, name))]));
    let compared = 0;
    for (const { operation, name, body } of bodies("accept")) {
      const validate = validators[toolOf(operation)];
      const input = form === "openai" ? strictInput(inputOf(form, toolOf(operation)), body) : withoutNulls(body);
      assert.ok(validate(input), `${name}: ${JSON.stringify(validate.errors)}`);
      compared++;
    }
    assert.ok(compared > 100, `only ${compared} bodies`);
  });

  test(`${form}: the schemas refuse wrong types and names`, () => {
    const refused = {
      aggregate: { index: "siv_info", group_by: "tags", foo: 1 },
      search: { index: "siv_videos" },
      creators: { size: "5" },
      co_mentions: { values: ["a"] },
      sector: { brands: [] },
    };
    for (const [name, input] of Object.entries(refused)) assert.ok(!validator(inputOf(form, name))(input), name);
  });
}

test("openai: strict schemas require every member and use no forbidden keyword", () => {
  const visit = (schema, path) => {
    for (const keyword of FORBIDDEN) assert.ok(!(keyword in schema), `${path} has ${keyword}`);
    assert.ok("type" in schema || "anyOf" in schema, `${path} has no type`);
    if (schema.properties) {
      assert.equal(schema.additionalProperties, false, path);
      assert.deepEqual(schema.required, Object.keys(schema.properties), path);
    }
    Object.entries(schema.properties ?? {}).forEach(([name, member]) => visit(member, `${path}/${name}`));
    schema.anyOf?.forEach((alternative, at) => visit(alternative, `${path}/anyOf/${at}`));
    if (schema.items) visit(schema.items, `${path}/items`);
  };
  for (const tool of tools("openai")) {
    assert.equal(tool.type, "function");
    assert.equal(tool.strict, true);
    visit(tool.parameters, tool.name);
  }
});

test("mcp: every tool is marked as read-only", () => {
  for (const { title, annotations } of tools("mcp")) {
    assert.ok(title.length > 3);
    assert.deepEqual(annotations, {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
  }
});

test("a field of some indices lists them", () => {
  const { properties } = inputOf("anthropic", "aggregate");
  assert.match(properties.group_by.description, /siv_content_creator: platform, country, categories/);
  assert.equal(properties.filters.properties.subscriber_count.description, "On siv_content_creator");
  assert.equal(
    properties.filters.properties.platform.description,
    "On siv_business_ideas; siv_content_creator; siv_info",
  );
});

test("arguments of a model become the operation's request", () => {
  for (const { operation, name, body, accept } of bodies("accept")) {
    const expected = shape(operation, body);
    assert.equal(expected.body, accept.canonical);
    const schema = inputOf("openai", toolOf(operation));
    for (const input of [
      body,
      JSON.stringify(body),
      strictInput(schema, body),
      JSON.stringify(strictInput(schema, body)),
    ]) {
      assert.deepEqual(toRequest(toolOf(operation), input), expected, name);
    }
  }
});

test("arguments may be JSON text at one level", () => {
  for (const { operation, name, body } of bodies("accept")) {
    const texts = Object.fromEntries(
      Object.entries(body).map(([member, value]) => [
        member,
        value !== null && typeof value === "object" ? JSON.stringify(value) : value,
      ]),
    );
    assert.deepEqual(toRequest(toolOf(operation), texts), shape(operation, body), name);
  }
  const twice = { filters: JSON.stringify(JSON.stringify({ platform: "tiktok" })) };
  assert.throws(
    () => toRequest("creators", twice),
    (error) => error.problem.param === "/filters",
  );
  assert.throws(
    () => shape("creators", { filters: "{}" }),
    (error) => error.problem.param === "/filters",
  );
});

test("arguments that the edge would refuse are thrown with its message", () => {
  for (const { operation, name, body } of bodies("refuse")) {
    if (JSON.stringify(body).includes("null")) continue;
    const expected = check(operation, body).body;
    assert.throws(
      () => toRequest(toolOf(operation), body),
      (error) => error instanceof ProblemError && error.problem.body === expected,
      name,
    );
  }
  assert.throws(
    () => toRequest("creators", '{"size":'),
    (error) => error.problem.code === "invalid_json",
  );
  assert.throws(
    () =>
      toRequest("sector", { brands: [{ label: "A", terms: [null] }], from_date: "2026-01-01", to_date: "2026-01-31" }),
    (error) => error.problem.param === "/brands/0/terms/0",
  );
});

test("nulls of strict tools are removed, together with emptied objects", () => {
  const names = Object.keys(inputOf("openai", "creators").properties.filters.anyOf[0].properties);
  const nothing = Object.fromEntries(names.map((name) => [name, null]));
  const input = { sort_field: null, sort_order: null, size: null };
  const asked = (filters) => toRequest("creators", { ...input, filters: { ...nothing, ...filters } });
  assert.deepEqual(
    asked({ subscriber_count: { gte: null, lte: null }, platform: "tiktok" }),
    shape("creators", { filters: { platform: "tiktok" } }),
  );
  assert.deepEqual(
    asked({ subscriber_count: { gte: 5, lte: null } }),
    shape("creators", { filters: { subscriber_count: { gte: 5 } } }),
  );
  for (const filters of [nothing, null])
    assert.deepEqual(toRequest("creators", { ...input, filters }), shape("creators", {}));
});

test("a null filter of a tool that is not strict is refused", () => {
  const refused = {
    creators: { country: null },
    search: { category: "Beauty", tags: null },
    aggregate: { upload_date: { gte: "2026-01-01", lte: null } },
  };
  const others = { creators: {}, search: { index: "siv_info" }, aggregate: { index: "siv_info", group_by: "tags" } };
  for (const [name, filters] of Object.entries(refused)) {
    for (const form of [(input) => input, JSON.stringify]) {
      assert.throws(
        () => toRequest(name, form({ ...others[name], size: null, filters })),
        (error) => error.problem.code === "invalid_type",
        name,
      );
    }
  }
});

test("only strict tools accept a null inside filters", () => {
  for (const form of ["anthropic", "mcp"]) {
    const validate = validator(inputOf(form, "creators"));
    assert.ok(validate({ filters: { country: "DE" } }));
    for (const filters of [{ country: null }, { subscriber_count: null }, { subscriber_count: { gte: 5, lte: null } }])
      assert.ok(!validate({ filters }), JSON.stringify(filters));
  }
});

test("the schema is read with a GET", () => {
  assert.deepEqual(toRequest("schema", {}), { method: "GET", path: "/v1/schema", headers: {}, cost: 0 });
});

test("tool names are accepted in the spellings of models", () => {
  const expected = shape("co-mentions", { values: ["a", "b"] });
  for (const name of ["co_mentions", "co-mentions", "coMentions", "CO MENTIONS", "Co_Mentions"])
    assert.deepEqual(toRequest(name, { values: ["a", "b"] }), expected, name);
});

test("an unknown tool is an error that lists the known ones", () => {
  const refusal = (name) => {
    try {
      toRequest(name, {});
    } catch (error) {
      assert.ok(error instanceof ProblemError, error.stack);
      return error.problem;
    }
  };
  const { message, code, param, allowed, did_you_mean, status, errors } = refusal("agregate");
  assert.equal(
    message,
    "tool 'agregate' is not allowed. Allowed: [aggregate, search, creators, co_mentions, sector, schema]",
  );
  assert.deepEqual(
    [code, param, allowed, did_you_mean, status, errors.length],
    ["value_not_allowed", "name", NAMES, "aggregate", 400, 1],
  );
  assert.equal(refusal("mentions").did_you_mean, undefined);
});

test("returned tools may be modified", () => {
  const [first] = tools("mcp");
  first.inputSchema.properties.index.enum.push("another");
  first.inputSchema.properties.filters.properties.brand_name.anyOf.length = 0;
  const [again] = tools("mcp");
  assert.deepEqual(
    [
      again.inputSchema.properties.index.enum.length,
      again.inputSchema.properties.filters.properties.components.anyOf.length,
    ],
    [3, 2],
  );
});

test("unknown forms are errors that list the known ones", () => {
  assert.throws(() => tools("gemini"), { message: "form 'gemini' is not allowed. Allowed: [anthropic, openai, mcp]" });
});
