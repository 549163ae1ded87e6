// The Account API's operations as tools of a language model: a model's arguments become a request, with the core's
// messages.
import Ajv from "ajv/dist/2020.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { ProblemError, check, shape } from "overheard";
import { toRequest, tools } from "overheard/tools";

const ACCOUNT = { api: "account", writes: true };
const asked = (name, input) => toRequest(name, input, ACCOUNT);
const INPUT = {
  anthropic: (tool) => tool.input_schema,
  openai: (tool) => tool.parameters,
  mcp: (tool) => tool.inputSchema,
};

test("every form has the same tools with valid schemas", () => {
  const ajv = new Ajv({
    strict: true,
    allowUnionTypes: true,
    strictRequired: false,
    strictTypes: false,
    validateFormats: false,
  });
  for (const [form, input] of Object.entries(INPUT)) {
    const defined = tools(form, ACCOUNT);
    assert.deepEqual(
      defined.map(({ name }) => name),
      tools("mcp", ACCOUNT).map(({ name }) => name),
    );
    for (const tool of defined) {
      ajv.compile(input(tool));
      assert.deepEqual(
        [input(tool).type, "oneOf" in input(tool), "anyOf" in input(tool)],
        ["object", false, false],
        tool.name,
      );
    }
  }
});

test("arguments become the address of a query, or the body if it has one", () => {
  assert.deepEqual(
    asked("sentiment", { brand: ["A", "B"], platform: "-tiktok", from: "2026-01-01" }),
    shape("sentiment", { brand: ["A", "B"], platform: "-tiktok", from: "2026-01-01" }),
  );
  assert.deepEqual(asked("mentions_stats", {}), shape("mention-stats"));
  assert.deepEqual(
    asked("sentiment/timeline", '{"interval":"month"}'),
    shape("sentiment-timeline", { interval: "month" }),
  );
  assert.deepEqual(asked("mention", { id: "men_0123456789" }), shape("mention", { id: "men_0123456789" }));
  assert.deepEqual(
    asked("delete_webhook", { id: "whk_0123456789" }),
    shape("delete-webhook", { id: "whk_0123456789" }),
  );
  const report = { type: "sentiment", from: "2026-01-01", to: "2026-01-31" };
  assert.deepEqual(asked("create_report", report), shape("create-report", report));
  for (const nothing of [undefined, null, {}, "{}", "null"])
    assert.deepEqual(asked("account", nothing), shape("account"), String(nothing));
});

test("null arguments of strict tools are removed", () => {
  const names = Object.keys(tools("openai", ACCOUNT).find(({ name }) => name === "sentiment").parameters.properties);
  const nothing = Object.fromEntries(names.map((name) => [name, null]));
  assert.deepEqual(asked("sentiment", { ...nothing, brand: "A" }), shape("sentiment", { brand: "A" }));
  const report = { type: "sentiment", from: "2026-01-01", to: "2026-01-31" };
  assert.deepEqual(
    asked("create_report", { ...report, title: null, filters: { platform: null, topic: null } }),
    shape("create-report", report),
  );
});

test("arguments that the edge would refuse are thrown with its message", () => {
  const refused = (name, input) => {
    try {
      asked(name, input);
    } catch (error) {
      assert.ok(error instanceof ProblemError, error.stack);
      return error.problem;
    }
  };
  assert.equal(
    refused("mentions", { platform: "you tube", limit: "ten" }).body,
    check("mentions", { platform: "you tube", limit: "ten" }).body,
  );
  assert.equal(refused("mention", {}).param, "?id");
  assert.equal(refused("create_report", { type: "sentimnt" }).did_you_mean, "sentiment");
  assert.equal(
    refused("sentiment", { platform: { any: ["tiktok"] } }).message,
    `platform '{"any":["tiktok"]}' is not allowed. Allowed: [youtube, tiktok, instagram]`,
  );
  for (const input of [[1], "no JSON", 5])
    assert.deepEqual(
      [refused("sentiment", input).code, refused("sentiment", input).param],
      ["invalid_type", "arguments"],
    );
  assert.equal(refused("sentimnt", {}).did_you_mean, "sentiment");
});

test("an unknown interface is an error that lists the known ones", () => {
  for (const wrong of [() => tools("mcp", { api: "both" }), () => toRequest("schema", {}, { api: "toString" })])
    assert.throws(wrong, { message: /^api '\w+' is not allowed\. Allowed: \[data, account\]$/ });
});
