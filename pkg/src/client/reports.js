// Reports: waiting for one, and its files.
import { DecodeError } from "../decode.js";
import { pause } from "./connection.js";

const INTERVAL_MS = 2_000;
const UNFINISHED = ["queued", "processing"];

/** Thrown where a report that is waited for has no files: it has failed, or they are no longer kept. */
export class ReportError extends Error {
  /** @param {object} report the report as the edge told it last */
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
 * A report each time that it has got further, until it is ready. `look` promises the report with how it was answered.
 */
export async function* progressOf(look, { signal, intervalMs = INTERVAL_MS, timeoutMs }) {
  const limits = [signal, timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)].filter(Boolean);
  const until = limits.length > 0 ? AbortSignal.any(limits) : undefined;
  for (let told; ; ) {
    const { data: report, response } = await look(until);
    if (typeof report?.status !== "string") throw new DecodeError("/status", "a string", report?.status);
    const isUnfinished = UNFINISHED.includes(report.status);
    if (!isUnfinished && report.status !== "ready") throw new ReportError(report);
    const state = `${report.status} ${report.progress}`;
    if (state !== told) yield report;
    if (!isUnfinished) return;
    told = state;
    await pause(Math.max(intervalMs, response.retryAfter ?? 0), until);
  }
}

/**
 * A file as it is answered: to be read once, as a stream or whole. What is read whole is what the edge says that it is.
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
      // Only pages that came over https have it.
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
