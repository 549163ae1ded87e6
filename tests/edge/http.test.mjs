// HTTP behaviour of the Data API: headers, paths, methods, sizes and types.
import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { createKey, startEdge, startServingEdge } from "./harness.mjs";
import { ask, operator, send } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { assertProblem } from "../support/problem.mjs";
import { QUESTIONS } from "../support/questions.mjs";

const MAX_BODY_BYTES = 64 * 1024;
const QUESTION = QUESTIONS.aggregate;

let edge;
before(async () => (edge = await startServingEdge(demoData)));
after(() => edge?.stop());

const schema = (headers = {}, options = {}) =>
  send(edge, "/v1/schema", { ...options, headers: { "X-API-Key": edge.secret, ...headers } });

test("every response has an id of its own and the standard headers", async () => {
  const answers = await Promise.all([
    schema(),
    ask(edge, "aggregate", QUESTION),
    ask(edge, "aggregate", {}),
    ask(edge, "aggregate", QUESTION, { secret: "wrong" }),
    send(edge, "/v1"),
    send(edge, "/nowhere"),
    send(edge, "/v1/search"),
    send(edge, "/problems/not-found"),
    operator(edge, "GET", "/dataset"),
    operator(edge, "GET", "/nowhere"),
    send(edge, "/admin/v1/dataset"),
  ]);
  for (const { status, headers } of answers) {
    const where = `of ${status}`;
    assert.match(headers.get("x-request-id") ?? "", /^req_[0-9A-HJKMNP-TV-Z]{10,26}$/, where);
    assert.equal(headers.get("x-content-type-options"), "nosniff", where);
    assert.match(headers.get("strict-transport-security") ?? "", /^max-age=\d{7,}/, where);
    assert.ok(headers.get("x-api-version"), where);
    assert.match(headers.get("server-timing") ?? "", /total;dur=\d/, where);
    assert.ok(headers.get("cache-control"), where);
    assert.match(
      headers.get("x-quota-charged") ?? "",
      status === 200 && headers.has("x-cache") ? /^true$/ : /^false$/,
      where,
    );
    assert.match(headers.get("x-query-cost") ?? "", /^\d+$/, where);
    const varies = (headers.get("vary") ?? "").split(",").map((name) => name.trim().toLowerCase());
    for (const name of ["authorization", "x-api-key", "accept"])
      assert.ok(varies.includes(name), `Vary ${where}: ${varies}`);
  }
  assert.equal(new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size, answers.length);
});

test("queries are not stored and report their cost; refusals are free", async () => {
  for (const [operation, question] of Object.entries(QUESTIONS)) {
    const answer = await ask(edge, operation, question);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers.get("cache-control"), "no-store");
    assert.match(answer.headers.get("x-query-cost"), /^\d+$/);
    assert.match(answer.headers.get("x-cache") ?? "", /^(hit|miss)$/);
    assert.match(
      answer.headers.get("server-timing"),
      /^(auth;dur=\d+, )?(meter;dur=\d+, )?(db;dur=\d+, )?total;dur=\d+$/,
    );
    const refused = await ask(edge, operation, { nonsense: true });
    assert.equal(refused.headers.get("cache-control"), "no-store");
    assert.ok([null, "0"].includes(refused.headers.get("x-query-cost")));
  }
});

test("an unknown path is 404 for every method, and repeats at most 64 characters of it", async () => {
  const paths = [
    "/v1/",
    "/v1/schema/",
    "/v2/schema",
    "/V1/schema",
    "/v1/co_mentions",
    "/problems",
    "/problems/none",
    "/problems/invalid_json",
    "/admin",
    "/admin/v1/nowhere",
    "/%00",
    "/..%2fetc",
    `/${"a".repeat(500)}`,
  ];
  for (const path of paths) {
    for (const method of ["GET", "POST", "DELETE"]) {
      if (path.startsWith("/problems/") && method !== "GET") continue;
      const body = assertProblem(
        await send(edge, path, { method, headers: { "X-API-Key": edge.secret } }),
        "not_found",
      );
      assert.ok(!body.message.includes("a".repeat(65)), body.message);
    }
  }
});

test("an unsupported method is 405, and Allow lists the supported ones", async () => {
  const allowed = (answer) =>
    new Set(
      (answer.headers.get("allow") ?? "")
        .split(",")
        .map((name) => name.trim())
        .filter(Boolean),
    );
  for (const operation of Object.keys(QUESTIONS)) {
    for (const method of ["GET", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
      const answer = await send(edge, `/v1/${operation}`, { method });
      assertProblem(answer, "method_not_allowed");
      assert.deepEqual(allowed(answer), new Set(["POST"]), `${method} ${operation}`);
    }
  }
  for (const method of ["POST", "PUT", "DELETE"]) {
    const answer = await schema({}, { method });
    assertProblem(answer, "method_not_allowed");
    assert.deepEqual(allowed(answer), new Set(["GET", "HEAD"]), `${method} schema`);
  }
});

test("a body above 64 KiB is 413, declared or not, and one of exactly 64 KiB is accepted", async () => {
  const filled = (bytes) => JSON.stringify(QUESTION).padEnd(bytes, " ");
  assert.equal((await ask(edge, "aggregate", filled(MAX_BODY_BYTES))).status, 200);
  assert.match(
    assertProblem(await ask(edge, "aggregate", filled(MAX_BODY_BYTES + 1)), "payload_too_large").message,
    /65536/,
  );
  const chunked = async (bytes) => {
    const chunks = new ReadableStream({
      start(controller) {
        const all = Buffer.from(filled(bytes));
        for (let at = 0; at < all.length; at += 10_000) controller.enqueue(all.subarray(at, at + 10_000));
        controller.close();
      },
    });
    const headers = { "X-API-Key": edge.secret, "Content-Type": "application/json" };
    return send(edge, "/v1/aggregate", { method: "POST", headers, body: chunks, duplex: "half" });
  };
  assert.equal((await chunked(MAX_BODY_BYTES)).status, 200);
  assertProblem(await chunked(MAX_BODY_BYTES + 1), "payload_too_large");
});

test("a too large declared length is refused before the body arrives", async () => {
  const { hostname, port } = new URL(edge.url);
  const socket = connect(Number(port), hostname);
  const head = [
    "POST /v1/aggregate HTTP/1.1",
    `Host: ${hostname}`,
    `X-API-Key: ${edge.secret}`,
    "Content-Type: application/json",
    "Content-Length: 1000000000",
    "",
    "",
  ];
  socket.write(head.join("\r\n"));
  const answer = await new Promise((resolve, reject) => {
    let text = "";
    socket.setTimeout(10_000, () => reject(new Error("no answer while the body is awaited")));
    socket.on("error", reject).on("data", (chunk) => /^HTTP\/1.1 \d+ .*\r\n/.test((text += chunk)) && resolve(text));
  });
  socket.destroy();
  assert.match(answer, /^HTTP\/1\.1 413 /);
});

test("a body that is not declared as JSON is 415", async () => {
  const declared = (type) =>
    send(edge, "/v1/aggregate", {
      method: "POST",
      headers: { "X-API-Key": edge.secret, ...(type && { "Content-Type": type }) },
      body: Buffer.from(JSON.stringify(QUESTION)),
    });
  for (const type of [
    undefined,
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "application/problem+json",
    "json",
    "text/json",
  ]) {
    assert.equal(assertProblem(await declared(type), "unsupported_media_type").param, "header:Content-Type");
  }
  for (const type of [
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON",
    'application/json;profile="wrapped"',
  ])
    assert.equal((await declared(type)).status, 200, type);
});

test("an Accept header that excludes JSON is 406 before the query runs", async () => {
  for (const accept of [
    "text/html",
    "image/*",
    "application/json;q=0",
    'application/json;profile="other"',
    "application/xml, text/plain",
  ]) {
    assert.equal(
      assertProblem(await ask(edge, "aggregate", QUESTION, { headers: { Accept: accept } }), "not_acceptable").param,
      "header:Accept",
    );
    assertProblem(await schema({ Accept: accept }), "not_acceptable");
  }
  for (const accept of ["*/*", "application/*", "application/json", "text/html, application/json;q=0.1"]) {
    assert.equal((await ask(edge, "aggregate", QUESTION, { headers: { Accept: accept } })).status, 200, accept);
  }
});

test("a refusal for size, type or Accept counts in the minute and is not charged", async () => {
  const { secret } = await createKey(edge, { name: "counted" });
  const left = async (body, headers) => {
    const answer = await ask(edge, "aggregate", body, { secret, headers });
    assert.equal(answer.headers.get("x-quota-charged"), "false");
    return [answer.status, Number(/"minute";r=(\d+)/.exec(answer.headers.get("ratelimit"))[1])];
  };
  const [, first] = await left({}, {});
  const refusals = [
    [413, " ".repeat(MAX_BODY_BYTES + 1), {}],
    [415, QUESTION, { "Content-Type": "text/plain" }],
    [415, QUESTION, { "Content-Encoding": "gzip" }],
    [406, QUESTION, { Accept: "text/html" }],
    [400, "{", {}],
  ];
  for (const [at, [status, body, headers]] of refusals.entries())
    assert.deepEqual(await left(body, headers), [status, first - 1 - at]);
});

test("weights in Accept select the form, and 0 excludes one", async () => {
  const profile = (flat, wrapped) =>
    `application/json;profile="flat";q=${flat}, application/json;profile="wrapped";q=${wrapped}`;
  const accepts = [
    [profile(0.1, 0.9), true],
    [profile(0.9, 0.1), false],
    [profile(0, 0.1), true],
    ['application/json;profile="flat";q=0, */*', true],
    ['application/json;q=0.2, application/json;profile="wrapped";q=0.1', false],
  ];
  for (const [accept, isWrapped] of accepts) {
    const answer = await ask(edge, "aggregate", QUESTION, { headers: { Accept: accept } });
    assert.deepEqual([answer.status, "result" in answer.json], [200, isWrapped], accept);
    assert.equal("result" in (await schema({ Accept: accept })).json, isWrapped, accept);
  }
  assertProblem(await ask(edge, "aggregate", QUESTION, { headers: { Accept: profile(0, "0.0") } }), "not_acceptable");
  assertProblem(await ask(edge, "aggregate", QUESTION, { headers: { Accept: "application/*;q=0" } }), "not_acceptable");
});

test("a compressed body is 415, and the response lists what is accepted", async () => {
  const body = JSON.stringify(QUESTION);
  for (const [coding, bytes] of [
    ["gzip", gzipSync(body)],
    ["br", brotliCompressSync(body)],
    ["deflate", deflateSync(body)],
    ["identity, gzip", gzipSync(body)],
    ["GZIP", gzipSync(body)],
  ]) {
    const answer = await ask(edge, "aggregate", bytes, { headers: { "Content-Encoding": coding } });
    const { param, allowed, message } = assertProblem(answer, "unsupported_media_type");
    assert.deepEqual(
      [param, allowed, message],
      ["header:Content-Encoding", ["identity"], `Content-Encoding '${coding}' is not allowed. Allowed: [identity]`],
    );
    assert.equal(answer.headers.get("accept-encoding"), "identity");
  }
  for (const coding of ["identity", "Identity"])
    assert.equal((await ask(edge, "aggregate", QUESTION, { headers: { "Content-Encoding": coding } })).status, 200);
  const made = await operator(edge, "POST", "/keys", { plan: "trial" }, { "Content-Encoding": "gzip" });
  assertProblem(made, "unsupported_media_type");
});

test("a too long address is 404, in the form of every error", async () => {
  assertProblem(
    await send(edge, `/v1/schema?a=${"x".repeat(70_000)}`, { headers: { "X-API-Key": edge.secret } }),
    "not_found",
  );
  assert.equal((await send(edge, "/v1/schema?a=|{}^`%ff", { headers: { "X-API-Key": edge.secret } })).status, 200);
});

test("a body is read with or without a declared length", async () => {
  // As HTTP/2 may deliver it: without a length and a transfer encoding in the headers.
  const entry = `
import Worker from "./index.js";
export * from "./index.js";
export default {
  async fetch(request, env, context) {
    const headers = new Headers(request.headers);
    headers.delete("content-length");
    headers.delete("transfer-encoding");
    return Worker.fetch(new Request(request.url, { method: request.method, headers, body: request.body }), env, context);
  },
};
`;
  const bare = await startEdge({ entry });
  try {
    const { secret } = await createKey(bare);
    assertProblem(await ask(bare, "aggregate", { index: "nothing" }, { secret }), "value_not_allowed");
    assertProblem(await ask(bare, "aggregate", "x".repeat(MAX_BODY_BYTES + 1), { secret }), "payload_too_large");
  } finally {
    await bare.stop();
  }
});
