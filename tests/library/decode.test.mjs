// Decoding of answers: both envelopes, unknown members, and errors for wrong shapes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DecodeError, ProblemError, decode } from "overheard";
import { answers } from "./support/answers.mjs";
import { problem } from "./support/server.mjs";

const wrapped = (data, status = "ok") => ({ status, result: [{ data }] });

for (const [name, { operation, index, data }] of Object.entries(answers)) {
  test(`${name}: flat and wrapped, as text and as an object`, () => {
    for (const answer of [data, wrapped(data), wrapped(data, 200), { ...wrapped(data, "done"), took: 3 }]) {
      assert.deepEqual(decode(operation, answer, { index }), data);
      assert.deepEqual(decode(operation, JSON.stringify(answer), { index }), data);
    }
  });

  test(`${name}: unknown members are kept`, () => {
    const more = structuredClone(data);
    addEverywhere(more);
    assert.deepEqual(decode(operation, more, { index }), more);
  });

  test(`${name}: every documented member is required and has its type`, () => {
    const places = [...documented(data)];
    assert.ok(places.length > 3);
    for (const [path, parent, member] of places) {
      const right = parent[member];
      delete parent[member];
      assert.throws(
        () => decode(operation, data, { index }),
        { name: "DecodeError", path: path, got: "nothing" },
        path,
      );
      parent[member] = typeof right === "boolean" ? "true" : true;
      assert.throws(
        () => decode(operation, wrapped(data), { index }),
        { name: "DecodeError", path: `/result/0/data${path}` },
        path,
      );
      parent[member] = right;
    }
    assert.deepEqual(decode(operation, data, { index }), data);
  });
}

/** Members that an answer may omit, or objects whose names are data. */
const FREE = /\/(_meta|matched_creators|creators|metric|metric_type|ranking|size_applied)$|_distribution\/|\/_meta\//;

/**
 * Yields every required member of the answer: its pointer, and the object that contains it. Uses the first item of a
 * list.
 */
function* documented(value, path = "") {
  if (Array.isArray(value)) {
    if (value.length > 0) yield* documented(value[0], `${path}/0`);
  } else if (typeof value === "object" && value !== null) {
    for (const member of Object.keys(value)) {
      const here = `${path}/${member}`;
      if (!FREE.test(here)) yield [here, value, member];
      yield* documented(value[member], here);
    }
  }
}

function addEverywhere(value) {
  if (typeof value !== "object" || value === null) return;
  Object.entries(value).forEach(([name, member]) => !name.endsWith("_distribution") && addEverywhere(member));
  if (!Array.isArray(value)) value.not_known_yet = { a: [1] };
}

test("an error deep inside names its place, also in frozen objects", () => {
  const { data } = answers["snapshots of creators"];
  const changed = structuredClone(data);
  changed.results[1].viewer_age_distribution = { "13-17": 0.5, "65+": "0.5" };
  Object.freeze(changed.results[1].viewer_age_distribution);
  const wrong = (expected) => (error) => Object.entries(expected).every(([name, value]) => error[name] === value);
  assert.throws(
    () => decode("search", Object.freeze(changed)),
    wrong({ path: "/results/1/viewer_age_distribution/65+", expected: "a number", got: "'0.5'" }),
  );
  assert.throws(
    () => decode("search", { ...data, results: {} }),
    wrong({ path: "/results", expected: "a list", got: "an object" }),
  );
  assert.throws(
    () => decode("search", { ...data, results: [null] }),
    wrong({ path: "/results/0", expected: "an object", got: "null" }),
  );
  assert.throws(
    () => decode("search", { ...data, index: "siv_users" }),
    wrong({ path: "/index", expected: "the name of an index", got: "'siv_users'" }),
  );
  const { data: sector } = structuredClone(answers["share of voice"]);
  sector.brands[0].series[0].sentiment = "good";
  assert.throws(() => decode("sector", { status: "ok", result: [{ data: sector }] }), {
    message: "/result/0/data/brands/0/series/0/sentiment must be a number or null. Got 'good'.",
  });
});

test("an answer about creators has the count of creators", () => {
  const { data } = answers["groups of creators"];
  const { matched_creators, ...rest } = data;
  assert.throws(() => decode("aggregate", rest, { index: "siv_content_creator" }), { path: "/matched_creators" });
  assert.deepEqual(decode("aggregate", rest), rest, "without the index that was asked there is no telling");
  assert.equal(decode("aggregate", data, { index: "siv_content_creator" }).matched_creators, matched_creators);
});

test("an answer of another index is an error", () => {
  const { data } = answers.videos;
  assert.throws(() => decode("search", data, { index: "siv_business_ideas" }), {
    path: "/index",
    expected: "'siv_business_ideas'",
    got: "'siv_info'",
    message: "/index must be 'siv_business_ideas'. Got 'siv_info'.",
  });
  const echoed = { index: "siv_info", group_by: "tags", ...answers.groups.data };
  assert.throws(() => decode("aggregate", wrapped(echoed), { index: "siv_business_ideas" }), {
    path: "/result/0/data/index",
  });
});

test("`_meta` stays where it is", () => {
  const { data } = answers.groups;
  const _meta = {
    request_id: "req_1",
    dataset_version: "ds_1",
    cost: 10,
    size_applied: 2,
    cache: "hit",
    rows_read: 0,
    took_ms: 1,
    hints: ["a hint"],
    warnings: [],
    known_by: [{ scored_mentions: 3, scored_by_month: [1, 2] }],
    scored_by_topic: [
      [1, 2],
      [0, 4],
    ],
    baseline_mentions: [7, 8],
  };
  assert.deepEqual(decode("aggregate", wrapped({ ...data, _meta }))._meta, _meta);
  for (const scored_by_topic of [[[1, "2"]], [3], {}]) {
    assert.throws(() => decode("aggregate", { ...data, _meta: { ..._meta, scored_by_topic } }), {
      name: "DecodeError",
    });
  }
});

test("an error body is thrown as a problem with its exact text", () => {
  const { body } = problem(403, "insufficient_scope");
  const text = JSON.stringify(body, null, 1);
  assert.throws(
    () => decode("aggregate", text),
    (error) => {
      assert.ok(error instanceof ProblemError);
      assert.equal(error.problem.body, text);
      assert.equal(error.problem.status, 403);
      assert.equal(error.message, body.message);
      return true;
    },
  );
  assert.throws(() => decode("sector", body), { name: "ProblemError" });
});

test("the extra members of a problem are readable", () => {
  const { body } = problem(429, "rate_limited");
  body["violated-policies"] = [{ name: "minute" }];
  assert.throws(
    () => decode("search", body),
    (error) => error.problem.toJSON()["violated-policies"][0].name === "minute",
  );
});

test("an answer that is no JSON is reported with its beginning", () => {
  const page = `<!doctype html>${"x".repeat(100)}`;
  const cases = [
    [page, { path: "", expected: "JSON", got: `'${page.slice(0, 64)}…'` }],
    ["", { path: "", expected: "JSON", got: "''" }],
    ["null", { path: "", expected: "an object", got: "null" }],
    ["[]", { path: "", expected: "an object", got: "a list" }],
    ["5", { path: "", expected: "an object", got: "5" }],
    ['{"status":"ok","result":[]}', { path: "/result/0/data", expected: "an object", got: "nothing" }],
    ['{"status":"ok","result":[{"data":[]}]}', { path: "/result/0/data", got: "a list" }],
    ["{}", { path: "/matched_documents", got: "nothing" }],
  ];
  for (const [text, expected] of cases) {
    assert.throws(
      () => decode("aggregate", text),
      (error) =>
        error instanceof DecodeError && Object.entries(expected).every(([name, value]) => error[name] === value),
      text,
    );
  }
  assert.throws(() => decode("aggregate", null), { name: "DecodeError" });
});

test("an unknown operation is an error that lists the known ones", () => {
  assert.throws(() => decode("aggregates", "{}"), {
    message: /^operation 'aggregates' is not allowed\. Allowed: \[aggregate, /,
  });
});
