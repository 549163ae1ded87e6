// The forms of an answer: flat or wrapped, with or without members on request.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { datasetStatus, startServingEdge } from "./harness.mjs";
import { ask, send } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { assertProblem } from "../support/problem.mjs";
import { QUESTIONS } from "../support/questions.mjs";

const QUESTION = QUESTIONS.aggregate;
/** The request members that the wrapped form repeats. */
const ECHOES = {
  aggregate: { index: "siv_business_ideas", group_by: "brand_name" },
  "co-mentions": { field: "brand_name", values: ["Velunara", "Ostrivane"], group_by: "video_id" },
};
const META = [
  "request_id",
  "dataset_version",
  "cost",
  "size_applied",
  "cache",
  "rows_read",
  "took_ms",
  "hints",
  "warnings",
];

let edge;
before(async () => (edge = await startServingEdge(demoData)));
after(() => edge?.stop());

test("the deployment sets the envelope unless Accept asks for the other, and errors are never wrapped", async () => {
  const wrapping = await startServingEdge(demoData, { envelope: "wrapped" });
  try {
    for (const [operation, question] of Object.entries(QUESTIONS)) {
      const as = async (at, profile) => {
        const answer = await ask(at, operation, question, {
          headers: profile ? { Accept: `application/json;profile="${profile}"` } : {},
        });
        const isNamed = profile === "wrapped";
        assert.equal(
          answer.headers.get("content-type"),
          isNamed ? 'application/json;profile="wrapped"' : "application/json",
        );
        return answer.json;
      };
      const flat = await as(edge);
      assert.ok(!("result" in flat) && !("status" in flat));
      assert.deepEqual(await as(edge, "flat"), flat);
      assert.deepEqual(await as(wrapping, "flat"), flat);
      const wrapped = { status: "ok", result: [{ data: { ...ECHOES[operation], ...flat } }] };
      assert.deepEqual(await as(edge, "wrapped"), wrapped);
      assert.deepEqual(await as(wrapping, "wrapped"), wrapped);
      assert.deepEqual(await as(wrapping), wrapped);
    }
    assertProblem(await ask(wrapping, "aggregate", {}), "missing_field");
    const described = await send(wrapping, "/v1/schema", { headers: { "X-API-Key": wrapping.secret } });
    assert.equal(described.json.status, "ok");
    assert.equal(described.json.result[0].data.variants.envelope, "wrapped");
    const asWrapped = await send(edge, "/v1/schema", {
      headers: { "X-API-Key": edge.secret, Accept: 'application/json;profile="wrapped"' },
    });
    assert.equal(
      asWrapped.json.result[0].data.variants.envelope,
      "flat",
      "the deployment's form, whatever is asked for",
    );
    const types = [described, asWrapped].map(({ headers }) => headers.get("content-type"));
    assert.deepEqual(types, ["application/json", 'application/json;profile="wrapped"']);
  } finally {
    await wrapping.stop();
  }
});

test("undocumented members are sent on request only, at the top or inside data", async () => {
  const served = (await datasetStatus(edge)).served.version;
  for (const [operation, question] of Object.entries(QUESTIONS)) {
    const plain = await ask(edge, operation, question);
    assert.ok(!("_meta" in plain.json));
    assert.equal(plain.headers.get("preference-applied"), null);
    for (const prefer of ["meta", "Meta", "respond-async, meta"]) {
      const answer = await ask(edge, operation, question, { headers: { Prefer: prefer } });
      assert.equal(answer.headers.get("preference-applied"), "meta");
      const { _meta: meta, ...documented } = answer.json;
      assert.deepEqual(documented, plain.json);
      const sized = operation !== "sector";
      const expected = [...META, ...(operation === "sector" ? ["known_by", "ranking"] : [])];
      assert.deepEqual(Object.keys(meta).sort(), expected.sort(), operation);
      assert.equal(meta.request_id, answer.headers.get("x-request-id"));
      assert.equal(meta.dataset_version, served);
      assert.equal(String(meta.cost), answer.headers.get("x-query-cost"));
      assert.equal(meta.cache, answer.headers.get("x-cache"));
      assert.equal(meta.size_applied, sized ? 2 : null);
      assert.ok(Number.isSafeInteger(meta.rows_read) && Number.isFinite(meta.took_ms));
      assert.ok(Array.isArray(meta.hints) && Array.isArray(meta.warnings));
    }
    const wrapped = await ask(edge, operation, question, {
      headers: { Prefer: "meta", Accept: 'application/json;profile="wrapped"' },
    });
    assert.deepEqual(Object.keys(wrapped.json), ["status", "result"]);
    assert.ok(wrapped.json.result[0].data._meta);
  }
  const other = await ask(edge, "aggregate", QUESTION, { headers: { Prefer: "metadata, wait=5" } });
  assert.ok(!("_meta" in other.json));
});

test("hints and warnings suggest better queries", async () => {
  const meta = async (operation, question) =>
    (await ask(edge, operation, question, { headers: { Prefer: "meta" } })).json._meta;
  const folded = await meta("aggregate", { ...QUESTION, filters: { brand_name: "velunara" } });
  assert.ok(
    folded.hints.some((hint) => hint.includes("'Velunara'")),
    folded.hints.join(),
  );
  const never = await meta("co-mentions", { values: ["Velunara", "Nosuchbrand"] });
  assert.ok(
    never.hints.some((hint) => hint.includes("'Nosuchbrand'")),
    never.hints.join(),
  );
  const partial = await meta("sector", { ...QUESTIONS.sector, from_date: "2025-01-10", to_date: "2025-02-10" });
  assert.deepEqual(
    partial.warnings.map((warning) => warning.match(/\d{4}-\d\d/)[0]),
    ["2025-01", "2025-02"],
  );
});
