// Alerts: conditions that are evaluated after an import, and messages to Slack, Teams and webhooks.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { importFolder, operate, startServingEdge } from "./harness.mjs";
import { brand, createAccount, expectOk } from "../support/account.mjs";
import { WITHIN_MS, alertsEvaluated } from "../support/alerts.mjs";
import { send } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { readDocuments, writeNdjson } from "../support/documents.mjs";
import { eventually } from "../support/eventually.mjs";
import { assertProblem } from "../support/problem.mjs";
import { startReceiver } from "../support/receiver.mjs";
import { registerWebhook } from "../support/webhooks.mjs";

const ALERTS = "/v1/_ext/alerts";
const LABEL = "Quillovar";
const TODAY = new Date().toISOString().slice(0, 10);
const JSON_TYPE = { "Content-Type": "application/json" };

let edge, receiver, account;
before(async () => {
  receiver = await startReceiver();
  edge = await startServingEdge(demoData, { bindings: { LOCAL_WEBHOOKS: "on" } });
  account = await createAccount(edge, { brands: [brand(LABEL), brand("Velunara")] });
});
after(async () => {
  await edge?.stop();
  await receiver?.stop();
});

const ask = (method, path, body, token = account.token) =>
  send(edge, `${ALERTS}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...JSON_TYPE },
    body: body && JSON.stringify(body),
  });
const create = async (alert) => expectOk(await ask("POST", "", alert));
const list = async () => expectOk(await ask("GET", "")).data;
const firedOf = async ({ id }) => (await fired()).filter(({ alert }) => alert === id);
const fired = async () => expectOk(await ask("GET", "/fired")).data;
const bodies = (name) => receiver.received(name).map(({ body }) => JSON.parse(body));

/** Returns copies of mentions of the brand, of videos of a day. */
function copies(suffix, day, count) {
  const { siv_info, siv_business_ideas } = readDocuments(demoData);
  const mentions = siv_business_ideas.filter(({ brand_name }) => brand_name === LABEL).slice(0, count);
  const videos = new Set(mentions.map(({ video_id }) => video_id));
  const renamed = (document) => ({ ...document, video_id: `${document.video_id}${suffix}`, upload_date: day });
  return {
    siv_info: siv_info.filter(({ video_id }) => videos.has(video_id)).map(renamed),
    siv_business_ideas: mentions.map((mention) => ({
      ...renamed(mention),
      mention_id: `${mention.mention_id}${suffix}`,
      indexed_at: new Date().toISOString(),
    })),
    siv_content_creator: [],
  };
}

describe("alerts", () => {
  test("tell each target why they fired, once, and what was there before is no news", async () => {
    const webhook = await registerWebhook(edge, account, receiver.url("ok", "webhook"), { events: ["report.ready"] });
    const filters = { brand: [LABEL] };
    const news = { type: "new_mentions" };
    const slack = await create({
      name: "New & <loud>",
      condition: news,
      filters,
      target: { type: "slack", url: receiver.url("ok", "slack") },
    });
    await create({
      name: "Many",
      condition: { type: "count", at_least: 30 },
      filters,
      target: { type: "teams", url: receiver.url("ok", "teams") },
    });
    const told = await create({ name: "Told", condition: news, filters, target: { type: "webhook", id: webhook.id } });
    await create({ name: "Seen", condition: news, filters, target: { type: "dashboard" } });
    const muted = await create({
      name: "Muted",
      condition: news,
      filters,
      target: { type: "slack", url: receiver.url("ok", "muted") },
      muted: true,
    });
    await create({ name: "Others", condition: news, filters: { brand: ["Velunara"] }, target: { type: "dashboard" } });
    await create({
      name: "Too many",
      condition: { type: "count", at_least: 41 },
      filters,
      target: { type: "dashboard" },
    });
    assert.equal(muted.muted, true);
    assert.deepEqual(slack.target, { type: "slack", url_hint: "…lack" });
    await alertsEvaluated(edge);
    assert.deepEqual(await fired(), []);

    await importFolder(edge, writeNdjson(copies("_today", TODAY, 40)));
    await eventually(() => bodies("slack").length, 1, WITHIN_MS);
    await eventually(() => bodies("teams").length, 1, WITHIN_MS);
    await eventually(() => bodies("webhook").filter(({ type }) => type === "alert.fired").length, 1, WITHIN_MS);
    const [message] = bodies("slack");
    assert.equal(message.text, "New &amp; &lt;loud&gt;: 40 new mentions.");
    const { url } = message.blocks[1].elements[0];
    const link = new URL(url);
    assert.deepEqual([link.origin, link.pathname], [edge.url, "/mentions"]);
    assert.equal(link.searchParams.get("brand"), LABEL);
    const [card] = bodies("teams")[0].attachments;
    assert.equal(card.contentType, "application/vnd.microsoft.card.adaptive");
    assert.deepEqual(
      card.content.body.map(({ text }) => text),
      ["Many", `40 mentions on ${TODAY}, at least 30.`],
    );
    const event = bodies("webhook").find(({ type }) => type === "alert.fired");
    assert.deepEqual([event.data.object, event.data.id, event.data.numbers], ["alert", told.id, { new_mentions: 40 }]);
    const names = (await fired()).map(({ name }) => name).sort();
    assert.deepEqual(names, ["Many", "New & <loud>", "Seen", "Told"]);
    assert.deepEqual(bodies("muted"), []);

    // A day that has told already, a muted alert that is told again, and two more mentions.
    expectOk(await ask("PATCH", `/${muted.id}`, { muted: false }));
    await importFolder(edge, writeNdjson(copies("_later", TODAY, 2)));
    await eventually(() => bodies("slack").length, 2, WITHIN_MS);
    assert.equal(bodies("slack")[1].text, "New &amp; &lt;loud&gt;: 2 new mentions.");
    await eventually(() => bodies("muted").map(({ text }) => text), ["Muted: 2 new mentions."], WITHIN_MS);
    await eventually(async () => (await fired()).length, 9, WITHIN_MS);
    assert.equal(bodies("teams").length, 1);
    assert.ok((await fired()).some(({ name }) => name === "Too many"));
    for (const alert of await list())
      assert.equal(alert.last_fired_at === null, alert.name === "Others", JSON.stringify(alert));
  });

  test("are hidden from lists of webhooks, and send nothing once they are removed", async () => {
    const alert = await create({
      name: "Gone",
      condition: { type: "spike" },
      target: { type: "slack", url: receiver.url("ok", "gone") },
    });
    assert.deepEqual(expectOk(await ask("GET", `/${alert.id}`)).name, "Gone");
    const { event_id } = expectOk(await ask("POST", `/${alert.id}/test`));
    assert.match(event_id, /^evt_/);
    await eventually(
      () => bodies("gone").map(({ text }) => text),
      ["Gone: This is a test of an alert with the condition 'spike'."],
    );
    const { data } = expectOk(
      await send(edge, "/v1/webhooks", { headers: { Authorization: `Bearer ${account.token}` } }),
    );
    assert.ok(data.every(({ url }) => !/\/(slack|teams|muted|gone)$/.test(url)));
    assert.equal((await ask("DELETE", `/${alert.id}`)).status, 204);
    for (const [method, path] of [
      ["GET", ""],
      ["DELETE", ""],
      ["POST", "/test"],
    ])
      assertProblem(await ask(method, `/${alert.id}${path}`), "not_found");
    const other = await createAccount(edge);
    const [first] = await list();
    assertProblem(await ask("GET", `/${first.id}`, undefined, other.token), "not_found");
  });

  test("are checked before anything is stored", async () => {
    const before = (await list()).length;
    const alert = { name: "A", condition: { type: "spike" }, target: { type: "dashboard" } };
    const refused = [
      [{ ...alert, condition: { type: "count" } }, "missing_field", "/condition/at_least"],
      [{ ...alert, filters: { q: "a OR" } }, "invalid_query", "/filters/q"],
      [{ ...alert, filters: { brand: ["Nobody"] } }, "value_not_allowed", "/filters/brand"],
      [{ ...alert, target: { type: "webhook", id: "whk_1" } }, "value_not_allowed", "/target/id"],
      [{ ...alert, target: { type: "slack", url: "https://example.org/" } }, "invalid_url", "/target/url"],
    ];
    for (const [body, code, param] of refused)
      assert.equal(assertProblem(await ask("POST", "", body), code).param, param, JSON.stringify(body));
    const dashboard = await create(alert);
    assert.deepEqual(expectOk(await ask("POST", `/${dashboard.id}/test`)), { event_id: null });
    assert.match((await firedOf(dashboard))[0].reason, /^This is a test/);
    assert.equal((await list()).length, before + 1);
    const starter = await createAccount(edge, { plan: "starter" });
    assertProblem(await ask("POST", "", alert, starter.token), "plan_upgrade_required");
  });

  test("send a digest instead, when it is due", async () => {
    const weekly = { every: "weekly", day: 1, hour: 6 };
    const alert = await create({
      name: "Weekly",
      condition: { type: "new_mentions" },
      filters: { brand: [LABEL] },
      target: { type: "teams", url: receiver.url("ok", "weekly") },
      digest: weekly,
    });
    assert.deepEqual(alert.digest, weekly);
    assert.match(alert.next_digest_at, /T06:00:00Z$/);
    assert.equal(new Date(alert.next_digest_at).getUTCDay(), 1);
    await alertsEvaluated(edge);
    const database = await edge.mf.getD1Database("DB");
    const isDue = () =>
      database
        .prepare("UPDATE alert SET due_at = 1 WHERE id = ?")
        .bind(alert.id)
        .run()
        .then(() => edge.tick());
    const before = (await fired()).length;
    await isDue();
    await eventually(
      async () => expectOk(await ask("GET", `/${alert.id}`)).next_digest_at,
      alert.next_digest_at,
      WITHIN_MS,
    );
    await importFolder(edge, writeNdjson(copies("_first", TODAY, 3)));
    await eventually(async () => (await firedOf(alert)).length, 1, WITHIN_MS);
    await importFolder(edge, writeNdjson(copies("_second", TODAY, 1)));
    await eventually(async () => (await firedOf(alert)).length, 2, WITHIN_MS);
    assert.ok((await fired()).length > before);
    assert.deepEqual(bodies("weekly"), []);
    await isDue();
    await eventually(() => bodies("weekly").length, 1, WITHIN_MS);
    const [, text] = bodies("weekly")[0].attachments[0].content.body;
    assert.equal(text.text, `${TODAY}: 3 new mentions.\n\n${TODAY}: 1 new mention.`);

    const daily = expectOk(await ask("PATCH", `/${alert.id}`, { name: "Daily", digest: { every: "daily" } }));
    assert.deepEqual([daily.name, daily.digest], ["Daily", { every: "daily", hour: 8 }]);
    const target = { type: "slack", url: receiver.url("ok", "moved") };
    const moved = expectOk(await ask("PATCH", `/${alert.id}`, { digest: null, target }));
    assert.deepEqual([moved.digest, moved.next_digest_at, moved.target_status], [null, null, "active"]);
    await importFolder(edge, writeNdjson(copies("_third", TODAY, 2)));
    await eventually(() => bodies("moved").map(({ text }) => text), ["Daily: 2 new mentions."], WITHIN_MS);
    assert.equal(bodies("weekly").length, 1);

    const narrower = { filters: { brand: [LABEL], min_views: 1 } };
    expectOk(await ask("PATCH", `/${alert.id}`, narrower));
    await alertsEvaluated(edge);
    assert.equal((await firedOf(alert)).length, 3);
    const { code, param } = (await ask("PATCH", `/${alert.id}`, { digest: { every: "daily", day: 2 } })).json;
    assert.deepEqual([code, param], ["value_not_allowed", "/digest/day"]);
  });

  test("are shown, tested, muted and removed by operators", async () => {
    const overheard = async (...words) => operate(edge, ["alerts", ...words]);
    const target = { type: "slack", url: receiver.url("ok", "operated") };
    const { id } = await create({ name: "Operated", condition: { type: "spike" }, target });
    const listed = JSON.parse(await overheard("list", account.id, "--json")).alerts.find((alert) => alert.id === id);
    assert.deepEqual([listed.name, listed.target.url_hint], ["Operated", "…ated"]);
    assert.match(await overheard("list", account.id), /Operated +spike +slack +no +whk_/);
    assert.match(await overheard("fired", account.id), /Told +40 new mentions\./);
    assert.match(await overheard("test", account.id, id), /^evt_\w+ is queued\. .* deliveries whk_/m);
    await eventually(() => bodies("operated").length, 1, WITHIN_MS);
    const deliveries = await operate(edge, ["webhooks", "deliveries", listed.webhook]);
    assert.match(deliveries, /alert\.fired/);
    assert.match(await overheard("mute", account.id, id), /sends no messages/);
    assert.equal(expectOk(await ask("GET", `/${id}`)).muted, true);
    assert.match(await overheard("remove", account.id, id, "--dry-run"), /would be removed/);
    assert.match(await overheard("remove", account.id, id), /is removed/);
    assertProblem(await ask("GET", `/${id}`), "not_found");
  });

  test("are at most fifty for an account", async () => {
    const other = await createAccount(edge);
    const alert = { name: "A", condition: { type: "spike" }, target: { type: "dashboard" } };
    for (let count = 0; count < 50; count += 1) expectOk(await ask("POST", "", alert, other.token));
    assertProblem(await ask("POST", "", alert, other.token), "limit_reached");
  });
});
