// What account views cost, as tables.
import { short, table, whole } from "../table.mjs";
import { QUESTION_MS, atOnceRows, groupsOf, nearest, preparingRows, questionRows } from "./bars.mjs";

const ms = (milliseconds) =>
  milliseconds < 10_000 ? milliseconds.toFixed(milliseconds < 100 ? 1 : 0) : whole(milliseconds);
const rows = (count) => (count === null ? "?" : whole(count));

/** What preparing each view took. */
export function printViews(views) {
  const columns = [
    ">mentions",
    ">brands",
    ">ms",
    ">rows read",
    ">at most",
    ">per mention",
    ">rows written",
    ">module's MB, after all questions",
  ];
  const row = ({ mentions, brands, milliseconds, rows_read, rows_written, memory_bytes }) => [
    ...[mentions, brands.length].map(whole),
    ms(milliseconds),
    rows(rows_read),
    whole(preparingRows(mentions)),
    rows_read === null ? "?" : (rows_read / Math.max(1, mentions)).toFixed(4),
    rows(rows_written),
    (memory_bytes / 1e6).toFixed(1),
  ];
  return `Preparing what accounts see:\n\n${table(columns, views.map(row))}`;
}

/** What the questions of an account cost. */
export function printQuestions({ mentions, brands, questions }) {
  const columns = ["window", "question", ">median ms", ">p95 ms", ">at most", ">max ms", ">rows read", ">at most"];
  const row = (question) => {
    const { rows_read, listed } = nearest(question);
    return [
      question.window,
      question.name,
      ...[question.median_ms, question.p95_ms].map(ms),
      QUESTION_MS[question.window],
      ms(question.max_ms),
      whole(rows_read),
      whole(questionRows(listed)),
    ];
  };
  return `Questions about ${whole(mentions)} mentions of ${brands.length} brands; rows are those of the run that comes nearest to what it may read:\n\n${table(columns, questions.map(row))}`;
}

/** What first questions cost, alone and at once. */
export function printAtOnce(sizes) {
  const columns = [
    ">mentions",
    ">questions at once",
    ">rows read to prepare",
    ">at most",
    ">written",
    ">rows read by the questions",
    ">503",
    ">first answer, ms",
    ">last answer, ms",
  ];
  const row = ({ mentions, measured }) =>
    measured.map(({ askers, preparing, requests, refused, first_ms, last_ms }, at) => [
      ...[mentions, askers, preparing.rows_read].map(whole),
      at === 0 ? "" : whole(atOnceRows(measured[0].preparing.rows_read)),
      ...[preparing.rows_written, requests.rows_read, refused].map(whole),
      ...[first_ms, last_ms].map(ms),
    ]);
  return `First questions, of accounts whose views nobody has prepared, asked again when a 503 says so:\n\n${table(columns, sizes.flatMap(row))}`;
}

/** What an addition cost its accounts. */
export function printAddition(addition) {
  const { added, first } = addition;
  const columns = [
    "accounts",
    ">how many",
    ">rows read, median",
    ">worst",
    ">at most",
    ">rows written, median",
    ">worst",
    ">at most",
    ">ms, median",
    ">worst",
  ];
  const row = ({ what, count, read, written, milliseconds, allowed }) => [
    what,
    whole(count),
    ...[read.median, read.worst, allowed.read].map(short),
    ...[written.median, written.worst].map(short),
    allowed.written ?? "",
    ...[milliseconds.median, milliseconds.worst].map(ms),
  ];
  const mentions = first.map((view) => view.mentions);
  const of = `${whole(Math.min(...mentions))} to ${whole(Math.max(...mentions))} mentions each`;
  return `After an addition of ${whole(added.mentions)} mentions (${rows(added.rows_written)} rows written), accounts of ${of}:\n\n${table(columns, groupsOf(addition).map(row))}`;
}

/** Which bars are missed. */
export function printMissed(bars) {
  const missed = bars.filter(({ passed }) => !passed);
  if (missed.length === 0) return `All ${bars.length} bars are met.`;
  const line = ({ what, worst, value, limit }) =>
    `- ${worst === undefined ? what : `${what} (${worst})`}: ${short(value)}, at most ${short(limit)}`;
  return `${missed.length} of ${bars.length} bars are missed:\n\n${missed.map(line).join("\n")}`;
}
