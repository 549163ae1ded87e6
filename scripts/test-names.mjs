// Compares the tests of two runs, given the output of `npm test`: `node scripts/test-names.mjs BEFORE.log AFTER.log`.
// It compares the names of cargo's and Node.js's tests, and the number of passed Python tests. The exit code is 1 if a
// name is gone.
import { readFileSync } from "node:fs";
import { Failure, main } from "./step.mjs";

const ESCAPES = /\x1b\[[0-9;]*m/g;

/** Counts each name in a log. */
function namesIn(file) {
  const names = new Map();
  for (const line of readFileSync(file, "utf8").replaceAll(ESCAPES, "").split("\n")) {
    const found =
      line.match(/^ *[✔✖﹣] (.+?)(?: \([\d.]+ms\))?(?: # .*)?$/)?.[1] ??
      line.match(/^test (.+?)(?: - should panic)? \.\.\. /)?.[1] ??
      line.match(/^=+ (\d+ passed).*=+$/)?.[1].replace(/^/, "pytest: ");
    if (found) names.set(found, (names.get(found) ?? 0) + 1);
  }
  return names;
}

const missing = (from, to) => [...from].filter(([name, count]) => (to.get(name) ?? 0) < count).map(([name]) => name);

await main(import.meta.url, () => {
  const files = process.argv.slice(2);
  if (files.length !== 2) throw new Failure("two logs are compared: node scripts/test-names.mjs BEFORE.log AFTER.log");
  const [before, after] = files.map(namesIn);
  const [gone, added] = [missing(before, after), missing(after, before)];
  const list = (title, names) => `${title}: ${names.length}\n${names.map((name) => `  ${name}\n`).join("")}`;
  process.stdout.write(`${before.size} names before, ${after.size} after\n${list("Gone", gone)}${list("New", added)}`);
  process.exitCode = gone.length > 0 ? 1 : 0;
});
