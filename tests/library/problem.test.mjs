// The problem of a refused request: the edge's own body, created when it is read.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { Problem, ProblemError, check, shape } from "overheard";

const REFUSED = { index: "siv_info", group_by: "brand_name" };
const MESSAGE =
  "group_by 'brand_name' is not allowed on index 'siv_info'. Allowed: [channel_name, platform, category, tags]";

test("a problem has the members of the edge's body", () => {
  const problem = check("aggregate", REFUSED);
  assert.ok(problem instanceof Problem);
  assert.equal(problem.type, "/problems/field-not-allowed");
  assert.equal(problem.title, "Field not allowed");
  assert.equal(problem.status, 400);
  assert.equal(problem.message, MESSAGE);
  assert.equal(problem.detail, MESSAGE);
  assert.equal(problem.code, "field_not_allowed");
  assert.equal(problem.param, "/group_by");
  assert.deepEqual(problem.allowed, ["channel_name", "platform", "category", "tags"]);
  assert.equal(problem.did_you_mean, undefined);
  assert.equal(problem.errors.length, 1);
  assert.equal(problem.retryable, false);
  assert.match(problem.request_id, /^req_[0-9A-Z]{10,26}$/);
  assert.equal(problem.instance, `urn:request:${problem.request_id}`);
});

test("the body is one JSON text that equals the whole document", () => {
  const problem = check("aggregate", REFUSED);
  assert.deepEqual(JSON.parse(problem.body), problem.toJSON());
  assert.equal(JSON.stringify(problem), problem.body);
  assert.equal(problem.body, check("aggregate", JSON.stringify(REFUSED)).body);
});

test("a suggestion is passed on", () => {
  assert.equal(check("search", { index: "siv_info", sortfield: "views" }).did_you_mean, "sort_field");
});

test("a problem describes the request at the time of the call", () => {
  const object = { ...REFUSED };
  const ofObject = check("aggregate", object);
  object.group_by = "tags";
  assert.equal(ofObject.message, MESSAGE);

  const bytes = new TextEncoder().encode(JSON.stringify(REFUSED));
  const ofBytes = check("aggregate", bytes);
  bytes.fill(0x20);
  assert.equal(ofBytes.message, MESSAGE);
});

test("many problems can exist before any is read", () => {
  const problems = Array.from({ length: 20 }, (_, at) => check("search", { index: "siv_info", [`unknown${at}`]: 1 }));
  shape("creators", { size: 3 });
  problems.forEach((problem, at) => assert.equal(problem.param, `/unknown${at}`));
});

test("a message is that of the body, whatever was checked before it is read", () => {
  const encoder = new TextEncoder();
  const long = JSON.stringify({ index: "siv_info", group_by: "tags", filters: { category: "a".repeat(2000) } });
  const requests = [JSON.stringify(REFUSED), "", '{"\\"\\u0001ü":1}', "[", long, " ".repeat(70_000)];
  const forms = requests.flatMap((text) => [text, encoder.encode(text), Buffer.from(text)]);
  const others = [
    () => {},
    () => check("creators", ""),
    () => check("trends", ""),
    () => check("sector", "{}").message,
    () => shape("aggregate", '{"index":"siv_info","group_by":"tags"}'),
  ];
  for (const request of forms) {
    for (const other of others) {
      const problem = check("aggregate", request);
      other();
      const { message } = problem;
      assert.equal(message, JSON.parse(problem.body).message);
      assert.equal(message, problem.toJSON().message);
    }
  }
});

test("many problems of the same bytes can exist before any is read", () => {
  const bytes = Buffer.from(JSON.stringify({ index: "siv_info", group_by: "___" }));
  const problems = Array.from({ length: 300 }, (_, at) => {
    bytes.write(String(at).padStart(3, "0"), bytes.length - 5);
    return check("aggregate", bytes);
  });
  problems.forEach((problem, at) => {
    assert.match(problem.message, new RegExp(`^group_by '${String(at).padStart(3, "0")}' is not allowed`));
  });
});

test("a problem prints its message", () => {
  const problem = check("aggregate", REFUSED);
  assert.equal(String(problem), `field_not_allowed: ${MESSAGE}`);
  assert.match(inspect(problem), /^Problem \{/);
  assert.match(inspect(problem), /code: 'field_not_allowed'/);
});

test("a refused request cannot be shaped", () => {
  assert.throws(
    () => shape("aggregate", REFUSED),
    (error) => {
      assert.ok(error instanceof ProblemError);
      assert.ok(error instanceof Error);
      assert.equal(error.name, "ProblemError");
      assert.equal(error.message, MESSAGE);
      assert.equal(error.problem.code, "field_not_allowed");
      return true;
    },
  );
});

test("a value that is no request is refused like any body", () => {
  for (const value of [undefined, null, 5, [], () => {}])
    assert.equal(check("creators", value)?.status, 400, String(value));
});

test("an unknown operation is an error that lists the known ones", () => {
  for (const name of ["aggregates", "constructor", "__proto__", "schema"]) {
    assert.throws(() => check(name, {}), {
      name: "TypeError",
      message:
        `operation '${name}' is not allowed. Allowed: [aggregate, search, creators, co-mentions, sector, mentions, mention, ` +
        "mention-stats, sentiment, sentiment-timeline, sentiment-breakdown, influencers, influencer, influencer-mentions, trends, " +
        "emerging-trends, trend-comparison, explain-change, create-report, report, download-report, create-webhook, webhooks, delete-webhook, account, account-usage]",
    });
    assert.throws(() => shape(name, {}), TypeError);
  }
});
