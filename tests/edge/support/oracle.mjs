// Random requests with their expected answers, from an independent computation over the documents (tests/oracle).
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { environment, root, targetDirectory } from "../../../scripts/project.mjs";

export const OPERATIONS = ["aggregate", "search", "creators", "co-mentions", "sector"];

/** How far apart two scores may be that count as equal, relative to the larger one: sums are taken in another order. */
const SCORE_TOLERANCE = 1e-6;

const ended = (child, what) =>
  new Promise((resolve, reject) => child.on("error", reject).on("close", (code) => (code === 0 ? resolve() : reject(new Error(`${what} ended with ${code}`)))));

let built;
const build = () =>
  (built ??= ended(
    spawn("cargo", ["build", "--quiet", "-p", "overheard-oracle", "--bin", "oracle"], { cwd: root, env: environment(), stdio: ["ignore", "inherit", "inherit"] }),
    "building the oracle",
  ));

/**
 * Yields `{ operation, request, answer, ties }` for so many random requests of an operation, or of all of them.
 * `ties` is null, or for a search by relevance what may be among its results, best first: `[{ id, score, row }]`.
 */
export async function* expectations(folder, { operation = "all", count, seed = 1, access = "raw" }) {
  await build();
  const options = { data: folder, operation, count, seed, access };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(join(targetDirectory(), "debug", "oracle"), args, { stdio: ["ignore", "pipe", "inherit"] });
  const done = ended(child, "the oracle");
  // Whoever stops reading is not told how the oracle ends.
  done.catch(() => {});
  try {
    for await (const line of createInterface({ input: child.stdout })) yield JSON.parse(line);
    await done;
  } finally {
    child.kill();
  }
}

/** Where an answer differs from what is expected, as text; undefined when it does not. */
export const differenceOf = ({ answer, ties }, actual) => (ties === null ? difference("", answer, actual) : differenceOfRanking(answer, ties, actual));

function difference(path, expected, actual) {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) return `${path} has ${actual.length} items instead of ${expected.length}`;
    return first(expected.keys(), (at) => difference(`${path}/${at}`, expected[at], actual[at]));
  }
  if (isObject(expected) && isObject(actual)) {
    const extra = Object.keys(actual).find((name) => !Object.hasOwn(expected, name));
    if (extra !== undefined) return `${path}/${extra} should not be there`;
    return first(Object.keys(expected), (name) => (Object.hasOwn(actual, name) ? difference(`${path}/${name}`, expected[name], actual[name]) : `${path}/${name} is missing`));
  }
  return expected === actual ? undefined : `${path} is ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`;
}

/** Documents of equal scores may change places; several documents may have the same row, so each one serves once. */
function differenceOfRanking(expected, ties, actual) {
  if (!Array.isArray(actual?.results)) return `/results is no array: ${JSON.stringify(actual)}`;
  const beside = difference("", { ...expected, results: [] }, { ...actual, results: [] });
  if (beside) return beside;
  if (actual.results.length !== expected.results.length) return `/results has ${actual.results.length} items instead of ${expected.results.length}`;
  const left = [...ties];
  return first(actual.results.keys(), (at) => {
    const due = ties[at];
    const path = `/results/${at}`;
    const found = left.findIndex((tie) => sameScore(tie.score, due.score) && difference(path, tie.row, actual.results[at]) === undefined);
    if (found < 0) return `${difference(path, due.row, actual.results[at]) ?? `${path} is there twice`}; no other document scores ${due.score}`;
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
