// The credentials of a client: which are allowed where, and how a browser token is renewed.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Overheard } from "overheard";
import { answers } from "./support/answers.mjs";
import { KEY, TOKEN, browserToken, problem, startServer } from "./support/server.mjs";

const baseUrl = "https://insights.example";
const servers = [];
after(() => Promise.all(servers.map((server) => server.stop())));

async function serverOf(...given) {
  const server = await startServer(...given);
  servers.push(server);
  return server;
}

/** Returns a token function that yields tokens in turn, and counts its calls. */
function tokens() {
  let asked = 0;
  const next = async () => browserToken("abcdefgh"[asked++]);
  return { next, asked: () => asked };
}

/** Responds to a token with this letter; refuses all others. */
const takes =
  (letter) =>
  ({ headers }) =>
    headers.authorization === `Bearer ${browserToken(letter)}`
      ? { body: answers.creators.data }
      : problem(401, "invalid_credentials");

test("exactly one credential is required", () => {
  assert.throws(() => new Overheard({ baseUrl }), {
    name: "TypeError",
    message: "exactly one of key, browserToken and token is required. Got [].",
  });
  assert.throws(() => new Overheard({ baseUrl, key: KEY, token: TOKEN }), {
    message: "exactly one of key, browserToken and token is required. Got [key, token].",
  });
});

test("a malformed secret is refused without repeating it", async () => {
  const wrong = [
    { key: TOKEN },
    { token: KEY },
    { browserToken: KEY },
    { key: "secretive" },
    { key: `${KEY}\nsecretive` },
    { key: `${KEY} secretive` },
    { key: 5 },
    { browserToken: { tokens: "secretive" } },
  ];
  for (const credential of wrong) {
    const [name] = Object.keys(credential);
    assert.throws(
      () => new Overheard({ baseUrl, ...credential }),
      (error) =>
        error instanceof TypeError &&
        new RegExp(`^${name} must begin with 'oh[kbt]_'`).test(error.message) &&
        !/secretive|kkkk|tttt/.test(error.message),
    );
  }
  const client = new Overheard({ baseUrl, browserToken: async () => "secretive" });
  await assert.rejects(
    client.creators(),
    (error) => error instanceof TypeError && !error.message.includes("secretive"),
  );
});

test("a page accepts a long-lived secret only with an explicit option", (t) => {
  t.after(() => ["window", "document"].forEach((name) => delete globalThis[name]));
  Object.assign(globalThis, { window: {}, document: {} });
  for (const options of [
    { key: KEY },
    { token: TOKEN },
    { key: KEY, dangerouslyAllowKeyInBrowser: false },
    {
      key: KEY,
      dangerouslyAllowKeyInBrowser: 1,
    },
  ]) {
    assert.throws(
      () => new Overheard({ baseUrl, ...options }),
      (error) => /^(key|token) must not be in a page/.test(error.message) && !/kkkk|tttt/.test(error.message),
    );
  }
  assert.ok(new Overheard({ baseUrl, key: KEY, dangerouslyAllowKeyInBrowser: true }));
  assert.ok(new Overheard({ baseUrl, browserToken: browserToken("a") }));
  assert.ok(new Overheard({ baseUrl, browserToken: () => browserToken("a") }));
  delete globalThis.document;
  assert.ok(new Overheard({ baseUrl, key: KEY }), "a worker without a document is no page");
});

test("a browser token is fetched once and used until it is refused", async () => {
  const server = await serverOf(takes("a"));
  const { next, asked } = tokens();
  const client = new Overheard({ baseUrl: server.url, browserToken: next });
  assert.equal(asked(), 0, "nothing is fetched before it is needed");
  await Promise.all([client.creators(), client.creators(), client.creators()]);
  await client.creators();
  assert.equal(asked(), 1);
});

test("after a 401 a fresh token is fetched once, and the request repeated", async () => {
  const server = await serverOf(takes("b"));
  const { next, asked } = tokens();
  const client = new Overheard({ baseUrl: server.url, browserToken: next, retries: 0 });
  const { response } = await client.creators().withResponse();
  assert.equal(response.attempts, 2);
  assert.equal(asked(), 2);
  await client.creators();
  assert.equal(asked(), 2);
});

test("requests that are refused together share the fresh token", async () => {
  const server = await serverOf(takes("b"));
  const { next, asked } = tokens();
  const client = new Overheard({ baseUrl: server.url, browserToken: next });
  await Promise.all(Array.from({ length: 5 }, () => client.creators()));
  assert.equal(asked(), 2);
});

test("a refused fresh token is an error", async () => {
  const server = await serverOf(takes("z"));
  const { next, asked } = tokens();
  const client = new Overheard({ baseUrl: server.url, browserToken: next });
  await assert.rejects(client.creators(), (error) => error.problem.status === 401 && error.response.attempts === 2);
  assert.equal(asked(), 2);
  assert.equal(server.requests.length, 2);
});

test("a token or key that is plain text is not renewed", async () => {
  for (const credential of [{ browserToken: browserToken("a") }, { key: KEY }]) {
    const server = await serverOf(problem(401, "invalid_credentials"));
    await assert.rejects(
      new Overheard({ baseUrl: server.url, ...credential }).creators(),
      (error) => error.problem.status === 401,
    );
    assert.equal(server.requests.length, 1);
  }
});

test("a failed token fetch is repeated for the next request", async () => {
  const server = await serverOf(takes("a"));
  let fails = true;
  const client = new Overheard({
    baseUrl: server.url,
    browserToken: async () => {
      if (fails) throw new Error("the dashboard's server is away");
      return { token: browserToken("a") };
    },
  });
  await assert.rejects(client.creators(), { message: "the dashboard's server is away" });
  assert.equal(server.requests.length, 0);
  fails = false;
  assert.deepEqual(await client.creators(), answers.creators.data);
});
