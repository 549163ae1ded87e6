// What a deployment says of its version and of what changes, to anybody who asks.
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

test("the version of the product is told at the address, with the changelog and to the operator", async () => {
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

test("callers read what changed for them, as the project's changelog has it", async () => {
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

test("nothing ends today, and no answer says that it does", async () => {
  const { json } = await send(edge, PATH);
  assert.deepEqual(json.deprecations, []);
  const { headers } = await send(edge, "/v1/schema");
  assert.deepEqual(
    ["deprecation", "sunset", "link"].map((name) => headers.get(name)),
    [null, null, null],
  );
});

test("the changelog is kept until it changes", async () => {
  const { headers } = await send(edge, PATH);
  const again = await send(edge, PATH, { headers: { "If-None-Match": headers.get("etag") } });
  assert.deepEqual([again.status, again.text], [304, ""]);
  assertProblem(await send(edge, PATH, { method: "POST" }), "method_not_allowed");
});
