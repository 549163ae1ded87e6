// Lists of the client, page by page and item by item.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Overheard } from "overheard";
import { KEY, problem, startServer } from "./support/server.mjs";

const servers = [];
after(() => Promise.all(servers.map((server) => server.stop())));

const list = (data, next_cursor = null) => ({
  body: { object: "list", data, has_more: next_cursor !== null, next_cursor },
});

async function connected(...given) {
  const server = await startServer(...given);
  servers.push(server);
  return { client: new Overheard({ baseUrl: server.url, key: KEY, retries: 0 }), requests: server.requests };
}

async function all(generator) {
  const items = [];
  for await (const item of generator) items.push(item);
  return items;
}

test("pages of a list are requested with the cursor of the previous one", async () => {
  const { client, requests } = await connected(list([1, 2], "c=1&x"), list([], "c2"), list([3]));
  const pages = await all(client.pages("/v1/mentions", { brand: ["a", "b"], limit: 2 }));
  assert.deepEqual(
    pages.map(({ data }) => data),
    [[1, 2], [], [3]],
  );
  assert.deepEqual(
    requests.map(({ url }) => url),
    [
      "/v1/mentions?brand=a&brand=b&limit=2",
      "/v1/mentions?brand=a&brand=b&limit=2&cursor=c%3D1%26x",
      "/v1/mentions?brand=a&brand=b&limit=2&cursor=c2",
    ],
  );
});

test("items of all pages are yielded", async () => {
  const { client } = await connected(list([1, 2], "c1"), list([3]));
  assert.deepEqual(await all(client.each("/v1/mentions")), [1, 2, 3]);
});

test("a list may begin at a cursor, and iteration may stop early", async () => {
  const { client, requests } = await connected(list([1, 2], "c2"), list([3], "c3"));
  for await (const item of client.each("/v1/mentions", { cursor: "c1" })) if (item === 3) break;
  assert.deepEqual(
    requests.map(({ url }) => url),
    ["/v1/mentions?cursor=c1", "/v1/mentions?cursor=c2"],
  );
});

test("no request is sent before the first page is read, and errors are thrown there", async () => {
  const { client, requests } = await connected(list([1], "c1"), problem(400, "invalid_cursor"));
  const items = client.each("/v1/mentions");
  assert.equal(requests.length, 0);
  assert.deepEqual(await items.next(), { value: 1, done: false });
  await assert.rejects(items.next(), (error) => error.problem.code === "invalid_cursor");
});

test("an answer that is not a list is a DecodeError", async () => {
  const { client } = await connected({ body: { object: "account" } });
  await assert.rejects(all(client.pages("/v1/account")), {
    name: "DecodeError",
    path: "/data",
    expected: "a list",
    got: "nothing",
  });
});

test("an abort signal applies to every page", async () => {
  const { client } = await connected(list([1], "c1"), list([2]));
  const controller = new AbortController();
  const items = client.each("/v1/mentions", {}, { signal: controller.signal });
  await items.next();
  controller.abort(new Error("enough"));
  await assert.rejects(items.next(), { message: "enough" });
});
