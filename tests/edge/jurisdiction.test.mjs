// A deployment in the jurisdiction of the European Union has its meters there and caches no answers elsewhere. A
// meter's counts are in KV a minute later.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createKey, importFolder, startEdge } from "./harness.mjs";
import { ask, operator, send } from "../support/client.mjs";
import { writeNdjson } from "../support/documents.mjs";
import { assertProblem } from "../support/problem.mjs";

/**
 * Source of an entry module that wraps the Worker and records the jurisdictions of requested meters. workerd itself
 * does not have them ("Jurisdiction restrictions are not implemented in workerd"); the platform does. `GET /kept`
 * returns the number of reads and writes of the platform's cache. With `x-anywhere` the deployment has no jurisdiction.
 */
const ENTRY = `
import Worker from "./index.js";
export * from "./index.js";
let asked = [];
let kept = 0;
for (const name of ["match", "put"]) {
  const original = Cache.prototype[name];
  Cache.prototype[name] = function (...given) {
    kept += 1;
    return original.apply(this, given);
  };
}
export default {
  async fetch(request, env, context) {
    if (new URL(request.url).pathname === "/asked") return Response.json(asked);
    if (new URL(request.url).pathname === "/kept") return Response.json(kept);
    const METER = new Proxy(env.METER, {
      get: (target, name) => {
        if (name === "jurisdiction") return (jurisdiction) => (asked.push(jurisdiction), target);
        return typeof target[name] === "function" && name !== "constructor" ? target[name].bind(target) : target[name];
      },
    });
    const anywhere = request.headers.has("x-anywhere") ? { JURISDICTION: "" } : {};
    return Worker.fetch(request, { ...env, METER, ...anywhere }, context);
  },
};
`;
/** Latest time of a meter's write to KV, in milliseconds: a minute after its use, plus a margin for a busy machine. */
const CHECKPOINT_MS = 90_000;

let edge;
before(async () => {
  edge = await startEdge({ entry: ENTRY, bindings: { JURISDICTION: "eu" } });
  edge.secret = (await createKey(edge)).secret;
});
after(() => edge?.stop());

test("meters are created in the jurisdiction, and responses name it", async () => {
  const answer = await send(edge, "/v1/schema", { headers: { "X-API-Key": edge.secret } });
  assert.equal(answer.status, 200, answer.text);
  for (const { headers } of [answer, await send(edge, "/nowhere")]) assert.equal(headers.get("x-data-region"), "eu");
  const asked = (await send(edge, "/asked")).json;
  assert.ok(asked.length > 0 && asked.every((jurisdiction) => jurisdiction === "eu"), `${asked}`);
});

test("no answer is stored in the platform's cache, which exists in every location", async () => {
  await importFolder(
    edge,
    writeNdjson({ siv_info: [{ video_id: "v", platform: "youtube", upload_date: "2026-01-01" }] }),
  );
  const question = { index: "siv_info", group_by: "platform" };
  const kept = async () => (await send(edge, "/kept")).json;
  for (const cache of ["miss", "hit"]) {
    const answer = await ask(edge, "aggregate", question);
    assert.deepEqual([answer.status, answer.headers.get("x-cache")], [200, cache], "the Worker itself remembers");
  }
  assert.equal(await kept(), 0);
  const answer = await ask(edge, "aggregate", { ...question, size: 3 }, { headers: { "x-anywhere": "1" } });
  assert.deepEqual([answer.status, answer.headers.get("x-data-region")], [200, null]);
  assert.ok((await kept()) > 0);
});

test("a meter writes the month's count to KV a minute after its use", async () => {
  const { json: account } = await operator(edge, "POST", "/accounts", { name: "Checkpoint", plan: "professional" });
  const { json: key } = await operator(edge, "POST", "/keys", { account_id: account.id });
  // A request that is charged and needs no dataset.
  const made = () =>
    send(edge, "/v1/_ext/browser-tokens", {
      method: "POST",
      headers: { "X-API-Key": key.secret, "Content-Type": "application/json" },
      body: '{"origin":"https://dashboard.example"}',
    });
  for (let asked = 0; asked < 3; asked += 1) assert.equal((await made()).status, 201);
  assertProblem(await ask(edge, "aggregate", {}, { secret: key.secret }), "missing_field");
  const kv = await edge.mf.getKVNamespace("KV");
  const month = new Date().toISOString().slice(0, 7);
  const until = Date.now() + CHECKPOINT_MS;
  let kept = null;
  while (kept === null && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    kept = await kv.get(`usage/${account.id}/${month}`, "json");
  }
  assert.deepEqual([kept?.account_id, kept?.month, kept?.charged], [account.id, month, { data: 3 }]);
  assert.ok(Math.abs(kept.last_used[key.id] - Date.now() / 1000) < 120);
});
