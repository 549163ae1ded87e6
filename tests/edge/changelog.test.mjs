// The public version and changelog of a deployment.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { inRoot, root } from "../../scripts/project.mjs";
import { versionOf } from "../../scripts/release/version.mjs";
import { startEdge } from "./harness.mjs";
import { operator, send } from "../support/client.mjs";
import { assertProblem } from "../support/problem.mjs";

let edge;
before(async () => (edge = await startEdge()));
after(() => edge?.stop());

const PATH = "/v1/changelog.json";
const version = versionOf(root);

test("the product's version is at its address, in the changelog and in the operator's API", async () => {
  const index = await send(edge, "/v1");
  assert.deepEqual(
    [index.json.version, index.json.changelog, index.headers.get("x-api-version")],
    [version, PATH, "1"],
  );
  assert.equal((await operator(edge, "GET", "/checks")).json.version, version);
  const { json } = await send(edge, PATH);
  assert.deepEqual([json.version, json.api_version, json.schema_version], [version, "v1", "1.0.0"]);
  assert.equal(json.releases[0].version, version);
});

test("callers get the entries of the project's changelog that concern them", async () => {
  const { status, json, headers } = await send(edge, PATH);
  assert.equal(status, 200);
  assert.deepEqual(
    [headers.get("content-type"), headers.get("cache-control")],
    ["application/json", "public, max-age=3600"],
  );
  const lines = new Set(readFileSync(inRoot("CHANGELOG.md"), "utf8").split("\n"));
  const [newest] = json.releases;
  assert.match(newest.date, /^\d{4}-\d\d-\d\d$/);
  assert.ok(newest.changes.length > 10);
  for (const { kind, for: audience, text } of newest.changes) {
    assert.match(kind, /^(added|changed|deprecated|removed|fixed|security)$/);
    assert.ok(lines.has(`- ${text}`), text);
    assert.ok(audience === null || lines.has(`For ${audience}:`), audience);
    assert.doesNotMatch(audience ?? "", /operator|code/);
  }
});

test("no endpoint is deprecated, and no response says so", async () => {
  const { json } = await send(edge, PATH);
  assert.deepEqual(json.deprecations, []);
  const { headers } = await send(edge, "/v1/schema");
  assert.deepEqual(
    ["deprecation", "sunset", "link"].map((name) => headers.get(name)),
    [null, null, null],
  );
});

test("the changelog may be stored until it changes", async () => {
  const { headers } = await send(edge, PATH);
  const again = await send(edge, PATH, { headers: { "If-None-Match": headers.get("etag") } });
  assert.deepEqual([again.status, again.text], [304, ""]);
  assertProblem(await send(edge, PATH, { method: "POST" }), "method_not_allowed");
});
