// What was measured, as tables of Markdown.
import { short, table, whole } from "../table.mjs";

export function print({ cost, kills }) {
  const parts = [];
  if (cost) {
    const rows = cost.reports.map(({ type, seconds, cpu_seconds, module_mb, pdf_bytes, csv_rows, status }) => [
      type,
      status,
      short(seconds),
      short(cpu_seconds),
      short(module_mb),
      pdf_bytes === undefined ? "" : whole(pdf_bytes),
      csv_rows === undefined ? "" : whole(csv_rows),
    ]);
    parts.push(
      `Reports about ${cost.brands} brands, ${cost.from} to ${cost.to}:`,
      table(["type", "status", ">seconds", ">processor seconds", ">module MB", ">PDF bytes", ">CSV rows"], rows),
    );
  }
  if (kills) {
    parts.push(
      `${kills.reports} reports of ${kills.accounts} accounts, the edge killed ${kills.kills} times, after ${kills.moments.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(", ")}:`,
      table(
        ["ready", "failed", "lost", "files", "files that nobody knows of", ">attempts at most", ">seconds"].map(
          (name) => name,
        ),
        [[kills.ready, kills.failed, kills.lost, kills.files, kills.unknown, kills.attempts, short(kills.seconds)]],
      ),
    );
  }
  const bars = [cost, kills].filter(Boolean).flatMap((part) => part.bars);
  parts.push(
    table(
      ["what", ">at most", ">is", "verdict"],
      bars.map(({ what, limit, value, passed }) => [what, short(limit), short(value), passed ? "pass" : "MISSED"]),
    ),
  );
  return `${parts.join("\n\n")}\n`;
}

/** A bar: a value that is at most so much. */
export const atMost = (what, limit, value) => ({ what, limit, value, passed: value <= limit });
