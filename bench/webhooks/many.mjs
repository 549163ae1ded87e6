// Many events to many webhooks, some of which lead to dead receivers.
import { setTimeout as sleep } from "node:timers/promises";
import { work } from "../../scripts/step.mjs";
import { startEdge } from "../../tests/edge/harness.mjs";
import { createAccount } from "../../tests/edge/support/account.mjs";
import { eachOf, operator } from "../../tests/edge/support/client.mjs";
import { startReceiver } from "../../tests/edge/support/receiver.mjs";
import { registered } from "../../tests/edge/support/webhooks.mjs";
import { atMost } from "./print.mjs";

const WEBHOOKS = 50;
/** Ways in which receivers are dead; one of them is not even there. */
const DEAD = ["slow", "slow", "down", "500", "nobody"];
/** Events that are told at the same time. */
const AT_ONCE = 8;
/** Events are told over so many seconds, as they happen; or as quickly as the edge takes them. */
const TOLD_OVER_MS = 45_000;
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
    const latencies = wanted.map(({ event, at }) => (arrived.get(event) ?? Infinity) - at).sort((one, other) => one - other);
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
        atMost("events that the healthy never had", 0, wanted.length - wanted.filter(({ event }) => arrived.has(event)).length),
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
  return eachOf(places, async ({ isDead, url }) => ({ isDead, ...(await registered(edge, account, url, { events: ["report.ready"] })) }), AT_ONCE);
}

/** Tells events, to each webhook in turn: each with its webhook and when it was told. */
async function tell(edge, webhooks, count, note) {
  const began = Date.now();
  let done = 0;
  const one = async (_, position) => {
    await sleep(Math.max(0, began + (TOLD_OVER_MS * position) / count - Date.now()));
    const webhook = webhooks[position % webhooks.length];
    const at = Date.now();
    const answer = await operator(edge, "POST", `/webhooks/${webhook.id}/test`);
    if (answer.status !== 202) throw new Error(answer.text);
    if (++done % 1_000 === 0) note?.(`${done} of ${count}`);
    return { webhook, event: answer.json.event, at };
  };
  return eachOf(Array.from({ length: count }), one, AT_ONCE);
}

/** When each event arrived first. */
async function arrivals(receiver, wanted, note) {
  const ids = new Set(wanted.map(({ event }) => event));
  for (const until = Date.now() + WITHIN_MS; ; await sleep(200)) {
    const arrived = new Map();
    for (const { event, at } of receiver.requests) if (ids.has(event.id) && !arrived.has(event.id)) arrived.set(event.id, at);
    note?.(`${arrived.size} of ${ids.size}`);
    if (arrived.size === ids.size || Date.now() > until) return arrived;
  }
}
