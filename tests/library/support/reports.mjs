// A fake server that creates reports as specified, each up to the state that a test sets.
import { createHash, randomBytes } from "node:crypto";
import { problem, startServer } from "./server.mjs";

export const FILES = {
  pdf: { type: "application/pdf", content: Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.from([0, 255, 128])]) },
  csv: {
    type: "text/csv; charset=utf-8",
    content: Buffer.from(
      "section,brand,period,dimension,key,metric,value\r\nvolume,Crème,2026-02,total,all,mentions,653\r\n",
    ),
  },
};
const MARK = Buffer.from("\ufeff");
const sha256 = (content, form) => createHash("sha256").update(content).digest(form);

/** Returns the headers of a file. */
export const headersOf = (content, type, name) => ({
  "Content-Type": type,
  "Content-Disposition": `attachment; filename="${name}"`,
  "Content-Length": String(content.length),
  ETag: `"${sha256(content, "hex")}"`,
  "Repr-Digest": `sha-256=:${sha256(content, "base64")}:`,
  "Accept-Ranges": "bytes",
  "Cache-Control": "private, max-age=3600",
});

/**
 * Starts the server. Each read of a report advances it through `states`, `[status, progress]`, up to the last one.
 * `retryAfter` is in seconds. `faults` are responses in place of the first ones.
 */
export async function startReports({ states = [["ready", 100]], retryAfter, faults = [], error = null } = {}) {
  const reports = new Map();
  const keys = new Map();
  const waiting = retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
  const create = ({ headers, body }) => {
    const key = headers["idempotency-key"];
    const known = keys.get(key);
    const id = known ?? `rpt_${randomBytes(8).toString("hex").replace(/\D/g, "0").slice(0, 10).padEnd(10, "0")}`;
    if (!known) reports.set(id, { asked: JSON.parse(body), looks: 0 });
    if (key) keys.set(key, id);
    const report = detailsOf(id, ["queued", 0]);
    return {
      status: 202,
      headers: { Location: `/v1/reports/${id}`, "Retry-After": "5", ...(known && { "Idempotency-Replayed": "true" }) },
      body: report,
    };
  };
  const detailsOf = (id, [status, progress]) => ({
    object: "report",
    id,
    ...reports.get(id).asked,
    status,
    progress,
    artifacts: [],
    error: status === "failed" ? error : null,
  });
  const look = (id) => {
    const state = states[Math.min(reports.get(id).looks++, states.length - 1)];
    return { headers: ["queued", "processing"].includes(state[0]) ? waiting : {}, body: detailsOf(id, state) };
  };
  const download = (_id, query) => {
    const [status] = states.at(-1);
    if (status !== "ready") {
      const refused = problem(409, "report_not_ready", { "Retry-After": "5" });
      return { ...refused, body: { ...refused.body, report_status: status } };
    }
    const format = query.get("format") ?? "pdf";
    const content = query.get("bom") === "1" ? Buffer.concat([MARK, FILES[format].content]) : FILES[format].content;
    return {
      headers: headersOf(content, FILES[format].type, `february-review_2026-02-01_2026-02-28.${format}`),
      body: content,
    };
  };
  const answer = (asked) => {
    const { pathname, searchParams } = new URL(asked.url, "http://localhost");
    const [, , , id, file] = pathname.split("/");
    const answered = () =>
      id === undefined
        ? create(asked)
        : !reports.has(id)
          ? problem(404, "not_found")
          : file
            ? download(id, searchParams)
            : look(id);
    const fault = faults.shift();
    // The request was processed even if its response is lost.
    if (fault?.hangUp) answered();
    return fault ?? answered();
  };
  return { ...(await startServer(answer)), reports };
}
