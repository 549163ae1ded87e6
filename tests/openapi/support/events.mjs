// Collects webhook events: an edge with queries, reports and an import sends them to a real receiver.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importFolder, operate } from "../../edge/harness.mjs";
import { createAccount, expectOk, fetchAs } from "../../support/account.mjs";
import { demoData } from "../../support/data.mjs";
import { readDocuments, writeNdjson } from "../../support/documents.mjs";
import { alertsEvaluated } from "../../support/alerts.mjs";
import { eventually } from "../../support/eventually.mjs";
import { createReport } from "../../support/reports.mjs";
import { registerWebhook } from "../../support/webhooks.mjs";
import { MAKING } from "./questions.mjs";
import { broken } from "./reports.mjs";

const LABEL = "Borealume";
const WITHIN_MS = 30_000;

/** Returns one event of each type that can be provoked quickly, by its type. */
export async function askEvents({ edge, account }, receiver) {
  const told = (name, type) =>
    receiver
      .received(name)
      .map(({ event }) => event)
      .find((event) => event.type === type);
  const isTold = (name, type) => eventually(() => told(name, type) !== undefined, true, WITHIN_MS);
  const { id } = await registerWebhook(edge, account, receiver.url("ok", "told"));
  await isTold("told", "webhook.ping");
  await createReport(edge, account, MAKING["create-report"].emerging.body);
  await isTold("told", "report.ready");
  await broken(edge, account, MAKING["create-report"].emerging.body);
  await isTold("told", "report.failed");

  await operate(edge, ["plans", "set", "tiny", "--face", "account", "--per-minute", "1000", "--per-day", "5"]);
  const small = await createAccount(edge, { plan: "tiny" });
  await registerWebhook(edge, small, receiver.url("ok", "usage"), { events: ["usage.threshold"] });
  for (let request = 0; request < 3; request++) expectOk(await fetchAs(edge, small, "/v1/webhooks"));
  await isTold("usage", "usage.threshold");

  await createAlert(edge, account, id);
  await importNews(edge);
  await isTold("told", "mention.created");
  await isTold("told", "alert.fired");
  await isTold("told", "dataset.published");
  const all = [...receiver.received("told"), ...receiver.received("usage")].map(({ event }) => event);
  return Object.fromEntries(all.map((event) => [event.type, event]).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Creates an alert of new mentions, and waits until it knows the present ones. */
async function createAlert(edge, account, webhook) {
  const alert = { name: "New mentions", condition: { type: "new_mentions" }, filters: { brand: [LABEL] } };
  expectOk(
    await fetchAs(edge, account, "/v1/_ext/alerts", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...alert, target: { type: "webhook", id: webhook } }),
    }),
  );
  await alertsEvaluated(edge);
}

/** Imports one mention of today, and two of long ago. */
async function importNews(edge) {
  const { siv_info, siv_business_ideas } = readDocuments(demoData);
  const mentions = siv_business_ideas.filter(({ brand_name }) => brand_name === LABEL).slice(0, 3);
  const today = new Date().toISOString();
  const days = [today.slice(0, 10), "2025-12-24", "2025-12-24"];
  const renamed = (document, at) => ({ ...document, video_id: `${document.video_id}_${at}`, upload_date: days[at] });
  const folder = mkdtempSync(join(tmpdir(), "overheard-news-"));
  try {
    await importFolder(
      edge,
      writeNdjson(
        {
          siv_info: mentions.map(({ video_id }, at) =>
            renamed(
              siv_info.find((video) => video.video_id === video_id),
              at,
            ),
          ),
          siv_business_ideas: mentions.map((mention, at) => ({
            ...renamed(mention, at),
            mention_id: `${mention.mention_id}_${at}`,
            indexed_at: today,
          })),
          siv_content_creator: [],
        },
        folder,
      ),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
