// From the publication of new mentions to the first event about them.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { work } from "../../scripts/step.mjs";
import { operate, startServingEdge } from "../../tests/edge/harness.mjs";
import { brand, createAccount, expectOk, fetchAs } from "../../tests/support/account.mjs";
import { demoData } from "../../tests/support/data.mjs";
import { readDocuments, writeNdjson } from "../../tests/support/documents.mjs";
import { startReceiver } from "../../tests/support/receiver.mjs";
import { registerWebhook } from "../../tests/support/webhooks.mjs";
import { atMost } from "./print.mjs";

const BRANDS = ["Velunara", "Ostrivane", "Saffrolune", "Kelvarro", "Borealume"];
const MENTIONS = 1_000;
const WITHIN_MS = 60_000;
const FIRST_SECONDS = 5;

export async function measureAddition() {
  const receiver = await startReceiver();
  const edge = await startServingEdge(demoData, { bindings: { LOCAL_WEBHOOKS: "on" } });
  const folder = mkdtempSync(join(tmpdir(), "overheard-webhooks-"));
  try {
    const account = await createAccount(edge, { brands: BRANDS.map(brand) });
    expectOk(await fetchAs(edge, account, "/v1/sentiment"));
    await registerWebhook(edge, account, receiver.url("ok", "new"), { events: ["mention.created"] });
    await work("Waiting for the first look", () => looked(edge));
    writeNdjson(newMentions(), folder);
    await work(`Adding ${MENTIONS} mentions`, () => operate(edge, ["import", folder, "--no-prepare", "--json"]));
    const published = Date.now();
    const told = () => receiver.received("new").filter(({ event }) => event.type === "mention.created");
    const count = () => told().reduce((sum, { event }) => sum + event.data.count, 0);
    for (const until = published + WITHIN_MS; count() < MENTIONS && Date.now() < until; ) await sleep(20);
    const times = told().map(({ at }) => (at - published) / 1_000);
    const [first, last] =
      times.length > 0 ? [Math.max(0, Math.min(...times)), Math.max(...times)] : [Infinity, Infinity];
    return {
      mentions: MENTIONS,
      events: times.length,
      first_seconds: first,
      all_seconds: last,
      bars: [
        atMost("seconds from publication to the first event", FIRST_SECONDS, first),
        atMost("new mentions that were not told", 0, MENTIONS - count()),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await edge.stop();
    await receiver.stop();
  }
}

/** Until the account is known: what is there then is no news. */
async function looked(edge) {
  const database = await edge.mf.getD1Database("DB");
  while ((await database.prepare("SELECT count(*) AS looks FROM event_memory").first()).looks === 0) await sleep(50);
}

/** Mentions of the demo dataset once more, of today. */
function newMentions() {
  const { siv_info, siv_business_ideas } = readDocuments(demoData);
  const mentions = siv_business_ideas.filter(({ brand_name }) => BRANDS.includes(brand_name)).slice(0, MENTIONS);
  const videos = new Set(mentions.map(({ video_id }) => video_id));
  const upload_date = new Date().toISOString().slice(0, 10);
  const renamed = (document) => ({ ...document, video_id: `${document.video_id}_today`, upload_date });
  return {
    siv_info: siv_info.filter(({ video_id }) => videos.has(video_id)).map(renamed),
    siv_business_ideas: mentions.map((mention) => ({
      ...renamed(mention),
      mention_id: `${mention.mention_id}_today`,
      indexed_at: new Date().toISOString(),
    })),
    siv_content_creator: [],
  };
}
