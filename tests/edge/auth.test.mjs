// Authentication of the Data API: keys, their access, and the order in which a request is checked.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { crc32 } from "node:zlib";
import { createKey, operate, startServingEdge } from "./harness.mjs";
import { ask, operator, send } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { assertProblem } from "../support/problem.mjs";

const QUESTION = { index: "siv_info", size: 50 };
const CHALLENGE = 'ApiKey realm="data", header="X-API-Key"';
const OPERATIONS = ["aggregate", "search", "creators", "co-mentions", "sector"];

let edge;
before(async () => (edge = await startServingEdge(demoData)));
after(() => edge?.stop());

const sha256 = (text) => createHash("sha256").update(text).digest("hex");

/** Returns a well-formed key that was never issued: 32 base62 characters and their CRC-32 in six base62 digits. */
function unknownKey(kind = "live") {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const body = `ohk_${kind}_${"aB3".repeat(11).slice(0, 32)}`;
  let checksum = "";
  for (let rest = crc32(body); checksum.length < 6; rest = Math.floor(rest / 62))
    checksum = digits[rest % 62] + checksum;
  return body + checksum;
}

/** Returns all of KV, one text per entry. */
async function kvEntries() {
  const kv = await edge.mf.getKVNamespace("KV");
  const { keys } = await kv.list();
  return Object.fromEntries(await Promise.all(keys.map(async ({ name }) => [name, await kv.get(name)])));
}

test("a request without a key is 401 and names the missing header", async () => {
  for (const operation of OPERATIONS) {
    const answer = await send(edge, `/v1/${operation}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: "{}",
    });
    const body = assertProblem(answer, "missing_credentials");
    assert.equal(body.message, "Header X-API-Key is required.");
    assert.equal(body.param, "header:X-API-Key");
    assert.equal(answer.headers.get("www-authenticate"), CHALLENGE);
  }
  const schema = await send(edge, "/v1/schema");
  assertProblem(schema, "missing_credentials");
  assert.equal(schema.headers.get("www-authenticate"), CHALLENGE);
});

test("a bearer token on a data path is 401 and names the key's header", async () => {
  for (const headers of [
    { Authorization: `Bearer ${edge.secret}` },
    { Authorization: `Bearer oht_live_${"a".repeat(38)}` },
  ]) {
    const answer = await send(edge, "/v1/schema", { headers });
    assert.equal(assertProblem(answer, "missing_credentials").message, "Header X-API-Key is required.");
    assert.equal(answer.headers.get("www-authenticate"), CHALLENGE);
  }
});

test("a key in the query is never accepted and not repeated, and a key in a cookie is ignored", async () => {
  const [path, init] = ["/v1/search", { method: "POST", body: JSON.stringify(QUESTION) }];
  const asked = (query, headers) => [
    send(edge, `/v1/schema?${query}`, { headers }),
    send(edge, `${path}?${query}`, { ...init, headers: { "Content-Type": "application/json", ...headers } }),
  ];
  const codes = [
    [{}, "missing_credentials"],
    [{ "X-API-Key": edge.secret }, "unknown_parameter"],
    [{ "X-API-Key": `${edge.secret}x` }, "invalid_credentials"],
  ];
  for (const query of [
    `api_key=${edge.secret}`,
    `a=b&X-API-Key=${edge.secret}`,
    edge.secret,
    `auth=Bearer%20${edge.secret.replaceAll("_", "%5F")}`,
  ]) {
    for (const [headers, code] of codes) {
      for (const answer of await Promise.all(asked(query, headers))) {
        const { message } = assertProblem(answer, code);
        if (code !== "invalid_credentials") assert.match(message, /ecret does not belong into an address.*X-API-Key/);
        if (code === "missing_credentials") assert.match(message, /^Header X-API-Key is required\. /);
        assert.ok(!answer.text.includes(edge.secret));
      }
    }
  }
  assert.equal((await send(edge, "/v1/schema?a=b", { headers: { "X-API-Key": edge.secret } })).status, 200);
  assertProblem(
    await send(edge, "/v1/schema", { headers: { Cookie: `X-API-Key=${edge.secret}` } }),
    "missing_credentials",
  );
});

test("a mistyped, unknown or malformed key is 403, and the response does not say which", async () => {
  const last = edge.secret.at(-1);
  const mistyped = edge.secret.slice(0, -1) + (last === "0" ? "1" : "0");
  const secrets = [
    mistyped,
    edge.secret.toLowerCase(),
    `${edge.secret}0`,
    unknownKey(),
    unknownKey("test"),
    "",
    "x",
    "ohk_live_",
    "é",
    sha256(edge.secret),
    `credential/${sha256(edge.secret)}`,
  ];
  const messages = new Set();
  for (const secret of secrets) {
    const answer = await ask(edge, "search", QUESTION, { secret });
    const body = assertProblem(answer, "invalid_credentials");
    assert.equal(body.param, "header:X-API-Key");
    messages.add(body.message);
    assert.equal(answer.headers.get("www-authenticate"), null);
    if (secret.length > 10) assert.ok(!answer.text.includes(secret), "a secret is never repeated");
  }
  assert.equal(messages.size, 1, [...messages].join("\n"));
});

test("a response without a valid credential has no limits", async () => {
  for (const headers of [
    {},
    { "X-API-Key": unknownKey() },
    { "X-API-Key": "x" },
    { Authorization: `Bearer ${edge.secret}` },
  ]) {
    for (const path of ["/v1/schema", "/v1/mentions", "/nowhere", "/v1"]) {
      const answer = await send(edge, path, { headers });
      const told = [...answer.headers.keys()].filter((name) => /ratelimit/.test(name));
      assert.deepEqual(told, [], `${path} ${answer.status}`);
      assert.equal(answer.headers.get("x-quota-charged"), "false");
    }
  }
});

test("a revoked key is 403 on the next request, and revoking it again changes nothing", async () => {
  const { id, secret } = await createKey(edge);
  assert.equal((await ask(edge, "search", QUESTION, { secret })).status, 200);
  const first = JSON.parse(await operate(edge, ["keys", "revoke", id, "--json"]));
  assertProblem(await ask(edge, "search", QUESTION, { secret }), "invalid_credentials");
  assert.equal(first.status, "revoked");
  assert.deepEqual(JSON.parse(await operate(edge, ["keys", "revoke", id, "--json"])), first);
});

test("a key without the scope of the Data API is 403 insufficient_scope on every operation", async () => {
  const made = await operator(edge, "POST", "/keys", { plan: "trial", access_level: "raw", scopes: [] });
  assert.equal(made.status, 201, made.text);
  const { secret } = made.json;
  for (const operation of OPERATIONS)
    assertProblem(await ask(edge, operation, QUESTION, { secret }), "insufficient_scope");
  assertProblem(await send(edge, "/v1/schema", { headers: { "X-API-Key": secret } }), "insufficient_scope");
});

test("a key of access level aggregate gets at most 10 records with a warning; above 50 is 400 for every key", async () => {
  const { secret } = await createKey(edge, { access: "aggregate" });
  for (const operation of ["search", "creators"]) {
    const sized = (size, key) =>
      ask(edge, operation, operation === "search" ? { index: "siv_info", size } : { size }, { secret: key });
    for (const [size, applied] of [
      [1, 1],
      [10, 10],
      [11, 10],
      [50, 10],
    ]) {
      const answer = await sized(size, secret);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.json.results.length, applied);
      assert.equal(answer.headers.get("x-size-applied"), size > 10 ? "10" : null, `${operation} of ${size}`);
      assert.equal(answer.headers.get("x-query-cost"), String(10 + applied));
      assert.deepEqual(answer.json.results, (await sized(size, edge.secret)).json.results.slice(0, applied));
    }
    for (const key of [secret, edge.secret]) {
      assert.match(assertProblem(await sized(51, key), "limit_violation").message, /between 1 and 50\. Got 51\.$/);
    }
    assert.equal((await sized(50, edge.secret)).json.results.length, 50);
  }
  const buckets = await ask(edge, "aggregate", { index: "siv_info", group_by: "channel_name", size: 50 }, { secret });
  assert.equal(buckets.json.buckets.length, 50, "buckets are no documents");
  assert.equal(buckets.headers.get("x-size-applied"), null);
});

test("a request is checked in a fixed order: path, method, key, size, type, JSON, rules", async () => {
  const huge = "x".repeat(70_000);
  const json = { "Content-Type": "application/json" };
  const text = { "Content-Type": "text/plain" };
  const key = { "X-API-Key": edge.secret };
  const wrongKey = { "X-API-Key": "wrong" };
  const steps = [
    ["not_found", "/v1/searches", { method: "PATCH", headers: { ...wrongKey, ...text }, body: huge }],
    ["method_not_allowed", "/v1/search", { method: "PATCH", headers: { ...wrongKey, ...text }, body: huge }],
    ["method_not_allowed", "/v1/schema", { method: "POST", headers: text, body: huge }],
    ["missing_credentials", "/v1/search", { method: "POST", headers: text, body: huge }],
    ["invalid_credentials", "/v1/search", { method: "POST", headers: { ...wrongKey, ...text }, body: huge }],
    ["payload_too_large", "/v1/search", { method: "POST", headers: { ...key, ...text }, body: huge }],
    ["unsupported_media_type", "/v1/search", { method: "POST", headers: { ...key, ...text }, body: "{" }],
    ["invalid_json", "/v1/search", { method: "POST", headers: { ...key, ...json }, body: "{" }],
    ["missing_field", "/v1/search", { method: "POST", headers: { ...key, ...json }, body: "{}" }],
  ];
  for (const [code, path, init] of steps) assertProblem(await send(edge, path, init), code);
});

test("a secret is shown once; no list and no answer has it or its hash", async () => {
  const { id: account } = (await operator(edge, "POST", "/accounts", { name: "Shown once", plan: "trial" })).json;
  const made = await operator(edge, "POST", "/keys", { access_level: "raw", account_id: account, name: "shown once" });
  const { id, secret, prefix, last4 } = made.json;
  assert.match(secret, /^ohk_live_[0-9A-Za-z]{38}$/);
  assert.equal(prefix, secret.slice(0, 12));
  assert.equal(last4, secret.slice(-4));
  assert.ok(!made.text.includes(sha256(secret)));
  const listings = await Promise.all([
    operate(edge, ["keys", "list"]),
    operate(edge, ["keys", "list", "--json"]),
    operate(edge, ["keys", "list", "--account", account, "--json"]),
    operator(edge, "GET", "/keys").then(({ text }) => text),
    operate(edge, ["keys", "revoke", id, "--json"]),
  ]);
  for (const listing of listings) {
    assert.ok(listing.includes(id));
    for (const held of [secret, edge.secret]) {
      assert.ok(!listing.includes(held), "a secret is listed");
      assert.ok(!listing.includes(held.slice(12, -4)), "the middle of a secret is listed");
      assert.ok(!listing.includes(sha256(held)), "a hash is listed");
    }
  }
  assert.deepEqual(
    JSON.parse(listings[2]).keys.map((key) => key.id),
    [id],
  );
});

test("KV stores the hash of a secret and never the secret", async () => {
  const { id, secret } = await createKey(edge, { name: "kept as a hash" });
  const held = await kvEntries();
  const record = JSON.parse(held[`credential/${sha256(secret)}`]);
  assert.equal(record.id, id);
  assert.equal(record.hash, sha256(secret));
  for (const [name, value] of Object.entries(held)) {
    for (const piece of [secret, secret.slice(12, -4), edge.secret, edge.secret.slice(12, -4), edge.adminSecret]) {
      assert.ok(!name.includes(piece) && !value.includes(piece), `${name} holds a secret`);
    }
  }
});
