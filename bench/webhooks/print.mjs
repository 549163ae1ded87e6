// What was measured, as tables of Markdown.
import { short, table, whole } from "../table.mjs";

export function print({ many, addition, day }) {
  const parts = [];
  if (many) {
    const { events, webhooks, dead, told_seconds, seconds, p50_ms, p95_ms, max_ms } = many;
    parts.push(
      `${whole(events)} events to ${webhooks} webhooks, ${dead} of them dead:`,
      table(
        [">told within seconds", ">all arrived after seconds", ">p50 ms", ">p95 ms", ">max ms"],
        [[short(told_seconds), short(seconds), whole(p50_ms), whole(p95_ms), whole(max_ms)]],
      ),
    );
  }
  if (addition) {
    const { mentions, first_seconds, all_seconds, events } = addition;
    parts.push(
      `${whole(mentions)} mentions added, told in ${events} events:`,
      table([">first event after seconds", ">last event after seconds"], [[short(first_seconds), short(all_seconds)]]),
    );
  }
  if (day) {
    const rows = day.receivers.map(({ way, plan, told, received, delivered, failed, canceled, status }) => [
      way,
      plan,
      told,
      received,
      delivered,
      failed,
      canceled,
      status,
    ]);
    parts.push(
      `A day and what came after it, the edge killed ${day.kills} times:`,
      table(["receiver", "plan", ">events", ">requests", ">delivered", ">dead letters", ">cancelled", "webhook"], rows),
    );
  }
  const bars = [many, addition, day].filter(Boolean).flatMap((part) => part.bars);
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
