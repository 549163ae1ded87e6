// Reports: polling, and downloads of files.
import { DecodeError } from "../decode.js";
import { pause } from "./connection.js";

const INTERVAL_MS = 2_000;
const UNFINISHED = ["queued", "processing"];

/** Thrown if an awaited report has no files: it failed, or its files have expired. */
export class ReportError extends Error {
  /** @param {object} report the latest report from the edge */
  constructor(report) {
    const { code, message, retryable } = report.error ?? {
      code: report.status,
      message: `the report is ${report.status}.`,
      retryable: false,
    };
    super(message);
    Object.assign(this, { report, code, retryable });
  }

  get name() {
    return "ReportError";
  }
}

/**
 * Yields a report whenever it has progressed, until it is ready. `fetchReport` promises the report with its response.
 */
export async function* progressOf(fetchReport, { signal, intervalMs = INTERVAL_MS, timeoutMs }) {
  const limits = [signal, timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)].filter(Boolean);
  const until = limits.length > 0 ? AbortSignal.any(limits) : undefined;
  for (let yielded; ; ) {
    const { data: report, response } = await fetchReport(until);
    if (typeof report?.status !== "string") throw new DecodeError("/status", "a string", report?.status);
    const isUnfinished = UNFINISHED.includes(report.status);
    if (!isUnfinished && report.status !== "ready") throw new ReportError(report);
    const state = `${report.status} ${report.progress}`;
    if (state !== yielded) yield report;
    if (!isUnfinished) return;
    yielded = state;
    await pause(Math.max(intervalMs, response.retryAfter ?? 0), until);
  }
}

/**
 * Returns the file of an answer. It can be read once, as a stream or whole. Reading it whole verifies the digest.
 */
export function fileOf({ body, headers }, response) {
  const [, digest] = /\bsha-256=:([\w+/=]+):/.exec(headers.get("repr-digest")) ?? [];
  const type = headers.get("content-type") ?? "";
  const file = {
    name: /filename="([^"]*)"/.exec(headers.get("content-disposition"))?.[1],
    type,
    size: headers.has("content-length") ? Number(headers.get("content-length")) : undefined,
    etag: headers.get("etag") ?? undefined,
    sha256: digest && hex(Uint8Array.from(atob(digest), (character) => character.charCodeAt(0))),
    response,
    stream: body,
    async arrayBuffer() {
      const bytes = await new Response(body).arrayBuffer();
      // Only pages served over https have Web Crypto.
      const found =
        file.sha256 && globalThis.crypto?.subtle && hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
      if (found && found !== file.sha256) throw new DecodeError("", `a file whose SHA-256 is ${file.sha256}`, found);
      return bytes;
    },
    blob: async () => new Blob([await file.arrayBuffer()], { type }),
    text: async () => new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.arrayBuffer()),
  };
  return file;
}

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
