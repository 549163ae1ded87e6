// The client's retries: conditions, delays and limits.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ConnectionError, Overheard, ProblemError } from "overheard";
import { answers } from "./support/answers.mjs";
import { KEY, problem, startServer } from "./support/server.mjs";

const { data } = answers.creators;
const servers = [];
after(() => Promise.all(servers.map((server) => server.stop())));

async function connected(given, options = {}) {
  const server = await startServer(...given);
  servers.push(server);
  return { client: new Overheard({ baseUrl: server.url, key: KEY, ...options }), requests: server.requests };
}
const gap = ([first, second]) => second.at - first.at;

for (const [name, refusal] of Object.entries({
  429: problem(429, "rate_limited"),
  503: problem(503, "backend_unavailable"),
  "a connection that ends": { hangUp: true },
})) {
  test(`a query is retried after ${name}`, async () => {
    const { client, requests } = await connected([refusal, refusal, { body: data }]);
    const { data: got, response } = await client.creators().withResponse();
    assert.deepEqual(got, data);
    assert.equal(response.attempts, 3);
    assert.equal(requests.length, 3);
    assert.equal(new Set(requests.map(({ body }) => body)).size, 1);
  });
}

test("the client gives up after two retries, or after a given number", async () => {
  const { client, requests } = await connected([problem(503, "query_timeout")]);
  await assert.rejects(
    client.creators(),
    (error) => error instanceof ProblemError && error.problem.code === "query_timeout" && error.response.attempts === 3,
  );
  assert.equal(requests.length, 3);
  await assert.rejects(client.creators({}, { retries: 0 }), (error) => error.response.attempts === 1);
  assert.equal(requests.length, 4);
  const patient = await connected([problem(503, "query_timeout")], { retries: 1 });
  await assert.rejects(patient.client.creators(), (error) => error.response.attempts === 2);
});

test("a network failure is reported after all attempts", async () => {
  const { client, requests } = await connected([{ hangUp: true }], { retries: 1 });
  await assert.rejects(
    client.creators(),
    (error) =>
      error instanceof ConnectionError &&
      error.code === "network" &&
      error.attempts === 2 &&
      error.cause instanceof TypeError &&
      /could not be reached$/.test(error.message),
  );
  assert.equal(requests.length, 2);
});

for (const status of [400, 403, 404, 409, 413, 500, 502]) {
  test(`${status} is not retried`, async () => {
    const { client, requests } = await connected([problem(status, "some_problem"), { body: data }]);
    await assert.rejects(client.creators(), ProblemError);
    assert.equal(requests.length, 1);
  });
}

test("a request that is not a query is retried only if it was not processed", async () => {
  const post = { method: "POST", path: "/v1/reports", body: "{}" };
  const refused = await connected([problem(429, "rate_limited"), { body: { object: "report" } }]);
  assert.deepEqual(await refused.client.request(post), { object: "report" });
  for (const answer of [problem(503, "backend_unavailable"), { hangUp: true }]) {
    const { client, requests } = await connected([answer, { body: {} }]);
    await assert.rejects(client.request(post));
    assert.equal(requests.length, 1);
  }
  const read = await connected([{ hangUp: true }, { body: { object: "account" } }]);
  assert.deepEqual(await read.client.request({ method: "GET", path: "/v1/account" }), { object: "account" });
});

test("no retry happens before Retry-After, in seconds or as a date", async () => {
  const seconds = await connected([problem(429, "rate_limited", { "Retry-After": "1" }), { body: data }]);
  await seconds.client.creators();
  assert.ok(gap(seconds.requests) >= 1000, `after ${gap(seconds.requests)} ms`);

  const until = new Date(Math.ceil(Date.now() / 1000) * 1000 + 1000);
  const dated = await connected([
    problem(503, "backend_unavailable", { "Retry-After": until.toUTCString() }),
    { body: data },
  ]);
  await dated.client.creators();
  assert.ok(dated.requests[1].at >= until.getTime(), `${until.getTime() - dated.requests[1].at} ms too early`);
});

test("without Retry-After the delay is random up to half a second, then twice as long", async (t) => {
  const waits = async (chance) => {
    t.mock.method(Math, "random", () => chance);
    const { client, requests } = await connected([
      problem(503, "backend_unavailable"),
      problem(503, "backend_unavailable"),
      {
        body: data,
      },
    ]);
    await client.creators();
    return [gap(requests), gap(requests.slice(1))];
  };
  for (const wait of await waits(0)) assert.ok(wait < 400, `after ${wait} ms`);
  const [first, second] = await waits(0.99);
  assert.ok(first >= 490 && first < 900, `after ${first} ms`);
  assert.ok(second >= 985, `after ${second} ms`);
});

test("an elapsed or invalid Retry-After causes no delay", async () => {
  for (const [value, expected] of [
    ["Thu, 01 Jan 2026 00:00:00 GMT", 0],
    ["0", 0],
    ["soon", undefined],
    ["", undefined],
  ]) {
    const { client } = await connected([problem(503, "backend_unavailable", { "Retry-After": value })], { retries: 0 });
    await assert.rejects(client.creators(), (error) => error.response.retryAfter === expected, value);
  }
});

test("a delay of more than a minute is reported at once", async () => {
  const { client, requests } = await connected([
    problem(429, "quota_exceeded", { "Retry-After": "809000" }),
    { body: data },
  ]);
  await assert.rejects(
    client.creators(),
    (error) => error.problem.code === "quota_exceeded" && error.response.retryAfter === 809_000_000,
  );
  assert.equal(requests.length, 1);
});

test("a caller may abort before the request, during it, and while it waits", async () => {
  const { client, requests } = await connected([{ body: data, after: 5000 }]);
  const reason = new Error("no longer needed");
  await assert.rejects(client.creators({}, { signal: AbortSignal.abort(reason) }), (error) => error === reason);
  assert.equal(requests.length, 0);

  const began = Date.now();
  await assert.rejects(client.creators({}, { signal: AbortSignal.timeout(300) }), { name: "TimeoutError" });
  assert.equal(requests.length, 1, "it is not asked again");
  await assert.rejects(client.creators({}, { signal: AbortSignal.timeout(300), retries: 0 }), { name: "TimeoutError" });

  const waiting = await connected([problem(429, "rate_limited", { "Retry-After": "30" })]);
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 100);
  await assert.rejects(waiting.client.creators({}, { signal: controller.signal }), (error) => error === reason);
  assert.equal(waiting.requests.length, 1);
  assert.ok(Date.now() - began < 3000);
});

test("an attempt that takes too long is a timeout, which is not retried", async () => {
  const { client, requests } = await connected([{ body: data, after: 5000 }], { timeout: 100 });
  const began = Date.now();
  await assert.rejects(
    client.creators(),
    (error) =>
      error instanceof ConnectionError &&
      error.code === "timeout" &&
      error.attempts === 1 &&
      /did not answer within 100 ms$/.test(error.message),
  );
  assert.ok(Date.now() - began < 2000);
  await assert.rejects(client.creators({}, { timeout: 50 }), /within 50 ms/);
  assert.equal(requests.length, 2);
});
