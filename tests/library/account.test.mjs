// Requests of the Account API in the corpus: addresses and bodies, in every equivalent form.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ProblemError, check, shape } from "overheard";
import { bodyOf, casesOf } from "../support/corpus.mjs";

/**
 * Returns the equivalent forms of a case's query. An object cannot have escapes or empty pairs, and no lists as items of
 * a list.
 */
function formsOf(query) {
  const parameters = new URLSearchParams(query);
  const object = {};
  for (const name of parameters.keys()) {
    const values = parameters.getAll(name);
    object[name] = values.length === 1 ? values[0] : values;
  }
  const isWhole = !/%($|FF)/.test(query);
  const hasLists = Object.values(object).some(
    (value) => Array.isArray(value) && value.some((item) => /[,"]/.test(item)),
  );
  return {
    text: query,
    "text with its mark": `?${query}`,
    ...(isWhole && { parameters }),
    ...(isWhole && !hasLists && { object }),
  };
}

function assertViolation(expected, actual) {
  for (const member of ["code", "param", "message", "allowed", "did_you_mean"]) {
    const withMessage = ["allowed", "did_you_mean"].includes(member) && "message" in expected;
    if (member in expected || withMessage) assert.deepEqual(actual[member], expected[member], member);
  }
}

for (const { name, rule, operation, query, accept, refuse, refuse_status: status = 400 } of casesOf("account.json")) {
  test(`${operation}: ${name} (${rule})`, () => {
    for (const [form, question] of Object.entries(formsOf(query))) {
      const problem = check(operation, question);
      if (accept) {
        assert.equal(problem, null, form);
        const shaped = shape(operation, question);
        const method = operation === "delete-webhook" ? "DELETE" : "GET";
        assert.deepEqual(shaped, { method, path: accept.address, headers: {}, cost: accept.cost }, form);
        continue;
      }
      assert.equal(problem?.status, status, form);
      const violations = status === 400 ? problem.errors : [problem];
      assert.equal(violations.length, refuse.length, problem.body);
      refuse.forEach((expected, at) => assertViolation(expected, violations[at]));
      assert.throws(
        () => shape(operation, question),
        (error) => error instanceof ProblemError && error.problem.body === problem.body,
      );
    }
  });
}

for (const [operation, file, path] of [
  ["create-report", "reports.json", "/v1/reports"],
  ["create-webhook", "webhooks.json", "/v1/webhooks"],
]) {
  for (const { accept, refuse, ...example } of casesOf(file)) {
    test(`${operation}: ${example.name} (${example.rule})`, () => {
      const text = bodyOf(example).toString();
      for (const [form, body] of Object.entries({
        text,
        bytes: new Uint8Array(bodyOf(example)),
        ...("body" in example && { object: example.body }),
      })) {
        const problem = check(operation, body);
        if (accept) {
          assert.equal(problem, null, form);
          const headers = { "Content-Type": "application/json" };
          assert.deepEqual(
            shape(operation, body),
            { method: "POST", path, headers, body: text, cost: accept.cost },
            form,
          );
          continue;
        }
        assert.equal(problem?.errors.length, refuse.length, problem?.body);
        refuse.forEach((expected, at) => assertViolation(expected, problem.errors[at]));
        assert.throws(
          () => shape(operation, body),
          (error) => error instanceof ProblemError && error.problem.body === problem.body,
        );
      }
    });
  }
}

test("the error of a refused report has the body of the call, even if its bytes change later", () => {
  const bytes = new TextEncoder().encode('{"type":"trends"}');
  const problem = check("create-report", bytes);
  bytes.fill(32);
  assert.equal(problem.message, "from is required.");
});

test("bytes of a report must be UTF-8 and within the size limit", () => {
  assert.equal(check("create-report", new Uint8Array([123, 34, 255, 34, 125])).code, "invalid_json");
  assert.equal(check("create-report", " ".repeat(70_000)).code, "payload_too_large");
  assert.equal(check("create-report").message, "body must be a JSON object. Got null.");
});

test("a query without parameters has an empty query string", () => {
  assert.equal(shape("account").path, "/v1/account");
  assert.equal(shape("sentiment", {}).path, "/v1/sentiment");
  assert.equal(shape("sentiment", { topic: undefined, region: null }).path, "/v1/sentiment");
});

test("values of every type are written as text", () => {
  const { path } = shape("influencers", { min_subscribers: 1000, country: ["ES", "MX"], limit: "5" });
  assert.equal(path, "/v1/influencers?country=ES,MX&limit=5&min_subscribers=1000&order=desc&sort=mentions");
});

test("an item of a list is one value, and a text with commas several", () => {
  const path = (topic) => shape("sentiment", { topic }).path;
  assert.equal(
    path(["Tyler, The Creator", '-"a"', '12" vinyl']),
    "/v1/sentiment?topic=%22-%22%22a%22%22%22,12%22%20vinyl,%22Tyler%2C%20The%20Creator%22",
  );
  assert.equal(path("glow,price"), "/v1/sentiment?topic=glow,price");
  assert.equal(shape("sentiment", { q: ["calm, not dry"] }).path, "/v1/sentiment?q=calm%2C%20not%20dry");
});

test("an address longer than the platform's limit is refused", () => {
  const problem = check("sentiment", { topic: "a".repeat(20_000) });
  assert.equal(problem.message, "the query must be at most 16384 bytes. Got 20006.");
  assert.equal(check("sentiment", `q=${"é".repeat(60_000)}`).code, "limit_violation");
});

test("untyped values are checked at run time: forms, maps and lists of pairs", () => {
  const form = new FormData();
  form.append("platform", "youtube");
  form.append("platform", "vimeo");
  assert.equal(
    check("mentions", form).message,
    "platform 'vimeo' is not allowed. Allowed: [youtube, tiktok, instagram]",
  );
  assert.equal(shape("mentions", new Map([["limit", 5]])).path, "/v1/mentions?limit=5&order=desc&sort=upload_date");
  assert.equal(check("sentiment", { entries: "x" }).code, "unknown_parameter");
  assert.equal(check("sentiment", ["price"]).message.slice(0, 31), "parameter '0' is not allowed. A");
});

test("a value without a text form is not a parameter", () => {
  const refused = (given, message) => assert.throws(() => check("sentiment", given), { name: "TypeError", message });
  for (const [value, got] of [
    [{ label: "price" }, "an object"],
    [Symbol("price"), "a symbol"],
    [() => "price", "a function"],
  ]) {
    for (const topic of [value, ["serum", value]])
      refused({ topic }, `parameter 'topic' must be a text, a number or a boolean, or a list of these. Got ${got}.`);
  }
  refused(5, "parameters must be an object. Got 5.");
  refused(true, "parameters must be an object. Got true.");
});
