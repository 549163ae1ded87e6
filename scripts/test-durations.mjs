// Durations of tests: a reporter for Node.js's test runner that writes a line of JSON for each test, and a table of the
// slowest.
import { mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { root, targetDirectory } from "./project.mjs";

const SHOWN = 10;
const ENDED = ["test:pass", "test:fail"];

/** Reports durations. The hooks of a file count to no test. */
export default async function* (events) {
  for await (const { type, data } of events) {
    if (!ENDED.includes(type) || data.nesting > 0 || data.details?.type === "suite") continue;
    yield `${JSON.stringify({ file: data.file && relative(root, data.file), name: data.name, ms: data.details.duration_ms })}\n`;
  }
}

const folder = () => join(targetDirectory(), "test-durations");

/** Deletes the durations of earlier runs. */
export function deleteDurations() {
  rmSync(folder(), { recursive: true, force: true });
  mkdirSync(folder(), { recursive: true });
}

/** Returns the arguments of Node.js's test runner that show results and write durations for a folder of tests. */
export function reporters(tests) {
  const output = join(folder(), `${tests.replaceAll(/\W+/g, "-")}.jsonl`);
  const reporter = fileURLToPath(import.meta.url);
  return [
    "--test-reporter=spec",
    "--test-reporter-destination=stdout",
    `--test-reporter=${reporter}`,
    `--test-reporter-destination=${output}`,
  ];
}

/** Returns a table of this run's slowest tests, or an empty text if Node.js ran none. */
export function slowestTests() {
  const lines = readdirSync(folder()).flatMap((name) => readFileSync(join(folder(), name), "utf8").split("\n"));
  const tests = lines.filter(Boolean).map((line) => JSON.parse(line));
  const slowest = tests.sort((one, other) => other.ms - one.ms).slice(0, SHOWN);
  if (slowest.length === 0) return "";
  const rows = slowest.map(({ file, name, ms }) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${file}: ${name}`);
  return `The slowest of ${tests.length} tests:\n${rows.join("\n")}\n`;
}
