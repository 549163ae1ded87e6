// The OpenAPI document is valid to independent validators, and its examples match its schemas.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import Ajv from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { description } from "../../scripts/description.mjs";
import { openapi } from "../../scripts/openapi/document.mjs";
import { inRoot } from "../../scripts/project.mjs";
import { operationsOf } from "../../scripts/site/operations.mjs";
import { node, pythonTool } from "./support/programs.mjs";
import { temporaryFolder, writeTextFile } from "./support/written.mjs";

const folder = temporaryFolder();
let described, document, file;
before(async () => {
  described = await description();
  document = openapi(described);
  file = writeTextFile("openapi.json", JSON.stringify(document), folder);
});

const resolved = (object) =>
  object.$ref
    ? object.$ref
        .slice(2)
        .split("/")
        .reduce((found, name) => found[name], document)
    : object;

test("two independent validators find no errors", async () => {
  const [ours, theirs] = await Promise.all([
    pythonTool("openapi-spec-validator", [file]),
    node(
      "tests/node_modules/@redocly/cli/bin/cli.js",
      ["lint", "--config", inRoot("tests", "openapi", "redocly.yaml"), file],
      { env: { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" } },
    ),
  ]);
  assert.deepEqual([ours.code, theirs.code], [0, 0], `${ours.output}\n${theirs.output}`);
});

/** Yields every place with examples, with their schema. */
function* exampled() {
  const ofContent = function* (place, { content = {} }) {
    for (const [type, { schema, examples = {} }] of Object.entries(content)) {
      for (const [name, { value }] of Object.entries(examples))
        yield { place: `${place} ${type} ${name}`, schema, value };
    }
  };
  const ofParameters = function* (place, parameters = []) {
    for (const { name: parameter, schema, examples = {} } of parameters.map(resolved)) {
      for (const [name, { value }] of Object.entries(examples))
        yield { place: `${place} ?${parameter} ${name}`, schema, value };
    }
  };
  for (const { operationId, parameters, requestBody, responses } of operationsOf(document)) {
    yield* ofParameters(operationId, parameters);
    if (requestBody) yield* ofContent(operationId, requestBody);
    for (const [status, response] of Object.entries(responses))
      yield* ofContent(`${operationId} ${status}`, resolved(response));
  }
  for (const [type, { post }] of Object.entries(document.webhooks)) yield* ofContent(type, post.requestBody);
}

test("every example matches its schema", () => {
  const ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
  ajv.addFormat("binary", true).addSchema(document, "openapi");
  const compiled = new Map();
  const validatorOf = (text) => compiled.get(text) ?? compiled.set(text, ajv.compile(JSON.parse(text))).get(text);
  let count = 0;
  for (const { place, schema, value } of exampled()) {
    const validate = validatorOf(JSON.stringify(schema).replaceAll('"#/', '"openapi#/'));
    assert.ok(validate(value), `${place}: ${ajv.errorsText(validate.errors)}`);
    count += 1;
  }
  assert.ok(count > 150, `${count} examples`);
});

/** Formats of the same answers as tables. */
const TABLES = ["text/csv", "application/x-ndjson"];
/** Operations without shown answers: these are files, and one of them has references that must not be followed here. */
const UNSHOWN = ["getOpenapi", "getChangelog", "getSchema"];
/** Files that no text shows. */
const BINARY = ["application/pdf", "application/vnd.apache.parquet"];
/** The operation whose answers are those of any other one. */
const FEED = "readFeed";

test("every operation has examples of requests and answers, in both envelopes if there are two", () => {
  for (const { operationId, parameters = [], requestBody, responses } of operationsOf(document).filter(
    ({ operationId }) => !UNSHOWN.includes(operationId),
  )) {
    const shows = (content, type) => content[type].examples !== undefined;
    if (requestBody) assert.ok(shows(requestBody.content, "application/json"), operationId);
    const [good] = Object.entries(responses)
      .filter(([status]) => status.startsWith("2"))
      .map(([, response]) => response);
    const { content = {} } = good;
    const isTable = (type) => TABLES.includes(type) && "application/json" in content;
    for (const type of Object.keys(content).filter((type) => !BINARY.includes(type) && !isTable(type)))
      assert.ok(shows(content, type), `${operationId} ${type}`);
    // A table has the values of the JSON examples, in the columns that its description lists.
    for (const type of Object.keys(content).filter((type) => type === "text/csv" && isTable(type)))
      assert.match(
        content[type].schema.description,
        operationId === FEED ? /columns/ : /Columns: `\w+`, /,
        operationId,
      );
    for (const { name, examples } of parameters.map(resolved).filter(({ required }) => required))
      assert.ok(examples, `${operationId} ${name}`);
  }
});

/** Problems that a request cannot provoke: a known fault of the edge would be fixed. */
const NEVER = ["internal_error"];
/** Problems that take a dataset of millions of records: every question of the demo dataset is answered. */
const OF_LARGE_DATASETS = ["query_too_expensive"];
/** Problems of other methods, and of operators. */
const ELSEWHERE = ["method_not_allowed", "conflict"];

test("every kind of problem has an example with its status", () => {
  const shown = Object.values(document.components.responses).flatMap(({ content }) =>
    Object.values(content["application/problem+json"].examples ?? {}).map(({ value }) => value.code),
  );
  const without = [...NEVER, ...OF_LARGE_DATASETS, ...ELSEWHERE];
  const known = described.codes.map(({ name }) => name).filter((name) => !without.includes(name));
  assert.deepEqual([...new Set(shown)].sort(), known.sort());
});

test("the examples contain no secret", () => {
  assert.doesNotMatch(JSON.stringify(document), /oh[kt]_(?:live|test)_\w{38}|whsec_\w|ohb_\w{20}/);
});
