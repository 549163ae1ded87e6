// Test kit for reports: requests, downloads and reads them.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { parse } from "csv-parse/sync";
import { getDocumentProxy } from "unpdf";
import { hostProgram } from "../../scripts/host-program.mjs";
import { fetchAs } from "./account.mjs";

/** A month in which the demo dataset has mentions. */
export const MONTH = { from: "2026-01-01", to: "2026-01-31" };

const WITHIN_MS = 60_000;

/** Requests a report. */
export const requestReport = (edge, account, body, headers = {}) =>
  fetchAs(edge, account, "/v1/reports", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

/** Waits until a report is finished, and returns it. */
export async function waitForReport(edge, account, id) {
  for (const until = Date.now() + WITHIN_MS; ; await sleep(100)) {
    const answer = await fetchAs(edge, account, `/v1/reports/${id}`);
    assert.equal(answer.status, 200, answer.text);
    if (!["queued", "processing"].includes(answer.json.status)) return answer.json;
    assert.equal(answer.headers.get("retry-after"), "5");
    assert.ok(Date.now() < until, `report ${id} is still ${answer.json.status} (${answer.json.progress} percent)`);
  }
}

/** Requests a report, waits until it is finished, and returns it. */
export async function createReport(edge, account, body) {
  const answer = await requestReport(edge, account, body);
  assert.equal(answer.status, 202, answer.text);
  return waitForReport(edge, account, answer.json.id);
}

/** Downloads a file of a report. Returns its bytes and headers. */
export async function downloadFile(edge, { token }, path, headers = {}) {
  const response = await fetch(new URL(path, edge.url), {
    headers: { Authorization: `Bearer ${token}`, Connection: "close", ...headers },
  });
  assert.equal(response.status, 200, path);
  return { bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers };
}

/** Returns the text of all pages of a PDF. */
export async function textOf(bytes) {
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const pages = Array.from({ length: document.numPages }, (_, at) =>
    document.getPage(at + 1).then((page) => page.getTextContent()),
  );
  return (await Promise.all(pages)).flatMap(({ items }) => items.map(({ str }) => str)).join(" ");
}

/** Parses CSV into rows, each an object with the columns as names. */
export const parseCsv = (bytes) => parse(bytes, { columns: true });

/** Returns the SHA-256 of each file of some reports, by format, from a native program (tests/sqlite). */
export async function nativeDigests(order) {
  const child = spawn(await hostProgram("overheard-sqlite", "report-digests"), { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(order));
  const printed = child.stdout.toArray();
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  assert.equal(code, 0, "report-digests");
  return JSON.parse(Buffer.concat(await printed).toString());
}
