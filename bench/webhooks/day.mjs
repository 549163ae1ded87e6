// A day of events by a clock that is put forward, while the edge is killed again and again, and the days after it in
// which attempts go on.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { work } from "../../scripts/step.mjs";
import { createAccount, fetchAs } from "../../tests/support/account.mjs";
import { operator } from "../../tests/support/client.mjs";
import { CLOCK_ENTRY, setClockAhead } from "../../tests/support/clock.mjs";
import { spawnEdge } from "../../tests/support/edge-process.mjs";
import { startReceiver } from "../../tests/support/receiver.mjs";
import { deliveriesOf, registerWebhook, webhookOf } from "../../tests/support/webhooks.mjs";
import { atMost } from "./print.mjs";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Times of the day at which something happens. */
const STEP_MS = 20 * MINUTE;
const STEPS = (24 * HOUR) / STEP_MS;
/** After the day: until the last attempt of the last event is over, with all the jitter. */
const AFTER = Array.from({ length: 24 }, (_, at) => 24 * HOUR + (at + 1) * 4 * HOUR);
/** How receivers answer, and how many steps there are between two events to each. A slow one takes its time. */
const RECEIVERS = [
  { way: "ok", every: 3 },
  { way: "flaky", every: 3 },
  { way: "500", every: 6 },
  { way: "500", every: 6, plan: "professional" },
  { way: "404", every: 12 },
  { way: "429", every: 6 },
  { way: "503", every: 12 },
  { way: "301", every: 12 },
  { way: "410", every: 12 },
  { way: "down", every: 6 },
  { way: "down", every: 6, plan: "professional" },
  { way: "half", every: 6 },
  { way: "garbage", every: 6 },
  { way: "slow", every: 36 },
  { way: "deleted", every: 3 },
];
/** The step after which one is deleted. */
const DELETED_AT = STEPS / 2;
/** Milliseconds that the edge is left alone at each step, and until which all must be quiet at the end. */
const LEFT_ALONE_MS = 300;
const QUIET_WITHIN_MS = 120_000;
const OPEN = ["pending", "sending", "retrying"];
const SETTINGS = {
  entry: CLOCK_ENTRY,
  bindings: { LOCAL_WEBHOOKS: "on", SIGNING_SECRET: randomBytes(32).toString("hex") },
};

export async function measureDay(kills) {
  const folder = mkdtempSync(join(tmpdir(), "overheard-webhooks-"));
  const receiver = await startReceiver();
  const day = new Day(receiver, folder);
  try {
    await day.start();
    await work("Registering webhooks", () => day.register());
    await work("A day", (note) => day.pass(new Set(someOf(STEPS, kills)), note));
    await work("The days after it", (note) => day.end(note));
    return await work("Looking at what became of all events", () => day.judged(kills));
  } finally {
    await day.edge?.kill();
    await receiver.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** So many different numbers below a limit. */
function someOf(limit, count) {
  const all = Array.from({ length: limit }, (_, at) => at);
  return Array.from({ length: count }, () => all.splice(Math.floor(Math.random() * all.length), 1)[0]);
}

class Day {
  constructor(receiver, folder) {
    Object.assign(this, { receiver, folder, adminSecret: randomBytes(32).toString("hex"), ahead: 0 });
  }

  async start() {
    this.edge = await spawnEdge(this.folder, this.adminSecret, SETTINGS);
    await setClockAhead(this.edge, this.ahead);
    this.edge.tick();
  }

  async register() {
    const accounts = {
      enterprise: await createAccount(this.edge),
      professional: await createAccount(this.edge, { plan: "professional" }),
    };
    this.webhooks = [];
    for (const [position, { way, every, plan = "enterprise" }] of RECEIVERS.entries()) {
      const name = `${way}${position}`;
      const url = this.receiver.url(["flaky", "deleted"].includes(way) ? "ok" : way, name);
      const webhook = await registerWebhook(this.edge, accounts[plan], url, { events: ["report.ready"] });
      this.webhooks.push({ way, plan, every, name, webhook, account: accounts[plan], told: [] });
    }
  }

  /** Goes on until a time of the day: whatever is due is done. */
  async until(milliseconds) {
    this.ahead = milliseconds;
    await setClockAhead(this.edge, milliseconds);
    this.edge.tick();
    await sleep(LEFT_ALONE_MS);
  }

  async pass(killed, note) {
    for (let step = 0; step < STEPS; step++) {
      await this.until(step * STEP_MS);
      this.webhooks
        .filter(({ way }) => way === "flaky")
        .forEach(({ name }) => this.receiver.answer(name, step % 2 === 0 ? "500" : "ok"));
      if (step === DELETED_AT) await this.deleteOne();
      const telling = this.tell(step);
      if (killed.has(step)) {
        await sleep(Math.random() * LEFT_ALONE_MS);
        await this.edge.kill();
        await telling;
        await this.start();
      }
      await telling;
      note?.(`${step + 1} of ${STEPS}`);
    }
  }

  /** Tells each webhook whose turn it is an event. What was not answered was perhaps not told. */
  async tell(step) {
    const due = this.webhooks.filter(({ every, deletedAt }) => step % every === 0 && deletedAt === undefined);
    await Promise.all(
      due.map(async ({ webhook, told }) => {
        const answer = await operator(this.edge, "POST", `/webhooks/${webhook.id}/test`).catch(() => undefined);
        if (answer?.status === 202) told.push(answer.json.event);
      }),
    );
  }

  async deleteOne() {
    const one = this.webhooks.find(({ way }) => way === "deleted");
    // What is on its way then must not arrive.
    this.receiver.answer(one.name, "500");
    await this.tell(0);
    await sleep(LEFT_ALONE_MS);
    const answer = await fetchAs(this.edge, one.account, `/v1/webhooks/${one.webhook.id}`, { method: "DELETE" });
    if (answer.status !== 204) throw new Error(answer.text);
    one.deletedAt = Date.now();
  }

  async end(note) {
    for (const [at, milliseconds] of AFTER.entries()) {
      await this.until(milliseconds);
      await this.quiet();
      note?.(`${at + 1} of ${AFTER.length}`);
    }
  }

  /** Waits until nobody sends anything any more. */
  async quiet() {
    for (const until = Date.now() + QUIET_WITHIN_MS; Date.now() < until; await sleep(300)) {
      const open = await Promise.all(
        this.webhooks.map(({ webhook }) => deliveriesOf(this.edge, webhook).catch(() => [])),
      );
      const now = Date.now() + this.ahead;
      if (
        !open
          .flat()
          .some(
            ({ status, next_attempt_at }) =>
              OPEN.includes(status) && (status === "sending" || Date.parse(next_attempt_at) <= now),
          )
      )
        return;
    }
  }

  async judged(kills) {
    const receivers = [];
    const sum = { lost: 0, open: 0, afterwards: 0, unheard: 0 };
    for (const { way, plan, name, webhook, told, deletedAt } of this.webhooks) {
      const deliveries =
        deletedAt === undefined
          ? await deliveriesOf(this.edge, webhook)
          : await deliveriesOf(this.edge, webhook).catch(() => []);
      const received = this.receiver.received(name);
      const known = new Map(deliveries.map(({ event, status }) => [event, status]));
      const of = (wanted) => deliveries.filter(({ status }) => status === wanted).length;
      sum.lost += told.filter((event) => !known.has(event)).length;
      sum.open += deliveries.filter(({ status }) => OPEN.includes(status)).length;
      sum.unheard += deliveries.filter(
        ({ event, status }) => status === "delivered" && !received.some((request) => request.event.id === event),
      ).length;
      sum.afterwards += deletedAt === undefined ? 0 : received.filter(({ at }) => at > deletedAt).length;
      // Only what was deleted or is gone may be cancelled.
      if (!["410", "deleted"].includes(way)) sum.lost += of("canceled");
      const status = deletedAt === undefined ? (await webhookOf(this.edge, webhook)).status : "deleted";
      receivers.push({
        way,
        plan,
        told: deliveries.length,
        received: received.length,
        delivered: of("delivered"),
        failed: of("failed"),
        canceled: of("canceled"),
        status,
      });
    }
    return {
      kills,
      receivers,
      bars: [
        atMost("events that neither arrived nor are kept", 0, sum.lost),
        atMost("events that are still on their way", 0, sum.open),
        atMost("events that count as delivered and never came", 0, sum.unheard),
        atMost("requests to a webhook that was deleted", 0, sum.afterwards),
      ],
    };
  }
}
