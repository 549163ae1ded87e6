// What questions may cost, and whether they do.
import { BATCH_MENTIONS } from "./batch.mjs";
import { median } from "./time.mjs";

const MB = 1_000_000;

/**
 * Rows of a class read with nothing remembered, and bytes moved: the median and the worst of a kind, where there is a
 * limit. `per` is of what one has so many, if it is not the question.
 */
const KINDS = [
  { bar: "aggregate", medianRows: 40, worstRows: 130, bytes: 2 * MB },
  { bar: "search, 10 documents", worstRows: 130, bytes: 2 * MB },
  { bar: "search, 50 documents", worstRows: 220, bytes: 2 * MB },
  { bar: "search with q", worstRows: 60, bytes: MB },
  { bar: "search with q, sorted by a field", worstRows: 250, bytes: MB },
  { bar: "creators", worstRows: 60, bytes: 1.6 * MB },
  { bar: "co-mentions", worstRows: 60, bytes: 0.5 * MB },
  { bar: "sector", worstRows: 200, bytes: MB },
  // Whether words are around a mention is decided mention by mention: bytes are in proportion to the brand.
  { bar: "sector with context, per brand", worstRows: 70, bytes: 2 * MB, per: ({ request }) => request.brands.length },
];
const MAX_TRIPS = 3;
const MEDIAN_MS = 30;
const WORST_MS = 200;
const BYTES_PER_MENTION = 750;
/** Rows of everything that comes with a mention: its video's, those of indexes, those that are made anew. */
const ROWS_PER_ADDED = 4;
/**
 * What any question that passes the guardrails may take: megabytes of the module's memory, milliseconds of processors.
 */
const MEMORY_MB = 48;
const CPU_MS = 2_000;
/** Growth is held to its limit between these sizes. */
export const GROWTH_SIZES = [100_000, 1_000_000];
const GROWTH = { others: 1.5, creators: 2 };
/** What is read for what is returned grows with nothing. */
const ROWS_PER_RETURNED = 2;
/** Below this nothing is said of growth: of five rows, three more would be too many. */
const FEW_ROWS = 10;
/**
 * Bytes and milliseconds are held to their limits up to this size: some are in proportion to the documents of a value.
 */
const BYTES_UP_TO = 1_000_000;
/** The build is held to its limit at one size. */
const BUILD = { mentions: 1_000_000, seconds: 60 };

/** How many things an answer returns: documents, groups or brands. */
export const returned = (answer) => (answer.results ?? answer.buckets ?? answer.brands).length;

/**
 * How many times more rows a class reads in one size than in another, beyond those of what it returns and at least ten.
 */
export function growth(small, large) {
  const beyond = ({ rows_read, answer }) => Math.max(rows_read - ROWS_PER_RETURNED * returned(answer), FEW_ROWS);
  return beyond(large) / beyond(small);
}

/**
 * The verdicts on one size: `{ what, limit, value, worst, passed }`, where `worst` names the class that is nearest to
 * the limit or beyond it. `sizes` are all that were measured, for growth.
 */
export function verdicts(size, sizes) {
  const isLimited = size.mentions <= BYTES_UP_TO;
  const answered = size.classes.filter(({ cold }) => !cold.failed);
  return [
    atMost(
      "classes without an answer",
      0,
      size.classes.length - answered.length,
      size.classes.find(({ cold }) => cold.failed)?.name,
    ),
    ...KINDS.flatMap((kind) =>
      ofKind(
        kind,
        answered.filter(({ bar }) => bar === kind.bar),
        isLimited,
      ),
    ),
    worstOf("D1 round trips", MAX_TRIPS, answered, ({ cold }) => cold.trips),
    worstOf("rows of a repeated question", 0, answered, ({ again }) => again.rows ?? Infinity),
    isLimited && atMost("milliseconds, median", MEDIAN_MS, median(answered.flatMap(({ cold }) => cold.milliseconds))),
    isLimited && worstOf("milliseconds, worst", WORST_MS, answered, ({ cold }) => Math.max(...cold.milliseconds)),
    ...ofGrowth(sizes),
    atMost("bytes per mention", BYTES_PER_MENTION, size.storage.bytes / size.mentions),
    atMost(
      "rows written per mention of a batch",
      ROWS_PER_ADDED,
      (size.batch.rows_written ?? Infinity) / BATCH_MENTIONS,
    ),
    ...ofBuild(size),
    ...ofDifferences(answered),
    ...ofLargest(size.largest),
  ].filter(Boolean);
}

function ofKind({ bar, medianRows, worstRows, bytes, per = () => 1 }, classes, isLimited) {
  if (classes.length === 0) return [];
  const rows = (one) => one.cold.rows_read / per(one);
  return [
    medianRows && atMost(`${bar}: rows, median`, medianRows, median(classes.map(rows))),
    worstOf(`${bar}: rows, worst`, worstRows, classes, rows),
    isLimited && worstOf(`${bar}: bytes, worst`, bytes, classes, (one) => one.cold.bytes_read / per(one)),
  ];
}

function ofGrowth(sizes) {
  const [small, large] = GROWTH_SIZES.map((mentions) => sizes.find((size) => size.mentions === mentions));
  if (!small || !large) return [];
  const pairs = large.classes
    .map((one, at) => ({ ...one, before: small.classes[at].cold }))
    .filter(({ heavy, cold, before }) => !heavy && !cold.failed && !before.failed);
  const isOfCreators = ({ operation, request }) => operation === "creators" || request.index === "siv_content_creator";
  const factor = ({ before, cold }) => growth(before, cold);
  return [
    worstOf(
      "growth of rows, no heavy filter",
      GROWTH.others,
      pairs.filter((pair) => !isOfCreators(pair)),
      factor,
    ),
    worstOf("growth of rows, creators", GROWTH.creators, pairs.filter(isOfCreators), factor),
  ];
}

function ofBuild({ mentions, load }) {
  const seconds = Object.values(load.phases).reduce((sum, phase) => sum + phase, 0);
  return mentions === BUILD.mentions ? [atMost("seconds to build without an edge", BUILD.seconds, seconds)] : [];
}

/** The largest questions are answered or refused, within what an instance has. */
function ofLargest(largest) {
  const asked = largest.filter(({ fresh }) => !fresh.failed);
  return [
    atMost(
      "largest questions that fail",
      0,
      largest.length - asked.length,
      largest.find(({ fresh }) => fresh.failed)?.name,
    ),
    worstOf(
      "largest questions: MB of module memory",
      MEMORY_MB,
      asked,
      ({ fresh }) => fresh.memory_bytes / (1024 * 1024),
    ),
    worstOf("largest questions: processor ms", CPU_MS, asked, ({ fresh }) => fresh.cpu),
  ];
}

/** Plain SQL says what the answers must be, where it was asked. */
function ofDifferences(classes) {
  const compared = classes.filter(({ reference }) => reference?.answer);
  if (compared.length === 0) return [];
  const different = compared.filter(({ equal }) => !equal);
  return [atMost(`answers unlike the reference, of ${compared.length}`, 0, different.length, different[0]?.name)];
}

function worstOf(what, limit, classes, measure) {
  if (classes.length === 0) return undefined;
  const worst = classes
    .map((one) => ({ name: one.name, value: measure(one) }))
    .reduce((most, next) => (next.value > most.value ? next : most));
  return atMost(what, limit, worst.value, worst.name);
}

/** A bar, what is held to it, and whether it is met; `worst` names what was measured. */
export const atMost = (what, limit, value, worst) => ({ what, limit, value, worst, passed: value <= limit });
