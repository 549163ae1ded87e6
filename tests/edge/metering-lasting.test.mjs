// Durability of counts: occasional requests reach KV, and requests that a dead edge never answered are refunded.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startServingEdge } from "./harness.mjs";
import { ask, operator } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { spawnEdge } from "../support/edge-process.mjs";
import { eventually } from "../support/eventually.mjs";
import { QUESTIONS } from "../support/questions.mjs";
import { servedDemo } from "../support/served.mjs";

/** Time after which an unconfirmed reservation counts as failed, with a margin, in milliseconds. */
const FAILED_AFTER_MS = 42_000;
/** Time after which the runtime evicts an idle object from memory, with a margin, in milliseconds. */
const ASLEEP_AFTER_MS = 15_000;
/** Time within which usage reaches KV, in milliseconds. */
const KEPT_AFTER_MS = 60_000;

const succeed = ({ status, json, text }) => {
  assert.ok(status < 300, text);
  return json;
};

async function customer(edge) {
  succeed(await operator(edge, "PUT", "/plans/data/lasting", { per_minute: 1000, per_month: 1000 }));
  const account = succeed(await operator(edge, "POST", "/accounts", { name: "Meridian", plan: "lasting" }));
  return { account, key: succeed(await operator(edge, "POST", "/keys", { account_id: account.id })) };
}

const month = () => new Date().toISOString().slice(0, 7);

describe("what was counted", { concurrency: true }, () => {
  let edge;
  let state;
  before(async () => {
    edge = await startServingEdge(demoData);
    state = servedDemo();
  });
  after(async () => {
    await edge?.stop();
    state?.remove();
  });

  test("usage reaches KV within about a minute, even if the meter is evicted between requests", async () => {
    const { account, key } = await customer(edge);
    const kv = await edge.mf.getKVNamespace("KV");
    const kept = async () => (await kv.get(`usage/${account.id}/${month()}`, "json"))?.charged?.data ?? 0;
    const began = Date.now();
    let asked = 0;
    while (Date.now() - began < KEPT_AFTER_MS) {
      assert.equal((await ask(edge, "aggregate", QUESTIONS.aggregate, { secret: key.secret })).status, 200);
      asked += 1;
      await sleep(ASLEEP_AFTER_MS);
    }
    await sleep(Math.max(0, began + KEPT_AFTER_MS + 5_000 - Date.now()));
    assert.ok((await kept()) >= asked - 1, `${await kept()} of ${asked} requests`);
  });

  test("usage is refunded when the edge died before it responded", async () => {
    const secret = "an-operator-secret-of-an-edge-that-dies";
    const dying = await spawnEdge(state.persistTo, secret);
    const { account, key } = await customer(dying);
    const question = (edge, body) => ask(edge, "search", body, { secret: key.secret });
    for (let asked = 0; asked < 5; asked += 1) assert.equal((await question(dying, QUESTIONS.search)).status, 200);
    // The outcomes are sent after two seconds.
    await sleep(3_000);
    const last = Array.from({ length: 40 }, (_, at) =>
      question(dying, { ...QUESTIONS.search, size: 1 + (at % 10) }).then(
        ({ status }) => status,
        () => "died",
      ),
    );
    await Promise.race(last);
    await dying.kill();
    const answered = 5 + (await Promise.all(last)).filter((status) => status === 200).length;
    const died = Date.now();
    const edge = await spawnEdge(state.persistTo, secret);
    try {
      const usage = async () => succeed(await operator(edge, "GET", `/accounts/${account.id}/usage`));
      const charged = async () => (await usage()).rows.reduce((sum, row) => sum + row.charged, 0);
      assert.ok((await charged()) >= 5);
      await sleep(Math.max(0, died + FAILED_AFTER_MS - Date.now()));
      // Any request makes the meter refund overdue reservations. This one is not charged.
      assert.equal((await question(edge, { index: "nothing" })).status, 400);
      const { rows, windows } = await usage();
      const sum = rows.reduce((sum, row) => sum + row.charged, 0);
      assert.ok(sum >= 5 && sum <= answered, `${sum} charged, ${answered} answered`);
      const { limit, remaining } = windows.data.find(({ policy }) => policy === "month");
      assert.equal(limit - remaining, sum);
      await eventually(async () => (await usage()).rows.some((row) => row.status === "5xx" && row.requests > 0), true);
    } finally {
      await edge.kill();
    }
  });
});
