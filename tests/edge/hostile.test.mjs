// Requests that no client library sends: each is answered or dropped, and other clients are not affected.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startEdge, startServingEdge } from "./harness.mjs";
import { ask } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { assertProblem } from "../support/problem.mjs";
import { QUESTIONS } from "../support/questions.mjs";
import { head, open, sendRaw } from "../support/raw.mjs";

const JSON_TYPE = "Content-Type: application/json";
/** Concurrent queries while a hostile request is sent. */
const CONCURRENT = 6;

let edge;
// The instance caches a value for an hour. A cache hit proves that it is still the same instance.
before(async () => {
  edge = await startServingEdge(demoData, { bindings: { SERVED_FOR_SECONDS: "3600" } });
  assert.equal((await question({ Prefer: "meta" })).status, 200);
});
after(() => edge?.stop());

const question = (headers) => ask(edge, "aggregate", QUESTIONS.aggregate, { headers });

/** Runs hostile requests beside normal ones. All normal requests are answered, and the instance keeps its cache. */
async function whileOthersAsk(work) {
  const others = Array.from({ length: CONCURRENT }, async (_, position) => {
    await sleep(position * 3);
    return question();
  });
  const result = await work();
  for (const { status, text } of await Promise.all(others)) assert.equal(status, 200, text);
  const { json } = await question({ Prefer: "meta" });
  assert.equal(json._meta.rows_read, 0, "the instance was begun anew");
  return result;
}

const get = (headers) => sendRaw(edge, [head(edge, "GET /v1/schema", [`X-API-Key: ${edge.secret}`, ...headers])]);
const post = (headers, parts, options) =>
  sendRaw(
    edge,
    [head(edge, "POST /v1/aggregate", [`X-API-Key: ${edge.secret}`, JSON_TYPE, ...headers]), ...parts],
    options,
  );

test("a query of an hour ago is a cache hit", () => whileOthersAsk(async () => {}));

test("a control character in a header is a 400 that names the header", async () => {
  const controls = [...Array(0x20).keys(), 0x7f].filter((byte) => ![0, 9, 10, 13].includes(byte));
  for (const control of controls) {
    const refused = await whileOthersAsk(() => get([`X-Anything: a${String.fromCharCode(control)}b`]));
    const { message, param } = assertProblem(refused, "invalid_header");
    assert.deepEqual(
      [message, param],
      ["header 'x-anything' has a control character, which no header can have.", "header:x-anything"],
    );
  }
  assertProblem(await whileOthersAsk(() => get(["Accept: \x01", "Content-Type: \x7f"])), "invalid_header");
});

test("a non-ASCII header name, or one of 66,000 bytes, is a 400", async () => {
  for (const name of ["X-\x80", "X-\xff", "\xc3\xa9", "x".repeat(66_000)])
    assertProblem(await whileOthersAsk(() => get([`${name}: a`])), "invalid_header");
});

test("non-ASCII and long header values are accepted", async () => {
  for (const value of ["a\xff", "\xc3\xa9", "x".repeat(100_000), "\t a \t"])
    assert.equal((await whileOthersAsk(() => get([`X-Anything: ${value}`]))).status, 200);
});

test("headers that nobody reads are not stored, however many there are", async () => {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-.^_`|~";
  const names = [...letters].flatMap((one) =>
    [...letters].flatMap((two) => [...letters].map((three) => one + two + three)),
  );
  const { hostname } = new URL(edge.url);
  const lines = (count) =>
    Buffer.from(
      ["GET /v1/schema HTTP/1.1", `Host: ${hostname}`, ...names.slice(0, count).map((name) => `${name}:`), "", ""].join(
        "\n",
      ),
    );
  // The router before the Worker, which serves static files, accepts a thousand headers. The Worker never sees more.
  const alone = await startEdge({ site: false });
  try {
    assertProblem(await sendRaw(alone, [lines(20_000)]), "missing_credentials");
    assertProblem(await sendRaw(alone, [lines(25_500)]), "missing_credentials");
    assertProblem(await sendRaw(alone, [lines(10)]), "missing_credentials");
  } finally {
    await alone.stop();
  }
});

test("an unsupported method is 405, including rare ones", async () => {
  for (const method of ["PROPFIND", "TRACE", "MKCOL", "PURGE"]) {
    assertProblem(
      await whileOthersAsk(() => sendRaw(edge, [head(edge, `${method} /v1/schema`, [`X-API-Key: ${edge.secret}`])])),
      "method_not_allowed",
    );
  }
});

test("a truncated body is a 400", async () => {
  const half = { half: true };
  const broken = [
    () => post(["Content-Length: 100"], ['{"index":'], half),
    () => post(["Content-Length: 70000"], ['{"index":'], half),
    () => post(["Transfer-Encoding: chunked"], ['9\r\n{"index":\r\n'], half),
  ];
  for (const work of broken) assert.equal((await whileOthersAsk(work)).status, work === broken[1] ? 413 : 400);
  assert.match(assertProblem(await whileOthersAsk(broken[0]), "invalid_json").message, /broke off before its end/);
});

test("an aborted upload does not affect others", async () => {
  const lengths = [
    "Content-Length: 100",
    "Content-Length: 60000",
    "Content-Length: 200000",
    "Transfer-Encoding: chunked",
  ];
  for (const length of lengths) {
    for (const sent of ["", '{"index"', "x".repeat(50_000)]) {
      await whileOthersAsk(async () => {
        const { socket, close } = open(edge);
        socket.write(head(edge, "POST /v1/aggregate", [`X-API-Key: ${edge.secret}`, JSON_TYPE, length]));
        socket.write(length.startsWith("T") && sent ? `${sent.length.toString(16)}\r\n${sent}\r\n` : sent);
        await sleep(20);
        close();
      });
    }
  }
});

test("chunks of any size form one body, and a malformed chunk ends its own connection only", async () => {
  const body = JSON.stringify(QUESTIONS.aggregate);
  const chunks = (size) => [
    ...body.match(new RegExp(`.{1,${size}}`, "g")).map((part) => `${part.length.toString(16)}\r\n${part}\r\n`),
    "0\r\n\r\n",
  ];
  for (const size of [1, 7, 1000])
    assert.equal((await whileOthersAsk(() => post(["Transfer-Encoding: chunked"], chunks(size)))).status, 200);
  await whileOthersAsk(() => post(["Transfer-Encoding: chunked"], ["zz\r\n"]).catch(() => {}));
});

test("an invalid target or host gets no answer that belongs to others", async () => {
  for (const line of [
    "GET http://a b/v1/schema",
    "OPTIONS *",
    "GET //\x80\xff",
    `GET /${"%ff".repeat(5_000)}`,
    "CONNECT example.com:443",
  ]) {
    const { status } = await whileOthersAsk(() => sendRaw(edge, [head(edge, line)]));
    assert.ok(status >= 400, `${line}: ${status}`);
  }
});
