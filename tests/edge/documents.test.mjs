// Public files of a deployment: its description, its changelog, and the introduction for agents.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { description } from "../../scripts/description.mjs";
import { openapi } from "../../scripts/openapi/document.mjs";
import { root } from "../../scripts/project.mjs";
import { versionOf } from "../../scripts/release/version.mjs";
import { startEdge } from "./harness.mjs";
import { send } from "../support/client.mjs";
import { assertProblem } from "../support/problem.mjs";

let edge, described;
before(async () => ([edge, described] = await Promise.all([startEdge(), description()])));
after(() => edge?.stop());

const DOCUMENTS = {
  "/v1/openapi.json": "application/json",
  "/v1/changelog.json": "application/json",
  "/llms.txt": "text/markdown; charset=utf-8",
  "/docs/guides/data-api.md": "text/markdown; charset=utf-8",
  "/docs/": "text/html",
};

test("public files are readable from pages of all origins, and may be stored until they change", async () => {
  for (const [path, type] of Object.entries(DOCUMENTS)) {
    const { status, headers, text } = await send(edge, path, { headers: { Origin: "https://elsewhere.example" } });
    assert.deepEqual(
      [status, headers.get("access-control-allow-origin"), headers.get("x-api-version")],
      [200, "*", "1"],
      path,
    );
    assert.ok(headers.get("content-type").startsWith(type), `${path}: ${headers.get("content-type")}`);
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    const again = await send(edge, path, { headers: { "If-None-Match": headers.get("etag") } });
    assert.deepEqual([again.status, again.text], [304, ""], path);
    const head = await send(edge, path, { method: "HEAD" });
    assert.deepEqual([head.status, head.text, head.headers.get("etag")], [200, "", headers.get("etag")], path);
    assert.ok(text.length > 500, path);
  }
  for (const path of ["/v1/openapi.json", "/v1/changelog.json"])
    assert.equal((await send(edge, path)).headers.get("cache-control"), "public, max-age=3600");
  // They cannot be changed, and unknown paths are refused as everywhere.
  for (const method of ["POST", "DELETE"]) {
    const refused = await send(edge, "/v1/openapi.json", { method });
    assertProblem(refused, "method_not_allowed");
    assert.match(refused.headers.get("allow"), /^GET,\s*HEAD$/);
  }
  assertProblem(await send(edge, "/docs/nothing"), "not_found");
  assertProblem(await send(edge, "/_headers"), "not_found");
});

test("the OpenAPI document has this version, and every operation that it describes exists", async () => {
  const { json } = await send(edge, "/v1/openapi.json");
  assert.deepEqual(json, openapi(described));
  assert.equal(json.info.version, versionOf(root));
  for (const [path, operations] of Object.entries(json.paths)) {
    for (const method of Object.keys(operations)) {
      const { security } = operations[method];
      const { status } = await send(edge, path.replace(/\{\w+\}/, "men_0123456789"), { method: method.toUpperCase() });
      const open = path.endsWith("{secret}") ? 404 : 200;
      assert.equal(status, security?.length === 0 ? open : 401, `${method} ${path}`);
    }
  }
});

test("/llms.txt lists every operation and every guide", async () => {
  const { text } = await send(edge, "/llms.txt");
  const { data, account } = described;
  for (const { method, path } of [...data, ...account]) assert.ok(text.includes(`\`${method} ${path}\`: `), path);
  const links = [...text.matchAll(/\]\((\/[^)]+)\)/g)].map(([, path]) => path);
  assert.ok(links.length > 10);
  for (const path of links) assert.equal((await send(edge, path)).status, 200, path);
});

test("an error on an unknown path links to the service's description", async () => {
  const links = /<\/v1\/openapi\.json>; rel="service-desc", <\/docs\/>; rel="service-doc"/;
  const { headers, json } = await send(edge, "/v1");
  assert.match(headers.get("link"), links);
  assert.deepEqual(
    [json.openapi, json.documentation, json.agents],
    ["/v1/openapi.json", "/docs/", { mcp: "/mcp", summary: "/llms.txt" }],
  );
  const lost = await send(edge, "/v1/nowhere");
  assert.match(assertProblem(lost, "not_found").message, /\/v1\/openapi\.json describes what there is/);
  for (const path of ["/nowhere", "/admin/v1/nowhere", "/problems/nothing"])
    assert.match((await send(edge, path)).headers.get("link"), links, path);
});
