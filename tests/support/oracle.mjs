// Random requests with their expected answers, from an independent computation over the records (tests/oracle).
import { execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { hostProgram } from "../../scripts/host-program.mjs";
import { temporaryFolder } from "./documents.mjs";

export const OPERATIONS = ["aggregate", "search", "creators", "co-mentions", "sector"];
export const ACCOUNT_OPERATIONS = [
  ...["mentions", "mention", "mention-stats", "sentiment", "sentiment-timeline", "sentiment-breakdown"],
  ...[
    "influencers",
    "influencer",
    "influencer-mentions",
    "trends",
    "emerging-trends",
    "trend-comparison",
    "explain-change",
  ],
];

/** Largest relative difference between equal scores. The two programs add in different orders. */
const SCORE_TOLERANCE = 1e-6;

const ended = (child, what) =>
  new Promise((resolve, reject) =>
    child
      .on("error", reject)
      .on("close", (code) => (code === 0 ? resolve() : reject(new Error(`${what} ended with ${code}`)))),
  );

/** Yields the lines that the oracle prints. `input` is an iterable of values, written one per line. */
async function* printed(args, options, input) {
  const oracle = await hostProgram("overheard-oracle", "oracle");
  const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(oracle, [...args, ...given], { stdio: [input ? "pipe" : "ignore", "pipe", "inherit"] });
  const done = ended(child, "the oracle");
  // A caller that stops reading ignores the exit of the oracle.
  done.catch(() => {});
  if (input)
    Readable.from(input, { objectMode: true })
      .map((value) => `${JSON.stringify(value)}\n`)
      .pipe(child.stdin);
  try {
    for await (const line of createInterface({ input: child.stdout })) yield JSON.parse(line);
    await done;
  } finally {
    child.kill();
  }
}

/**
 * Copies a dataset without the records whose texts an import may clean, because the oracle does not clean them. Returns
 * the folder.
 */
export async function comparableData(folder) {
  const to = temporaryFolder();
  const oracle = await hostProgram("overheard-oracle", "oracle");
  execFileSync(oracle, ["comparable", "--data", folder, "--to", to], { stdio: "inherit" });
  return to;
}

/**
 * Yields `{ operation, request, answer, ties }` for `count` random requests of one operation or of all. For a search by
 * relevance, `ties` lists the possible results, best first: `[{ id, score, row }]`. Otherwise it is null.
 */
export const expectations = (folder, { operation = "all", count, seed = 1, access = "raw" }) =>
  printed([], { data: folder, operation, count, seed, access });

/**
 * Yields `count` random requests of each operation of the Account API, each account with its own brands: `{ brands,
 * operation, query, address, today, skip }`.
 */
export const accountQuestions = (folder, { count, perAccount, seed = 1 }) =>
  printed(["questions"], { data: folder, operation: "all", count, seed, "per-account": perAccount });

/** Compares responses `{ status, body }` with the expected ones. Returns a description or null for each. */
export async function differencesOf(folder, questions) {
  const differences = [];
  for await (const { difference } of printed(["answers"], { data: folder }, questions)) differences.push(difference);
  return differences;
}

/** Describes how an answer differs from the expected one. Returns undefined if it does not. */
export const differenceOf = ({ answer, ties }, actual) =>
  ties === null ? difference("", answer, actual) : differenceOfRanking(answer, ties, actual);

function difference(path, expected, actual) {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) return `${path} has ${actual.length} items instead of ${expected.length}`;
    return first(expected.keys(), (at) => difference(`${path}/${at}`, expected[at], actual[at]));
  }
  if (isObject(expected) && isObject(actual)) {
    const extra = Object.keys(actual).find((name) => !Object.hasOwn(expected, name));
    if (extra !== undefined) return `${path}/${extra} should not be there`;
    return first(Object.keys(expected), (name) =>
      Object.hasOwn(actual, name)
        ? difference(`${path}/${name}`, expected[name], actual[name])
        : `${path}/${name} is missing`,
    );
  }
  return expected === actual
    ? undefined
    : `${path} is ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`;
}

/**
 * Compares two rankings. Records with equal scores may come in any order. Several records may have the same row, so
 * each record matches only once.
 */
function differenceOfRanking(expected, ties, actual) {
  if (!Array.isArray(actual?.results)) return `/results is no array: ${JSON.stringify(actual)}`;
  const beside = difference("", { ...expected, results: [] }, { ...actual, results: [] });
  if (beside) return beside;
  if (actual.results.length !== expected.results.length)
    return `/results has ${actual.results.length} items instead of ${expected.results.length}`;
  const left = [...ties];
  return first(actual.results.keys(), (at) => {
    const due = ties[at];
    const path = `/results/${at}`;
    const found = left.findIndex(
      (tie) => sameScore(tie.score, due.score) && difference(path, tie.row, actual.results[at]) === undefined,
    );
    if (found < 0)
      return `${difference(path, due.row, actual.results[at]) ?? `${path} is there twice`}; no other document scores ${due.score}`;
    left.splice(found, 1);
    return undefined;
  });
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

const sameScore = (a, b) => Math.abs(a - b) <= SCORE_TOLERANCE * Math.max(Math.abs(a), Math.abs(b));

function first(items, find) {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
