// The root address, and unknown addresses: both say what exists.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { startEdge } from "./harness.mjs";
import { send } from "../support/client.mjs";
import { assertProblem } from "../support/problem.mjs";

let edge, bare;
before(async () => ([edge, bare] = await Promise.all([startEdge(), startEdge({ site: false })])));
after(() => Promise.all([edge?.stop(), bare?.stop()]));

test("the root address names the endpoints, the credentials and the description", async () => {
  // Without static files, the root address has no dashboard.
  for (const [edge_, path] of [
    [bare, "/"],
    [edge, "/v1"],
  ]) {
    const { status, json, text, headers } = await send(edge_, path);
    assert.equal(status, 200, text);
    assert.equal(headers.get("content-type"), "application/json");
    assert.ok(text.length < 3000, `${text.length} bytes`);
    assert.equal(json.name, "Overheard");
    const [data, account] = json.interfaces;
    assert.deepEqual(
      [data.credential, data.reference, data.schema],
      ["header X-API-Key", "/docs/guides/data-api/", "/v1/schema"],
    );
    assert.deepEqual(
      [account.credential, account.reference],
      ["header Authorization: Bearer", "/docs/guides/account-api/"],
    );
    assert.ok(data.endpoints.includes("POST /v1/sector") && account.endpoints.includes("GET /v1/trends/compare"));
    // The listed endpoints exist: without a credential they respond 401.
    for (const endpoint of [...data.endpoints, ...account.endpoints, json.browser_tokens]) {
      const [method, named] = endpoint.split(" ");
      assertProblem(await send(edge_, named.replace(":id", "men_0123456789"), { method }), "missing_credentials");
    }
    const head = await send(edge_, path, { method: "HEAD" });
    assert.deepEqual(
      [head.status, head.text, head.headers.get("cache-control")],
      [200, "", headers.get("cache-control")],
    );
    assert.deepEqual(assertProblem(await send(edge_, path, { method: "POST" }), "method_not_allowed").status, 405);
  }
});

test("with static files, the root address is the dashboard, with a policy that allows only these files and inline parts", async () => {
  const titles = {
    "/": "Overview · Overheard",
    "/join": "Overheard",
    "/mentions": "Mentions · Overheard",
    "/settings/usage": "Settings · Overheard",
  };
  for (const [path, title] of Object.entries(titles)) {
    const { status, text, headers } = await send(edge, path);
    assert.deepEqual([status, headers.get("content-type")], [200, "text/html; charset=utf-8"], path);
    assert.ok(text.includes(`<title>${title}</title>`), path);
    const policy = headers.get("content-security-policy");
    assert.match(
      policy,
      /^default-src 'none'; script-src 'self' 'sha256-[\w+/]+=' 'wasm-unsafe-eval'; .*connect-src 'self'; .*frame-ancestors 'none'$/,
    );
    assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval'? |https?:|\*/);
    // The policy has the hashes of the one inline script and the one inline style sheet.
    for (const kind of ["script", "style"]) {
      const written = [...text.matchAll(new RegExp(`<${kind}>(.*?)</${kind}>`, "gs"))].map(([, content]) => content);
      assert.equal(written.length, 1, `${path}: ${kind}`);
      const allowed = policy.split("; ").find((rule) => rule.startsWith(`${kind}-src `));
      assert.ok(
        allowed.includes(`'sha256-${createHash("sha256").update(written[0]).digest("base64")}'`),
        `${path}: ${kind}`,
      );
    }
    assert.doesNotMatch(text, / style=| on\w+="/);
    // The first paint, before any script has run.
    assert.equal(/<h1>Mentions<\/h1>/.test(text), path === "/mentions");
    assert.equal(/<nav class="side"/.test(text), path !== "/join");
    assert.equal(headers.get("referrer-policy"), "no-referrer");
  }
  const [script] = (await send(edge, "/")).text.match(/\/assets\/index-[\w-]+\.js/);
  assert.equal((await send(edge, script)).headers.get("cache-control"), "public, max-age=31536000, immutable");
  const explore = await send(edge, "/explore/");
  assert.match(explore.text, /Overheard playground/);
  assert.match(explore.headers.get("content-security-policy"), /frame-ancestors 'none'/);
});

test("an unknown address lists the existing ones and suggests a similar one", async () => {
  const meant = {
    "/v1/serach": "/v1/search",
    "/v1/Schema": "/v1/schema",
    "/v1/schema/": "/v1/schema",
    "/V1/schema": "/v1/schema",
    "/v2/sector": "/v1/sector",
    "/aggregate": "/v1/aggregate",
    "/v1/co_mentions": "/v1/co-mentions",
    "/v1/mention/men_0123456789": "/v1/mentions/:id",
    "/v1/influencers/inf_0123456789/mention": "/v1/influencers/:id/mentions",
    "/v1/sentiment/timelines": "/v1/sentiment/timeline",
    "/v1/_ext/browser-token": "/v1/_ext/browser-tokens",
  };
  for (const [path, expected] of Object.entries(meant)) {
    const { allowed, did_you_mean: meantPath, message } = assertProblem(await send(edge, path), "not_found");
    assert.equal(meantPath, expected, path);
    assert.ok(allowed.includes("/v1/aggregate") && allowed.includes("/v1/trends/emerging"));
    assert.ok(
      message.startsWith(
        `there is nothing at path '${path}'. /v1/openapi.json describes what there is. Allowed: [/v1/aggregate, `,
      ),
      message,
    );
  }
  for (const path of ["/nowhere", "/favicon.ico", `/${"a".repeat(5_000)}`, "/v1/nothing-like-it"]) {
    const body = assertProblem(await send(edge, path), "not_found");
    assert.ok(!("did_you_mean" in body) && body.allowed.length > 10, body.did_you_mean);
  }
});

test("the operator's API is not listed, and does not list the endpoints of others", async () => {
  assert.ok(
    !assertProblem(await send(edge, "/nowhere"), "not_found").allowed.some((path) => path.startsWith("/admin")),
  );
  const body = assertProblem(
    await send(edge, "/admin/v1/nowhere", { headers: { Authorization: `Bearer ${edge.adminSecret}` } }),
    "not_found",
  );
  assert.ok(!("allowed" in body));
});
