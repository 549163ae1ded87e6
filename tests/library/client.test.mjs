// The client's methods for the Data API: sent requests, returned data, and requests that are not sent.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { DecodeError, Overheard, ProblemError, check, shape } from "overheard";
import { answers } from "./support/answers.mjs";
import { KEY, TOKEN, browserToken, problem, startServer } from "./support/server.mjs";

const servers = [];
after(() => Promise.all(servers.map((server) => server.stop())));

/** Returns a client of a server with these answers. Its credential is a key by default. */
async function connected(answered, options = { key: KEY }) {
  const server = await startServer(...answered);
  servers.push(server);
  return { client: new Overheard({ baseUrl: server.url, ...options }), requests: server.requests, url: server.url };
}

const METHODS = {
  aggregate: "aggregate",
  search: "search",
  creators: "creators",
  "co-mentions": "coMentions",
  sector: "sector",
};
const QUESTIONS = {
  aggregate: { index: "siv_info", group_by: "tags" },
  search: { index: "siv_info", size: 1 },
  creators: { size: 1 },
  "co-mentions": { values: ["Velunara", "Borealume"] },
  sector: { brands: [{ label: "Velunara", terms: ["velunara"] }], from_date: "2026-04-01", to_date: "2026-05-31" },
};
const ANSWERS = {
  aggregate: "groups",
  search: "videos",
  creators: "creators",
  "co-mentions": "co-mentions",
  sector: "share of voice",
};

for (const [operation, method] of Object.entries(METHODS)) {
  test(`${method} sends the canonical query and returns the data from any envelope`, async () => {
    const { data } = answers[ANSWERS[operation]];
    const { client, requests } = await connected([{ body: data }, { body: { status: "ok", result: [{ data }] } }]);
    assert.deepEqual(await client[method](QUESTIONS[operation]), data);
    assert.deepEqual(await client[method](QUESTIONS[operation]), data);
    const [sent] = requests;
    assert.equal(sent.method, "POST");
    assert.equal(sent.url, `/v1/${operation}`);
    assert.equal(sent.headers["content-type"], "application/json");
    assert.equal(sent.headers["x-api-key"], KEY);
    assert.equal(sent.headers.authorization, undefined);
    assert.equal(sent.headers.prefer, undefined);
    assert.equal(sent.body, shape(operation, QUESTIONS[operation]).body);
  });
}

test("creators needs no request", async () => {
  const { client, requests } = await connected([{ body: answers.creators.data }]);
  await client.creators();
  assert.equal(requests[0].body, shape("creators", {}).body);
});

test("a query that the edge would refuse is not sent", async () => {
  const { client, requests } = await connected([{ body: {} }]);
  const wrong = { index: "siv_info", group_by: "brand_name" };
  await assert.rejects(
    client.aggregate(wrong),
    (error) =>
      error instanceof ProblemError &&
      error.problem.body === check("aggregate", wrong).body &&
      error.response === undefined,
  );
  await assert.rejects(client.aggregate(wrong).withResponse(), ProblemError);
  await assert.rejects(client.aggregate(), ProblemError);
  assert.equal(requests.length, 0);
});

test("tokens are sent as bearer tokens", async () => {
  const body = answers.groups.data;
  for (const [options, secret] of [
    [{ token: TOKEN }, TOKEN],
    [{ browserToken: browserToken("a") }, browserToken("a")],
    [
      {
        browserToken: { token: browserToken("b") },
      },
      browserToken("b"),
    ],
  ]) {
    const { client, requests } = await connected([{ body }], options);
    await client.aggregate(QUESTIONS.aggregate);
    assert.equal(requests[0].headers.authorization, `Bearer ${secret}`);
    assert.equal(requests[0].headers["x-api-key"], undefined);
  }
});

test("`meta` is requested with a Prefer header", async () => {
  const _meta = {
    request_id: "req_1",
    dataset_version: "ds_1",
    cost: 10,
    size_applied: 10,
    cache: "miss",
    rows_read: 1,
    took_ms: 1,
    hints: [],
    warnings: [],
  };
  const { client, requests } = await connected([{ body: { ...answers.groups.data, _meta } }]);
  assert.deepEqual((await client.aggregate(QUESTIONS.aggregate, { meta: true }))._meta, _meta);
  assert.equal(requests[0].headers.prefer, "meta");
});

test("metadata of an answer is returned with it", async () => {
  const headers = {
    "X-Request-Id": "req_2",
    "X-Query-Cost": "12",
    "X-Quota-Charged": "true",
    "X-Cache": "hit",
    "X-Size-Applied": "10",
    "X-Hint":
      "channel_name 'Caf%C3%A9%2C 100 %25' exists; values are compared exactly, brand_name 'Velunara' exists; values are compared exactly",
    "X-RateLimit-Limit": "300",
    "X-RateLimit-Remaining": "298",
    "X-RateLimit-Reset": "1772357460",
    "Server-Timing": "total;dur=3",
  };
  const { client } = await connected([{ body: answers.videos.data, headers }]);
  const { data, response } = await client.search(QUESTIONS.search).withResponse();
  assert.deepEqual(data, answers.videos.data);
  const { headers: all, ...known } = response;
  assert.equal(all.get("server-timing"), "total;dur=3");
  assert.deepEqual(known, {
    status: 200,
    requestId: "req_2",
    cost: 12,
    charged: true,
    cache: "hit",
    sizeApplied: 10,
    hints: [
      "channel_name 'Café, 100 %' exists; values are compared exactly",
      "brand_name 'Velunara' exists; values are compared exactly",
    ],
    rateLimit: { limit: 300, remaining: 298, reset: new Date("2026-03-01T09:31:00Z") },
    retryAfter: undefined,
    attempts: 1,
  });
});

test("missing metadata is undefined", async () => {
  const { client } = await connected([{ body: answers.videos.data }]);
  const { response } = await client.search(QUESTIONS.search).withResponse();
  for (const name of ["requestId", "cost", "charged", "cache", "sizeApplied", "rateLimit", "retryAfter"]) {
    assert.equal(response[name], undefined, name);
  }
  assert.deepEqual(response.hints, []);
});

test("unencoded hints are returned unchanged", async () => {
  const { client } = await connected([{ body: answers.videos.data, headers: { "X-Hint": "100 % sure" } }]);
  assert.deepEqual((await client.search(QUESTIONS.search).withResponse()).response.hints, ["100 % sure"]);
});

test("an error of the edge is thrown with its response", async () => {
  const { client, requests } = await connected([problem(403, "insufficient_scope", { "X-Request-Id": "req_9" })]);
  await assert.rejects(client.search(QUESTIONS.search), (error) => {
    assert.ok(error instanceof ProblemError);
    assert.equal(error.problem.code, "insufficient_scope");
    assert.equal(error.response.status, 403);
    assert.equal(error.response.requestId, "req_9");
    return true;
  });
  await assert.rejects(client.search(QUESTIONS.search).withResponse(), ProblemError);
  assert.equal(requests.length, 2, "403 is not asked again");
});

test("an answer of the wrong shape or index is a DecodeError", async () => {
  const { client } = await connected([
    { body: { index: "siv_info", results: [] } },
    { body: answers.mentions.data },
    {
      status: 502,
      headers: { "Content-Type": "text/html" },
      body: "<h1>Bad Gateway</h1>",
    },
    { status: 500, body: { oops: true } },
  ]);
  await assert.rejects(
    client.search(QUESTIONS.search),
    (error) => error instanceof DecodeError && error.path === "/matched_documents" && error.response.status === 200,
  );
  await assert.rejects(client.search(QUESTIONS.search), { name: "DecodeError", path: "/index" });
  await assert.rejects(
    client.search(QUESTIONS.search),
    (error) => error.name === "DecodeError" && error.got === "'<h1>Bad Gateway</h1>'" && error.response.status === 502,
  );
  await assert.rejects(client.request({ method: "GET", path: "/v1/x" }), {
    name: "DecodeError",
    expected: "a problem",
  });
});
