// Events for accounts: new mentions, finished reports and usage, each sent once to a real receiver.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { importFolder, operate, startServingEdge } from "./harness.mjs";
import { brand, createAccount, expectOk, itemsOf, fetchAs } from "../support/account.mjs";
import { demoData } from "../support/data.mjs";
import { readDocuments, writeNdjson } from "../support/documents.mjs";
import { eventually } from "../support/eventually.mjs";
import { isSigned, startReceiver } from "../support/receiver.mjs";
import { MONTH, createReport } from "../support/reports.mjs";
import { registerWebhook } from "../support/webhooks.mjs";

const LABEL = "Quillovar";
const TODAY = new Date().toISOString().slice(0, 10);
/** Most mentions in one event. */
const BATCH = 25;
/** Time limit in milliseconds for background work that takes seconds. */
const WITHIN_MS = 30_000;

let edge;
let receiver;
let account;
before(async () => {
  receiver = await startReceiver();
  edge = await startServingEdge(demoData, { bindings: { LOCAL_WEBHOOKS: "on" } });
  account = await createAccount(edge, { brands: [brand(LABEL), brand("Velunara")] });
  expectOk(await fetchAs(edge, account, "/v1/sentiment"));
});
after(async () => {
  await edge?.stop();
  await receiver?.stop();
});

const told = (name, type) =>
  receiver
    .received(name)
    .map(({ event }) => event)
    .filter((event) => type === undefined || event.type === type);

/** Copies existing records under ids with a suffix, all on one day. */
function again({ siv_info, siv_business_ideas, siv_content_creator }, suffix, day, count) {
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
    siv_content_creator: siv_content_creator.slice(0, 0),
  };
}

/** Returns a mention in its event form, without quoted words and without names of people. */
function withoutWords({ context, video, channel, ...mention }) {
  const { title, ...ofVideo } = video;
  const { name, ...ofChannel } = channel;
  return { ...mention, video: ofVideo, channel: ofChannel };
}

test("new mentions are sent once, in the form of the endpoint", async () => {
  const all = await registerWebhook(edge, account, receiver.url("ok", "all"));
  const negative = await registerWebhook(edge, account, receiver.url("ok", "negative"), {
    events: ["mention.created"],
    filters: { brand: [LABEL], sentiment: ["negative"] },
  });
  const others = await registerWebhook(edge, account, receiver.url("ok", "others"), {
    events: ["mention.created"],
    filters: { brand: ["Velunara"] },
  });
  for (const name of ["all", "negative", "others"])
    await eventually(() => told(name).map(({ type }) => type), ["webhook.ping"]);
  const memory = async () =>
    (await (await edge.mf.getD1Database("DB")).prepare("SELECT count(*) AS looks FROM event_memory").first()).looks;
  await eventually(memory, 1, 10_000);
  assert.equal(told("all").length, 1, "what there was before is no news");

  const documents = readDocuments(demoData);
  const [fresh, history] = [again(documents, "_today", TODAY, 40), again(documents, "_long_ago", "2025-12-24", 7)];
  const added = Object.fromEntries(Object.keys(fresh).map((index) => [index, [...fresh[index], ...history[index]]]));
  const folder = writeNdjson(added);
  const served = await importFolder(edge, folder);
  await eventually(() => told("all", "mention.created").length > 0, true, WITHIN_MS);
  const expected = (await itemsOf(edge, account, `/v1/mentions?from=${TODAY}&to=${TODAY}&limit=100`)).map(withoutWords);
  assert.equal(expected.length, 40);
  const mentionsOf = (name) => told(name, "mention.created").flatMap(({ data }) => data.data);
  const sorted = (mentions) => [...mentions].sort((one, other) => (one.id < other.id ? -1 : 1));
  await eventually(() => mentionsOf("all").length, 40);
  await eventually(
    () => mentionsOf("negative").length,
    expected.filter(({ sentiment }) => sentiment.label === "negative").length,
  );
  assert.deepEqual(sorted(mentionsOf("all")), sorted(expected));
  assert.deepEqual(
    sorted(mentionsOf("negative")),
    sorted(expected.filter(({ sentiment }) => sentiment.label === "negative")),
  );
  for (const { data } of told("all", "mention.created")) {
    assert.deepEqual([data.object, data.count], ["list", data.data.length]);
    assert.ok(data.count <= BATCH);
  }
  assert.ok(
    receiver
      .received("negative")
      .every((request) => isSigned(request, negative.secret) && !isSigned(request, all.secret)),
  );
  assert.deepEqual(
    told("others").map(({ data }) => data),
    [{ webhook_id: others.id }],
  );
  await eventually(() => told("all", "dataset.published").length, 1);
  const [{ data }] = told("all", "dataset.published");
  const [{ id }] = account.brands;
  assert.deepEqual(data, {
    object: "dataset_published",
    dataset_version: served.dataset.version,
    mentions: 47,
    told: 40,
    history: [{ brand: { id, label: LABEL }, mentions: 7 }],
  });

  // The same import again adds nothing, and neither does the scheduled scan.
  const count = receiver.requests.length;
  await importFolder(edge, folder);
  await edge.tick();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  assert.deepEqual(
    receiver.requests.slice(count).map(({ event }) => event.type),
    [],
  );
  const texts = receiver.requests.map(({ body }) => body).join();
  const words = added.siv_business_ideas
    .flatMap(({ context }) => context ?? [])
    .concat(added.siv_info.map(({ title }) => title));
  for (const word of words) assert.ok(!texts.includes(JSON.stringify(word).slice(1, -1)), word);
});

test("a finished report is sent in the form of its endpoint", async () => {
  await registerWebhook(edge, account, receiver.url("ok", "reports"), { events: ["report.ready", "report.failed"] });
  const report = await createReport(edge, account, { ...MONTH, type: "trends", formats: ["csv"] });
  await eventually(() => told("reports", "report.ready").map(({ data }) => data), [report]);
});

test("a report that was never started is sent as failed", async () => {
  const database = await edge.mf.getD1Database("DB");
  const report = await createReport(edge, account, { ...MONTH, type: "trends", formats: ["csv"] });
  const long = Date.now() - 11 * 60_000;
  await database
    .prepare(
      "UPDATE report SET status = 'queued', progress = 0, attempts = 0, artifacts = '[]', started_at = NULL, completed_at = NULL, expires_at = NULL, created_at = ?1, updated_at = ?1 WHERE id = ?2",
    )
    .bind(long, report.id)
    .run();
  await edge.tick();
  const expected = expectOk(await fetchAs(edge, account, `/v1/reports/${report.id}`));
  assert.equal(expected.error.code, "queue_timeout");
  await eventually(() => told("reports", "report.failed").map(({ data }) => data), [expected]);
});

test("an account gets one event at four fifths of its day's quota, and one at all of it", async () => {
  await operate(edge, ["plans", "set", "tiny", "--face", "account", "--per-minute", "1000", "--per-day", "5"]);
  const small = await createAccount(edge, { plan: "tiny", brands: [brand(LABEL)] });
  await registerWebhook(edge, small, receiver.url("ok", "usage"), { events: ["usage.threshold"] });
  for (let request = 0; request < 5; request++) await fetchAs(edge, small, "/v1/webhooks");
  const expected = [4, 5].map((used) => ({
    object: "usage_threshold",
    window: "day",
    used,
    limit: 5,
    percent: used * 20,
  }));
  await eventually(
    () =>
      told("usage", "usage.threshold")
        .map(({ data }) => data)
        .sort((one, other) => one.used - other.used),
    expected,
  );
});
