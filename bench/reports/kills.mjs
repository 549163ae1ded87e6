// Reports while the edge is killed again and again.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { work } from "../../scripts/step.mjs";
import { importFolder, startEdge } from "../../tests/edge/harness.mjs";
import { brand, createAccount, expectOk, fetchAs } from "../../tests/support/account.mjs";
import { operator } from "../../tests/support/client.mjs";
import { spawnEdge } from "../../tests/support/edge-process.mjs";
import { requestReport } from "../../tests/support/reports.mjs";
import { atMost } from "./print.mjs";

const ACCOUNTS = 10;
const BRANDS = ["Quillovar", "Isolanna", "Velunara", "Aurelia", "Borealume"];
const TYPES = ["brand_overview", "sentiment", "influencers", "trends", "share_of_voice", "mentions_export"];
const WINDOW = { from: "2025-03-01", to: "2026-01-31" };
/** Milliseconds between the start of the edge and its end, at most. */
const LIVES_MS = 6_000;
/** A lease is good for two minutes, and the platform's clock strikes every minute. */
const WITHIN_MS = 15 * 60_000;
const UNFINISHED = ["queued", "processing"];

export async function measureKills(data, { reports, kills }) {
  const folder = mkdtempSync(join(tmpdir(), "overheard-reports-"));
  const adminSecret = randomBytes(32).toString("hex");
  try {
    const accounts = await work("Serving the dataset", () => prepared(folder, adminSecret, data));
    const began = performance.now();
    let edge = await spawnEdge(folder, adminSecret);
    const ids = await work("Asking for reports", () => askAll(edge, accounts, reports));
    const moments = [];
    await work("Killing the edge", async (note) => {
      for (let kill = 0; kill < kills; kill++) {
        const lives = Math.random() * LIVES_MS;
        await sleep(lives);
        await edge.kill();
        moments.push(lives);
        note?.(`${kill + 1} of ${kills}`);
        edge = await spawnEdge(folder, adminSecret);
      }
    });
    const found = await work("Waiting for all reports", (note) => finished(edge, ids, note));
    const seconds = (performance.now() - began) / 1000;
    await edge.kill();
    const keys = await work("Looking into the bucket", () => keysOf(folder, adminSecret));
    return { accounts: accounts.length, reports: ids.length, kills, moments, seconds, ...judged(ids, found, keys) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Accounts at an edge that serves the dataset, whose views are prepared. */
async function prepared(folder, adminSecret, data) {
  const edge = await startEdge({ persistTo: folder, adminSecret });
  try {
    await importFolder(edge, data);
    const accounts = [];
    for (let position = 0; position < ACCOUNTS; position++) {
      const account = await createAccount(edge, { brands: BRANDS.slice(0, 1 + (position % BRANDS.length)).map(brand) });
      expectOk(await fetchAs(edge, account, "/v1/sentiment"));
      accounts.push(account);
    }
    return accounts;
  } finally {
    await edge.stop();
  }
}

async function askAll(edge, accounts, count) {
  const asking = Array.from({ length: count }, async (_, position) => {
    const answer = await requestReport(edge, accounts[position % accounts.length], {
      ...WINDOW,
      type: TYPES[position % TYPES.length],
      title: `Report ${position}`,
    });
    if (answer.status !== 202) throw new Error(answer.text);
    return answer.json.id;
  });
  return Promise.all(asking);
}

/** All reports once none of them goes on. */
async function finished(edge, ids, note) {
  for (const until = Date.now() + WITHIN_MS; ; await sleep(2_000)) {
    const found = new Map();
    for (let after = ""; after !== null; ) {
      const { json } = await operator(edge, "GET", `/reports${after ? `?after=${encodeURIComponent(after)}` : ""}`);
      json.reports.forEach((report) => found.set(report.id, report));
      after = json.next;
    }
    const left = ids.filter((id) => UNFINISHED.includes(found.get(id)?.status)).length;
    note?.(`${left} left`);
    if (left === 0 || Date.now() > until) return found;
  }
}

async function keysOf(folder, adminSecret) {
  const edge = await startEdge({ persistTo: folder, adminSecret });
  try {
    const bucket = await edge.mf.getR2Bucket("ARTIFACTS");
    const keys = [];
    for (let cursor; ; ) {
      const page = await bucket.list({ cursor });
      keys.push(...page.objects.map(({ key }) => key));
      if (!page.truncated) return keys;
      cursor = page.cursor;
    }
  } finally {
    await edge.stop();
  }
}

function judged(ids, found, keys) {
  const reports = ids.map((id) => found.get(id));
  const ready = reports.filter((report) => report?.status === "ready");
  const failed = reports.filter((report) => report?.status === "failed" && report.error?.code);
  const ofReport = (id) => keys.filter((key) => key.includes(`/${id}/`));
  const missing = ready.flatMap(({ id, artifacts }) => artifacts.slice(ofReport(id).length));
  const twice = ready.flatMap(({ id, artifacts }) => ofReport(id).slice(artifacts.length));
  const ofNone = keys.filter((key) => !ready.some(({ id }) => key.includes(`/${id}/`)));
  const lost = ids.length - ready.length - failed.length;
  return {
    ready: ready.length,
    failed: failed.length,
    lost,
    files: keys.length,
    unknown: twice.length + ofNone.length,
    attempts: Math.max(...reports.map((report) => report?.attempts ?? 0)),
    bars: [
      atMost("reports that are neither ready nor failed with a reason", 0, lost),
      atMost("files that a report should have and has not", 0, missing.length),
      atMost("files that are there twice, or of no report that is ready", 0, twice.length + ofNone.length),
    ],
  };
}
