// What account views may cost.
import { atMost } from "../cost/bars.mjs";
import { median } from "../cost/time.mjs";

/** Rows that preparing a view reads. */
export const preparingRows = (mentions) => 0.05 * mentions + 300;
/** Rows that a question reads of a view that is prepared: of a list, a few for each mention on the page. */
export const questionRows = (listed) => (listed >= LISTED ? 3 * listed : 400);
const LISTED = 25;
/** Milliseconds that 95 of 100 questions take, by their window. */
export const QUESTION_MS = { "30 days": 250, "whole history": 1_500 };
/** Megabytes of the module in the end. */
const MODULE_MB = 96;
/**
 * Rows that preparing a view for many at once reads: those for one. A large view is made in turns of some seconds, each
 * of which reads first how far it is, and how many there are is never quite the same.
 */
export const atOnceRows = (alone) => Math.ceil(1.1 * alone);
/** Rows of an account after an addition. */
export const ADDED = { read: 60, written: 60, readWithout: 5 };

/** The run of a question that comes nearest to what it may read, or is farthest beyond. */
export const nearest = ({ runs }) => runs.reduce((worst, run) => (over(run) > over(worst) ? run : worst));
const over = ({ rows_read, listed }) => rows_read / questionRows(listed);

/**
 * An addition's accounts in two groups: `{ what, count, read, written, ms }`, with medians and the worst beside their
 * bars.
 */
export function groupsOf({ accounts }) {
  const groups = [
    {
      what: "with new mentions",
      of: accounts.filter(({ new_mentions: more }) => more > 0),
      allowed: { read: ADDED.read, written: ADDED.written },
    },
    {
      what: "without",
      of: accounts.filter(({ new_mentions: more }) => more === 0),
      allowed: { read: ADDED.readWithout },
    },
  ];
  const told = (numbers) => ({ median: median(numbers), worst: Math.max(...numbers) });
  return groups
    .filter(({ of }) => of.length > 0)
    .map(({ what, of, allowed }) => ({
      what,
      count: of.length,
      allowed,
      read: told(of.map(({ rows_read }) => rows_read)),
      written: told(of.map(({ rows_written }) => rows_written)),
      milliseconds: told(of.map(({ milliseconds }) => milliseconds)),
    }));
}

/** All bars: `{ what, limit, value, worst, passed }`. */
export function verdicts({ views = [], atOnce = [], addition }) {
  return [
    ...views.flatMap(ofView),
    ...atOnce.flatMap(ofAtOnce),
    ...(addition ? groupsOf(addition).flatMap(ofGroup) : []),
  ];
}

function ofView({ mentions, rows_read, memory_bytes, questions }) {
  const prepared =
    rows_read === null ? [] : [atMost(`rows read to prepare ${mentions} mentions`, preparingRows(mentions), rows_read)];
  const asked = questions.flatMap((question) => {
    const { rows_read: rows, listed } = nearest(question);
    const which = `${question.name}, ${question.window}`;
    return [
      atMost(`rows of a question of ${mentions} mentions`, questionRows(listed), rows, which),
      atMost(`p95 of a question of ${mentions} mentions, in ms`, QUESTION_MS[question.window], question.p95_ms, which),
    ];
  });
  return [
    ...prepared,
    ...asked,
    atMost(`memory of the module after questions of ${mentions} mentions, in MB`, MODULE_MB, memory_bytes / 1e6),
  ];
}

const ofAtOnce = ({ mentions, measured: [alone, many] }) =>
  atMost(
    `rows read to prepare ${mentions} mentions for ${many.askers} at once`,
    atOnceRows(alone.preparing.rows_read),
    many.preparing.rows_read,
  );

const ofGroup = ({ what, allowed, read, written }) =>
  [
    atMost(`rows read after an addition, accounts ${what}`, allowed.read, read.worst),
    allowed.written && atMost(`rows written after an addition, accounts ${what}`, allowed.written, written.worst),
  ].filter(Boolean);
