// Many events to many webhooks, some of which lead to dead receivers.
import { setTimeout as sleep } from "node:timers/promises";
import { work } from "../../scripts/step.mjs";
import { startEdge } from "../../tests/edge/harness.mjs";
import { createAccount } from "../../tests/support/account.mjs";
import { eachOf } from "../../tests/support/client.mjs";
import { startReceiver } from "../../tests/support/receiver.mjs";
import { registerWebhook } from "../../tests/support/webhooks.mjs";
import { atMost } from "./print.mjs";

const WEBHOOKS = 50;
/** Ways in which receivers are dead; one of them is not even there. */
const DEAD = ["slow", "slow", "down", "500", "nobody"];
/** Webhooks that are registered at the same time. */
const AT_ONCE = 8;
/** Events are told over so long, some of them at a time. */
const TOLD_OVER_MS = 45_000;
const TOLD_EVERY_MS = 500;
const WITHIN_MS = 300_000;
const BARS = { seconds: 60, p95_ms: 2_000 };
/** A port where nobody listens. */
const NOBODY = "http://127.0.0.1:9/";

export async function measureMany(events) {
  const receiver = await startReceiver();
  const edge = await startEdge({ bindings: { LOCAL_WEBHOOKS: "on" } });
  try {
    const webhooks = await work("Registering webhooks", () => register(edge, receiver));
    const healthy = webhooks.filter(({ isDead }) => !isDead);
    const began = performance.now();
    const told = await work("Telling events", (note) => tell(edge, webhooks, events, note));
    const toldMs = performance.now() - began;
    const wanted = told.filter(({ webhook }) => !webhook.isDead);
    const arrived = await work("Waiting for the last event", (note) => arrivals(receiver, wanted, note));
    const last = Math.max(...arrived.values());
    const latencies = wanted
      .map(({ event, at }) => (arrived.get(event) ?? Infinity) - at)
      .sort((one, other) => one - other);
    const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))];
    const seconds = (last - told[0].at) / 1_000;
    const [p50_ms, p95_ms, max_ms] = [at(0.5), at(0.95), at(1)];
    return {
      events,
      webhooks: WEBHOOKS,
      dead: webhooks.length - healthy.length,
      told_seconds: toldMs / 1_000,
      seconds,
      p50_ms,
      p95_ms,
      max_ms,
      bars: [
        atMost("seconds until the healthy have all", BARS.seconds, seconds),
        atMost("milliseconds from telling to arriving, 95th percentile of the healthy", BARS.p95_ms, p95_ms),
        atMost(
          "events that the healthy never had",
          0,
          wanted.length - wanted.filter(({ event }) => arrived.has(event)).length,
        ),
      ],
    };
  } finally {
    await edge.stop();
    await receiver.stop();
  }
}

async function register(edge, receiver) {
  const account = await createAccount(edge);
  const places = Array.from({ length: WEBHOOKS }, (_, position) => {
    const way = DEAD[position];
    return { isDead: way !== undefined, url: way === "nobody" ? NOBODY : receiver.url(way ?? "ok", `of${position}`) };
  });
  return eachOf(
    places,
    async ({ isDead, url }) => ({
      isDead,
      ...(await registerWebhook(edge, account, url, { events: ["report.ready"] })),
    }),
    AT_ONCE,
  );
}

/**
 * Tells events, to each webhook in turn: each with its webhook and when it was told. They are written as the edge
 * writes them, and the clock wakes those who send: telling through the operator's surface would take longer than
 * sending.
 */
async function tell(edge, webhooks, count, note) {
  const database = await edge.mf.getD1Database("DB");
  const told = [];
  for (let due = Date.now(); told.length < count; due += TOLD_EVERY_MS) {
    await sleep(Math.max(0, due - Date.now()));
    const at = Date.now();
    const some = Array.from(
      { length: Math.min(count - told.length, Math.ceil((count * TOLD_EVERY_MS) / TOLD_OVER_MS)) },
      (_, position) => {
        const number = told.length + position;
        return { webhook: webhooks[number % webhooks.length], event: `evt_${String(number).padStart(20, "0")}`, at };
      },
    );
    await write(database, some, at);
    await edge.tick();
    told.push(...some);
    note?.(`${told.length} of ${count}`);
  }
  return told;
}

async function write(database, some, at) {
  const bodyOf = ({ event, webhook }) =>
    JSON.stringify({
      id: event,
      type: "webhook.ping",
      timestamp: new Date(at).toISOString(),
      api_version: "v1",
      account_id: "acc_0000000000",
      data: { webhook_id: webhook.id },
    });
  const events = JSON.stringify(some.map((told) => [told.event, bodyOf(told), told.webhook.id]));
  const statements = [
    database
      .prepare(
        "INSERT INTO webhook_event (id, account, type, at, body, created_at) SELECT value ->> 0, 'acc_0000000000', 'webhook.ping', ?2, value ->> 1, ?2 FROM json_each(?1)",
      )
      .bind(events, at),
    database
      .prepare(
        "INSERT INTO webhook_delivery (webhook, event, status, next_at, created_at) SELECT value ->> 2, value ->> 0, 'pending', ?2, ?2 FROM json_each(?1)",
      )
      .bind(events, at),
  ];
  await database.batch(statements);
  // Until here they are needed: what the other process has of them goes when they are collected here.
  return statements.length;
}

/** When each event arrived first. */
async function arrivals(receiver, wanted, note) {
  const ids = new Set(wanted.map(({ event }) => event));
  for (const until = Date.now() + WITHIN_MS; ; await sleep(200)) {
    const arrived = new Map();
    for (const { event, at } of receiver.requests)
      if (ids.has(event.id) && !arrived.has(event.id)) arrived.set(event.id, at);
    note?.(`${arrived.size} of ${ids.size}`);
    if (arrived.size === ids.size || Date.now() > until) return arrived;
  }
}
