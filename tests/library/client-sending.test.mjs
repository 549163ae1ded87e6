// The client's `send`: addresses, caching of answers, and secrets that it never reveals.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { inspect } from "node:util";
import { ConnectionError, Overheard, schema, shape } from "overheard";
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

const QUESTION = { index: "siv_info", group_by: "tags" };

test("the client sends any request", async () => {
  const { client, requests } = await connected([
    { body: { object: "account" } },
    { body: { status: 1, result: [{ data: { a: 1 } }] } },
    {
      status: 204,
    },
  ]);
  assert.deepEqual(
    await client.request({
      method: "GET",
      path: "/v1/account",
      query: { brand: ["a b", "c&d"], from: "2026-01-01", to: null, deep: undefined, limit: 5, all: true },
    }),
    { object: "account" },
  );
  assert.equal(requests[0].url, "/v1/account?brand=a+b&brand=c%26d&from=2026-01-01&limit=5&all=true");
  assert.deepEqual(
    await client.request({
      method: "POST",
      path: "/v1/reports",
      headers: { "Idempotency-Key": "12345678" },
      body: "{}",
    }),
    {
      a: 1,
    },
  );
  assert.equal(requests[1].headers["idempotency-key"], "12345678");
  assert.equal(await client.request({ method: "DELETE", path: "/v1/webhooks/whk_1" }), undefined);
  assert.equal(requests[2].method, "DELETE");
});

test("a shaped request can be sent", async () => {
  const { client, requests } = await connected([{ body: answers.groups.data }]);
  assert.deepEqual(await client.request(shape("aggregate", QUESTION)), answers.groups.data);
  assert.equal(requests[0].body, shape("aggregate", QUESTION).body);
});

test("the schema is decoded, and only downloaded again if it changed", async () => {
  const { client, requests } = await connected([
    { body: schema(), headers: { ETag: '"one"' } },
    { status: 304, headers: { ETag: '"one"', "X-Quota-Charged": "false" } },
    { body: { ...schema(), dataset_version: "ds_2" }, headers: { ETag: '"two"' } },
    { status: 304 },
  ]);
  assert.deepEqual(await client.schema(), schema());
  const { data, response } = await client.schema().withResponse();
  assert.deepEqual(data, schema());
  assert.equal(response.status, 304);
  assert.equal(response.charged, false);
  assert.equal((await client.schema()).dataset_version, "ds_2");
  assert.equal((await client.schema()).dataset_version, "ds_2");
  assert.deepEqual(
    requests.map(({ headers }) => headers["if-none-match"]),
    [undefined, '"one"', '"one"', '"two"'],
  );
});

test("the newest answers are cached, up to a limit", async () => {
  const { client, requests } = await connected([
    ({ url, headers }) =>
      headers["if-none-match"] ? { status: 304 } : { body: { url }, headers: { ETag: `"${url}"` } },
  ]);
  const get = (number) => client.request({ method: "GET", path: `/v1/mentions/${number}` });
  for (let number = 0; number < 33; number++) await get(number);
  assert.deepEqual(await get(32), { url: "/v1/mentions/32" });
  assert.equal(requests.at(-1).headers["if-none-match"], '"/v1/mentions/32"');
  await get(0);
  assert.equal(requests.at(-1).headers["if-none-match"], undefined, "the oldest is forgotten");
  await client.request({ method: "POST", path: "/v1/mentions/32", body: "{}" });
  assert.equal(requests.at(-1).headers["if-none-match"], undefined, "only a GET is kept");
});

test("the base address may have a path, and must be secure", async () => {
  const { url, requests } = await connected([{ body: answers.creators.data }]);
  await new Overheard({ baseUrl: `${url}/insights/`, key: KEY }).creators();
  assert.equal(requests[0].url, "/insights/v1/creators");
  for (const baseUrl of [
    "https://insights.example",
    new URL("https://insights.example/a"),
    "http://localhost:8787",
    "http://127.0.0.1:1",
    "http://[::1]:1",
    "http://edge.localhost",
  ]) {
    assert.ok(new Overheard({ baseUrl, key: KEY }));
  }
  for (const baseUrl of [
    undefined,
    "",
    "insights.example",
    "http://insights.example",
    "http://127.0.0.1.example",
    "ftp://localhost",
    "https://user:secret@insights.example",
    "https://insights.example?key=secret",
    "https://insights.example#secret",
  ]) {
    assert.throws(
      () => new Overheard({ baseUrl, key: KEY }),
      (error) =>
        error instanceof TypeError &&
        /^baseUrl must be an https:\/\/ address/.test(error.message) &&
        !error.message.includes("secret"),
      baseUrl,
    );
  }
});

test("a path that would change the host is refused", async () => {
  const { client, requests } = await connected([{ body: {} }]);
  for (const path of ["@elsewhere.example/", ".elsewhere.example/", "v1/account", ""]) {
    await assert.rejects(client.request({ method: "GET", path }), {
      name: "TypeError",
      message: `path must begin with '/'. Got '${path}'.`,
    });
  }
  assert.equal(requests.length, 0);
});

test("a redirect is not followed, because it would send the key elsewhere", async () => {
  const elsewhere = await connected([{ body: answers.groups.data }]);
  const { client } = await connected([{ status: 307, headers: { Location: `${elsewhere.url}/v1/aggregate` } }]);
  await assert.rejects(
    client.aggregate(QUESTION),
    (error) => error instanceof ConnectionError && error.code === "redirected" && error.attempts === 1,
  );
  assert.equal(elsewhere.requests.length, 0);
});

test("another fetch may be given, and the runtime's own may be replaced later", async (t) => {
  const seen = [];
  const fetch = async (url, init) => {
    seen.push([url, init.method]);
    return Response.json(answers.creators.data);
  };
  await new Overheard({ baseUrl: "https://insights.example", key: KEY, fetch }).creators();
  const client = new Overheard({ baseUrl: "https://insights.example", key: KEY });
  t.mock.method(globalThis, "fetch", fetch);
  await client.creators();
  assert.deepEqual(seen, Array(2).fill(["https://insights.example/v1/creators", "POST"]));
});

test("printing a client or an error reveals no secret", async () => {
  const refused = await startServer({ hangUp: true });
  servers.push(refused);
  for (const [options, secret] of [
    [{ key: KEY }, KEY],
    [{ token: TOKEN }, TOKEN],
    [{ browserToken: browserToken("a") }, browserToken("a")],
    [
      {
        browserToken: async () => browserToken("b"),
      },
      browserToken("b"),
    ],
  ]) {
    const { client } = await connected([problem(401, "invalid_credentials")], { ...options, retries: 0 });
    const gone = new Overheard({ baseUrl: refused.url, ...options, retries: 0 });
    const errors = [];
    for (const ask of [
      () => client.creators(),
      () => client.creators({ size: 51 }),
      () => gone.creators(),
      () => client.request({ method: "GET", path: "x" }),
    ])
      errors.push(await ask().catch((error) => error));
    assert.deepEqual(
      errors.map(({ name }) => name),
      ["ProblemError", "ProblemError", "ConnectionError", "TypeError"],
    );
    for (const value of [client, gone, ...errors]) {
      const texts = [
        inspect(value, { depth: 9, showHidden: true, getters: true }),
        JSON.stringify(value),
        String(value),
        String(value.stack),
        inspect(value.response, { depth: 9 }),
      ];
      for (const text of texts) assert.ok(!String(text).includes(secret.slice(12)), text);
    }
  }
});
