// Webhooks: accounts register, list and delete them, and the edge delivers to a real receiver.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startEdge } from "./harness.mjs";
import { createAccount, expectOk, itemsOf, fetchAs } from "../support/account.mjs";
import { BREAKABLE_ENTRY } from "../support/breakable.mjs";
import { operator } from "../support/client.mjs";
import { CLOCK_ENTRY, setClockAhead } from "../support/clock.mjs";
import { eventually } from "../support/eventually.mjs";
import { assertProblem } from "../support/problem.mjs";
import { isSigned, startReceiver } from "../support/receiver.mjs";
import { deliveriesOf, registerWebhook, requestWebhook, webhookOf } from "../support/webhooks.mjs";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Longer than the time limit for a receiver, in milliseconds. */
const TIMEOUT_MS = 40 * SECOND;
/** Latest time of each attempt after the first, with all the jitter. */
const SCHEDULE = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

let edge;
let receiver;
let account;
before(async () => {
  receiver = await startReceiver();
  edge = await startEdge({ entry: CLOCK_ENTRY, bindings: { LOCAL_WEBHOOKS: "on" } });
  account = await createAccount(edge);
});
after(async () => {
  await edge?.stop();
  await receiver?.stop();
});

const list = async (of, query = "") => expectOk(await fetchAs(edge, of, `/v1/webhooks${query}`));
const removed = (of, id) => fetchAs(edge, of, `/v1/webhooks/${id}`, { method: "DELETE" });
const on = (webhook, action, body) => operator(edge, "POST", `/webhooks/${webhook.id}/${action}`, body);
const statuses = async (webhook) => (await deliveriesOf(edge, webhook)).map(({ status }) => status);
const firsts = async (webhook) =>
  (await deliveriesOf(edge, webhook)).map(({ status, attempts }) => [
    status,
    attempts[0]?.status ?? attempts[0]?.error,
  ]);

/** Puts the clock forward, and resets it after the test. */
async function withClockAhead(milliseconds) {
  await setClockAhead(edge, milliseconds);
  await edge.tick();
}

test("a new webhook gets its secret once, and a first event at once", async () => {
  const wanted = {
    url: receiver.url("ok", "first"),
    events: ["report.ready", "webhook.ping"],
    description: "care team",
    filters: { sentiment: ["negative"], min_views: 10_000 },
    metadata: { team: "care" },
  };
  const answer = await requestWebhook(edge, account, wanted);
  assert.equal(answer.status, 201, answer.text);
  const { id, secret, created_at, ...rest } = answer.json;
  assert.match(id, /^whk_[0-9A-HJKMNP-TV-Z]{10,26}$/);
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.deepEqual(rest, {
    object: "webhook",
    url: wanted.url,
    events: ["webhook.ping", "report.ready"],
    description: "care team",
    filters: { sentiment: ["negative"], min_views: 10_000 },
    status: "active",
    status_reason: null,
    delivery_guarantee: "at_least_once_75h35m_dead_letter",
    secret_hint: secret.slice(0, 10),
    metadata: { team: "care" },
    stats: { last_delivery_at: null, last_status: null, consecutive_failures: 0 },
  });
  assert.equal(answer.headers.get("location"), `/v1/webhooks/${id}`);
  assert.equal(answer.headers.get("x-query-cost"), "0");
  await eventually(() => receiver.received("first").length, 1);
  const [request] = receiver.received("first");
  const { event, headers, method } = request;
  assert.equal(method, "POST");
  assert.deepEqual([headers["content-type"], headers["user-agent"]], ["application/json", "overheard-webhooks/1"]);
  assert.deepEqual(event, {
    id: event.id,
    type: "webhook.ping",
    timestamp: created_at,
    api_version: "v1",
    account_id: account.id,
    data: { webhook_id: id },
  });
  assert.equal(headers["webhook-id"], event.id.replace("evt_", "msg_"));
  assert.ok(Math.abs(headers["webhook-timestamp"] - Date.now() / SECOND) < 5);
  assert.ok(isSigned(request, secret) && !isSigned(request, `whsec_${Buffer.alloc(32).toString("base64")}`));
  await eventually(async () => (await list(account)).data.find((webhook) => webhook.id === id).stats.last_status, 204);
  assert.doesNotMatch(
    JSON.stringify([await list(account), await webhookOf(edge, { id }), await deliveriesOf(edge, { id })]),
    new RegExp(secret.slice(10, 30).replace(/[+/]/g, "\\$&")),
  );
});

test("webhooks are listed page by page, each account its own", async () => {
  const other = await createAccount(edge);
  const all = [];
  for (const name of ["a", "b", "c"]) all.unshift((await registerWebhook(edge, other, receiver.url("ok", name))).id);
  assert.deepEqual((await itemsOf(edge, other, "/v1/webhooks?limit=1")).map(({ id }) => id).sort(), [...all].sort());
  assert.deepEqual((await list(other, "?status=disabled")).data, []);
  assert.equal((await list(other, "?status=active")).data.length, 3);
  assertProblem(await fetchAs(edge, other, "/v1/webhooks?status=deleted"), "value_not_allowed");
  const unknown = assertProblem(
    await requestWebhook(edge, other, { url: receiver.url("ok"), events: ["*"], filters: { brand: ["Nobody"] } }),
    "value_not_allowed",
  );
  assert.deepEqual([unknown.param, unknown.message], ["/filters/brand", "filters.brand 'Nobody' is not allowed."]);
  const { next_cursor } = await list(other, "?limit=1");
  assertProblem(await fetchAs(edge, account, `/v1/webhooks?limit=1&cursor=${next_cursor}`), "invalid_cursor");
  assertProblem(await removed(account, all[0]), "not_found");
  assert.equal((await list(other)).data.length, 3);
});

test("a duplicate webhook, too many of them, and a plan without webhooks are refused", async () => {
  const professional = await createAccount(edge, { plan: "professional" });
  const url = receiver.url("ok", "same");
  const { id, delivery_guarantee } = await registerWebhook(edge, professional, url, {
    events: ["report.ready", "report.failed"],
  });
  assert.equal(delivery_guarantee, "at_least_once_7h35m");
  const again = await requestWebhook(edge, professional, {
    url,
    events: ["report.failed", "report.ready"],
    description: "other",
  });
  assert.match(assertProblem(again, "webhook_exists").message, new RegExp(id));
  for (let more = 0; more < 9; more++) await registerWebhook(edge, professional, receiver.url("ok", `more${more}`));
  assert.match(
    assertProblem(await requestWebhook(edge, professional, { url, events: ["*"] }), "limit_reached").message,
    /10 webhooks/,
  );
  assert.equal((await removed(professional, id)).status, 204);
  assert.equal((await requestWebhook(edge, professional, { url, events: ["*"] })).status, 201);
  const starter = await createAccount(edge, { plan: "starter" });
  const refused = assertProblem(await requestWebhook(edge, starter, { url, events: ["*"] }), "plan_upgrade_required");
  assert.deepEqual([refused.current_plan, refused.required_plan], ["starter", "professional"]);
});

test("the same idempotency key returns the same response with the secret, which is stored nowhere", async () => {
  const headers = { "Idempotency-Key": "0123456789abcdef" };
  const wanted = { url: receiver.url("ok", "keyed"), events: ["report.ready"] };
  const first = await requestWebhook(edge, account, wanted, headers);
  const again = await requestWebhook(edge, account, { ...wanted, description: null }, headers);
  assert.deepEqual([first.status, again.status], [201, 201]);
  assert.deepEqual(again.json, first.json);
  assert.deepEqual(
    [first.headers.get("idempotency-replayed"), again.headers.get("idempotency-replayed")],
    [null, "true"],
  );
  assert.equal(again.headers.get("location"), `/v1/webhooks/${first.json.id}`);
  assertProblem(await requestWebhook(edge, account, { ...wanted, events: ["*"] }, headers), "idempotency_key_reused");
  const { results } = await (await edge.mf.getD1Database("DB")).prepare("SELECT body FROM idempotency").all();
  assert.ok(results.length > 0 && results.every(({ body }) => !body.includes("whsec_") || !JSON.parse(body).secret));
});

test("a deleted webhook is gone and gets no more deliveries", async () => {
  const webhook = await registerWebhook(edge, account, receiver.url("500", "gone"));
  await eventually(() => receiver.received("gone").length, 1);
  await eventually(() => statuses(webhook), ["retrying"]);
  const answer = await removed(account, webhook.id);
  assert.deepEqual([answer.status, answer.text], [204, ""]);
  assert.match(assertProblem(await removed(account, webhook.id), "not_found").message, new RegExp(webhook.id));
  const { results } = await (await edge.mf.getD1Database("DB"))
    .prepare("SELECT status FROM webhook_delivery WHERE webhook = ?")
    .bind(webhook.id)
    .all();
  assert.deepEqual(results, [{ status: "canceled" }]);
  await withClockAhead(6 * SECOND);
  await withClockAhead(0);
  assert.equal(receiver.received("gone").length, 1);
});

test("every unsuccessful response of a receiver is retried", { timeout: 300 * SECOND }, async () => {
  const of = await createAccount(edge);
  const ways = ["500", "404", "301", "down", "garbage", "slow"];
  const webhooks = await Promise.all(ways.map((way) => registerWebhook(edge, of, receiver.url(way))));
  const good = await registerWebhook(edge, of, receiver.url("created"));
  const endless = await registerWebhook(edge, of, receiver.url("endless"));
  const half = await registerWebhook(edge, of, receiver.url("half"));
  await eventually(() => firsts(good), [["delivered", 201]]);
  // The status counts; the edge does not wait for the body.
  await eventually(() => firsts(endless), [["delivered", 200]], 20 * SECOND);
  await eventually(() => firsts(half), [["delivered", 200]], 20 * SECOND);
  const [
    {
      attempts: [{ answer }],
    },
  ] = await deliveriesOf(edge, good);
  assert.equal(answer, `thank you ${"x".repeat(246)}`);
  const found = [];
  for (const webhook of webhooks) {
    await eventually(
      async () => (await firsts(webhook))[0].length > 1 && (await firsts(webhook))[0][1] !== undefined,
      true,
      TIMEOUT_MS,
    );
    found.push((await firsts(webhook))[0]);
  }
  const [status500, status404, moved, down, garbage, slow] = found;
  assert.deepEqual([status500[1], status404[1], moved[1], slow[1]], [500, 404, 301, "no answer within 15 seconds"]);
  for (const [, error] of [down, garbage]) assert.equal(typeof error, "string");
  for (const webhook of webhooks.slice(0, -1))
    await eventually(async () => (await deliveriesOf(edge, webhook))[0].attempts.length >= 2, true, 30 * SECOND);
  const [first, second] = receiver.received("500");
  assert.equal(first.headers["webhook-id"], second.headers["webhook-id"]);
  assert.equal(first.body, second.body);
  const apart = second.at - first.at;
  assert.ok(apart >= 4.5 * SECOND, `${apart} ms between two attempts`);
  assert.equal(receiver.received("ok").length, 0, "what is moved is not followed");
  for (const webhook of webhooks) assert.equal((await removed(of, webhook.id)).status, 204);
});

test("a receiver can delay the next attempt", async () => {
  const webhook = await registerWebhook(edge, account, receiver.url("429"));
  await eventually(() => statuses(webhook), ["retrying"]);
  const [{ next_attempt_at, attempts }] = await deliveriesOf(edge, webhook);
  const wait = Date.parse(next_attempt_at) - Date.parse(attempts[0].at);
  assert.ok(wait >= 59 * SECOND && wait <= 80 * SECOND, `${wait}`);
  receiver.answer("429", "ok");
  await withClockAhead(30 * SECOND);
  assert.equal(receiver.received("429").length, 1);
  await withClockAhead(90 * SECOND);
  await eventually(() => statuses(webhook), ["delivered"]);
  await withClockAhead(0);
});

test("a receiver that responds 410 is disabled at once, and other webhooks get an event", async () => {
  const of = await createAccount(edge);
  const other = await registerWebhook(edge, of, receiver.url("ok", "other"), { events: ["webhook.disabled"] });
  const webhook = await registerWebhook(edge, of, receiver.url("410"));
  await eventually(async () => (await webhookOf(edge, webhook)).status, "disabled");
  assert.equal((await list(of, "?status=disabled")).data[0].status_reason, "gone");
  await eventually(
    () => receiver.received("other").map(({ event }) => [event.type, event.data]),
    [
      ["webhook.ping", { webhook_id: other.id }],
      ["webhook.disabled", { webhook_id: webhook.id, reason: "gone" }],
    ],
  );
  assertProblem(await on(webhook, "test"), "conflict");
  assert.equal(receiver.received("410").length, 1);
});

test("an operator tests, rotates and disables a webhook", async () => {
  const webhook = await registerWebhook(edge, account, receiver.url("ok", "operated"));
  const { event } = expectOk(await on(webhook, "test"));
  await eventually(() => receiver.received("operated").length, 2);
  assert.equal(receiver.received("operated")[1].event.id, event);
  const rotated = expectOk(await on(webhook, "rotate"));
  assert.notEqual(rotated.secret, webhook.secret);
  assert.equal(rotated.secret_hint, rotated.secret.slice(0, 10));
  expectOk(await on(webhook, "test"));
  await eventually(() => receiver.received("operated").length, 3);
  const both = receiver.received("operated")[2];
  assert.ok(isSigned(both, webhook.secret) && isSigned(both, rotated.secret));
  await withClockAhead(DAY + MINUTE);
  expectOk(await on(webhook, "test"));
  await eventually(() => receiver.received("operated").length, 4);
  const later = receiver.received("operated")[3];
  assert.ok(!isSigned(later, webhook.secret) && isSigned(later, rotated.secret));
  await withClockAhead(0);
  assert.equal(expectOk(await on(webhook, "disable")).status_reason, "operator");
  assertProblem(await on(webhook, "disable"), "conflict");
  assertProblem(await on({ id: "whk_0123456789" }, "test"), "not_found");
});

test("after the last attempt an event becomes a dead letter, which can be sent again if the plan includes it", async () => {
  const [enterprise, professional] = [await createAccount(edge), await createAccount(edge, { plan: "professional" })];
  const webhooks = [
    await registerWebhook(edge, enterprise, receiver.url("500", "dead")),
    await registerWebhook(edge, professional, receiver.url("500", "lost")),
  ];
  let elapsed = 0;
  for (const [attempt, delay] of SCHEDULE.entries()) {
    elapsed += delay * 1.1 + 100;
    // Three days of failures only would disable the webhook, so another event arrives meanwhile.
    if (attempt === 8) {
      for (const webhook of webhooks)
        await database("UPDATE webhook SET failing_since = NULL WHERE id = ?", webhook.id);
    }
    await withClockAhead(elapsed);
    const made = [attempt + 1, Math.min(attempt + 1, 6)];
    await eventually(
      async () => [receiver.received("dead").length, receiver.received("lost").length],
      made,
      20 * SECOND,
    );
    for (const [of, webhook] of webhooks.entries())
      await eventually(async () => (await deliveriesOf(edge, webhook))[0].attempts.length, made[of]);
  }
  assert.deepEqual([await statuses(webhooks[0]), await statuses(webhooks[1])], [["failed"], ["failed"]]);
  assert.match(assertProblem(await on(webhooks[1], "replay", {}), "conflict").message, /plan enterprise/);
  receiver.answer("dead", "ok");
  const [{ event }] = await deliveriesOf(edge, webhooks[0]);
  assertProblem(await on(webhooks[0], "replay", { event: "evt_0123456789" }), "conflict");
  assert.deepEqual(expectOk(await on(webhooks[0], "replay", { event })).events, [event]);
  await eventually(() => statuses(webhooks[0]), ["delivered"]);
  const [{ attempts }] = await deliveriesOf(edge, webhooks[0]);
  assert.equal(attempts.length, 11);
  assert.equal(new Set(receiver.received("dead").map(({ headers }) => headers["webhook-id"])).size, 1);
  await withClockAhead(0);
});

const database = async (sql, ...values) =>
  (await edge.mf.getD1Database("DB"))
    .prepare(sql)
    .bind(...values)
    .run();

test("five failed events in a row make a webhook failing, one success active, and three days of failures disabled", async () => {
  const webhook = await registerWebhook(edge, account, receiver.url("500", "failing"));
  for (let more = 0; more < 4; more++) expectOk(await on(webhook, "test"));
  await eventually(async () => (await webhookOf(edge, webhook)).status, "failing");
  assert.equal((await webhookOf(edge, webhook)).stats.consecutive_failures, 5);
  receiver.answer("failing", "ok");
  expectOk(await on(webhook, "test"));
  await eventually(
    async () => [(await webhookOf(edge, webhook)).status, (await webhookOf(edge, webhook)).stats.consecutive_failures],
    ["active", 0],
  );
  receiver.answer("failing", "500");
  expectOk(await on(webhook, "test"));
  await eventually(async () => (await webhookOf(edge, webhook)).stats.consecutive_failures, 1);
  await withClockAhead(3 * DAY + MINUTE);
  await eventually(async () => (await webhookOf(edge, webhook)).status, "disabled", 20 * SECOND);
  assert.equal((await webhookOf(edge, webhook)).status_reason, "failed_for_3_days");
  const dead = (await statuses(webhook)).filter((status) => status === "failed").length;
  assert.ok(
    dead > 0 && (await statuses(webhook)).every((status) => ["delivered", "failed"].includes(status)),
    "what was on its way is kept",
  );
  const next = await registerWebhook(edge, account, receiver.url("ok", "next"));
  assert.equal((await removed(account, webhook.id)).status, 204);
  assert.equal(expectOk(await on(next, "replay", { from: webhook.id })).events.length, dead);
  await eventually(() => receiver.received("next").length, dead + 1);
  await withClockAhead(0);
});

test("finished deliveries older than a month are folded into counts", async () => {
  const webhook = await registerWebhook(edge, account, receiver.url("ok", "old"));
  await eventually(() => statuses(webhook), ["delivered"]);
  await withClockAhead(31 * DAY);
  await eventually(() => statuses(webhook), []);
  await withClockAhead(0);
});

test("a database fault is reported and changes nothing", async () => {
  const breakable = await startEdge({ entry: BREAKABLE_ENTRY, bindings: { LOCAL_WEBHOOKS: "on" } });
  try {
    const of = await createAccount(breakable);
    const kept = await registerWebhook(breakable, of, receiver.url("ok", "kept"));
    const broken = { "x-break": "DB fails" };
    assertProblem(
      await requestWebhook(breakable, of, { url: receiver.url("ok", "broken"), events: ["*"] }, broken),
      "backend_unavailable",
    );
    assertProblem(await fetchAs(breakable, of, "/v1/webhooks", { headers: broken }), "backend_unavailable");
    assertProblem(
      await fetchAs(breakable, of, `/v1/webhooks/${kept.id}`, { method: "DELETE", headers: broken }),
      "backend_unavailable",
    );
    assert.deepEqual(
      expectOk(await fetchAs(breakable, of, "/v1/webhooks")).data.map(({ id }) => id),
      [kept.id],
    );
  } finally {
    await breakable.stop();
  }
});

test("an edge that allows webhooks on its own machine refuses remote clients", async () => {
  const { port } = new URL(edge.url);
  const { request } = await import("node:http");
  const status = await new Promise((resolve, reject) =>
    request({ host: "127.0.0.1", port, path: "/v1/schema", headers: { host: "api.example.com" } }, (answer) =>
      resolve(answer.resume().statusCode),
    )
      .on("error", reject)
      .end(),
  );
  assert.equal(status, 503);
  const strict = await startEdge();
  try {
    const of = await createAccount(strict);
    const refused = assertProblem(
      await requestWebhook(strict, of, { url: receiver.url("ok"), events: ["*"] }),
      "invalid_url",
    );
    assert.match(refused.message, /must begin with https:\/\//);
  } finally {
    await strict.stop();
  }
});
