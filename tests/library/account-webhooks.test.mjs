// The client creates, lists and removes webhooks.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ConnectionError, Overheard, ProblemError, shape } from "overheard";
import { TOKEN, problem, startServer } from "./support/server.mjs";

const servers = [];
after(() => Promise.all(servers.map((server) => server.stop())));

const WANTED = {
  url: "https://hooks.example.com/listening",
  events: ["mention.created", "report.ready"],
  filters: { sentiment: ["negative"] },
};
const MADE = { object: "webhook", id: "whk_01J9Z4M2RT", ...WANTED, secret: "whsec_…" };

async function connected(...answers) {
  const server = await startServer(...answers);
  servers.push(server);
  return { client: new Overheard({ baseUrl: server.url, token: TOKEN }), requests: server.requests };
}

test("a webhook is created with a body, and returned with its secret and its address", async () => {
  const { client, requests } = await connected({
    status: 201,
    headers: { Location: "/v1/webhooks/whk_01J9Z4M2RT" },
    body: MADE,
  });
  const { data, response } = await client.createWebhook(WANTED).withResponse();
  assert.deepEqual(
    [data, response.status, response.headers.get("location")],
    [MADE, 201, "/v1/webhooks/whk_01J9Z4M2RT"],
  );
  const [{ method, url, headers, body }] = requests;
  assert.deepEqual(
    [method, url, headers["content-type"], headers.authorization],
    ["POST", "/v1/webhooks", "application/json", `Bearer ${TOKEN}`],
  );
  assert.equal(body, shape("create-webhook", WANTED).body);
  assert.match(headers["idempotency-key"], /^[\da-f]{8}-/);
});

test("creating a webhook is retried with the same idempotency key, generated or given", async () => {
  const { client, requests } = await connected({ hangUp: true }, { status: 201, body: MADE });
  assert.equal((await client.createWebhook(WANTED)).id, MADE.id);
  assert.equal(requests[0].headers["idempotency-key"], requests[1].headers["idempotency-key"]);
  await client.createWebhook(WANTED, { idempotencyKey: "care-team" });
  assert.equal(requests[2].headers["idempotency-key"], "care-team");
});

test("a request that the edge would refuse is not sent", async () => {
  const { client, requests } = await connected({ body: {} });
  const refusedFor = (code, param) => (error) =>
    error instanceof ProblemError && error.problem.code === code && error.problem.param === param;
  await assert.rejects(client.createWebhook({ ...WANTED, url: "https://127.1/" }), refusedFor("invalid_url", "/url"));
  await assert.rejects(client.createWebhook({ ...WANTED, events: [] }), refusedFor("limit_violation", "/events"));
  await assert.rejects(client.webhooks({ status: "Active" }), refusedFor("value_not_allowed", "?status"));
  await assert.rejects(client.deleteWebhook("rpt_01J9Z4M2RT"), refusedFor("not_found", "?id"));
  assert.equal(requests.length, 0);
});

test("webhooks are listed by page and by status", async () => {
  const page = { object: "list", data: [MADE], has_more: false, next_cursor: null };
  const { client, requests } = await connected({ body: page });
  assert.deepEqual(await client.webhooks(), page);
  await client.webhooks({ limit: 5, status: "failing", cursor: "djF8" }, { retries: 0 });
  assert.deepEqual(
    requests.map(({ method, url }) => [method, url]),
    [
      ["GET", "/v1/webhooks?limit=25"],
      ["GET", "/v1/webhooks?cursor=djF8&limit=5&status=failing"],
    ],
  );
});

test("removing a webhook returns nothing, and is not retried", async () => {
  const { client, requests } = await connected({ status: 204 }, { hangUp: true }, problem(404, "not_found"));
  assert.equal(await client.deleteWebhook("whk_01J9Z4M2RT"), undefined);
  assert.deepEqual([requests[0].method, requests[0].url], ["DELETE", "/v1/webhooks/whk_01J9Z4M2RT"]);
  await assert.rejects(client.deleteWebhook("whk_01J9Z4M2RT"), ConnectionError);
  assert.equal(requests.length, 2);
  await assert.rejects(client.deleteWebhook("whk_01J9Z4M2RT"), (error) => error.problem.code === "not_found");
});
