// How soon a new user of the Python client has an answer, and what importing it takes. `npm run bench:python -- --help`
// says how it is used.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { environment, inRoot } from "../scripts/project.mjs";
import { setupPython } from "../scripts/setup.mjs";
import { Failure, main } from "../scripts/step.mjs";
import { startServingEdge } from "../tests/edge/harness.mjs";
import { demoData } from "../tests/support/data.mjs";
import { positive } from "./options.mjs";
import { short, table, whole } from "./table.mjs";

const HELP = `Usage: npm run bench:python -- [options]

Each round makes a new virtual environment, installs the client's wheel into it with pip, which keeps nothing from before,
and asks a local edge over the demo dataset for a first answer; then it imports the client many times, in a new process
each time (python -X importtime). The second rounds are with the extra that checks. Ends with exit code 1 where a bar is
missed: 20 seconds for the installation and the first answer, 150 milliseconds for the import.

  --rounds N     environments of each kind (default: 3)
  --imports N    imports in each (default: 20)
  --json         print JSON
  --help         print this
`;

const BARS = { answered_ms: 20_000, import_ms: 150 };
const KINDS = { overheard: "", "overheard[check]": "[check]" };
const FIRST = `
import os
from overheard import Overheard
client = Overheard(base_url=os.environ["OVERHEARD_URL"], key=os.environ["OVERHEARD_KEY"])
assert client.aggregate(index="siv_business_ideas", group_by="brand_name", size=1)["buckets"]
`;

const run = (program, args, env = {}) =>
  execFileSync(program, args, {
    env: { ...environment(), ...env },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });

/** Does something, and says how many milliseconds that took. */
function timed(work) {
  const began = performance.now();
  work();
  return performance.now() - began;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** What one environment takes. */
function round({ python, wheel, extra, edge, imports }) {
  const folder = mkdtempSync(join(tmpdir(), "overheard-python-"));
  try {
    const own = join(folder, "bin", "python");
    const made_ms = timed(() => run(python, ["-m", "venv", folder]));
    const installed_ms = timed(() =>
      run(own, [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-cache-dir",
        "--disable-pip-version-check",
        `overheard${extra} @ file://${wheel}`,
      ]),
    );
    const env = { OVERHEARD_URL: edge.url, OVERHEARD_KEY: edge.secret };
    const first_ms = timed(() => run(own, ["-c", FIRST], env));
    const again_ms = median(Array.from({ length: imports }, () => timed(() => run(own, ["-c", FIRST], env))));
    return {
      made_ms,
      installed_ms,
      first_ms,
      again_ms,
      answered_ms: installed_ms + first_ms,
      imported: Array.from({ length: imports }, () => imported(own)),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds that a new process takes to import the client, with all that it loads. */
function imported(python) {
  const script =
    "import subprocess, sys; print(subprocess.run([sys.executable, '-X', 'importtime', '-c', 'import overheard'], stderr=subprocess.PIPE, text=True).stderr)";
  const [, microseconds] = /\|\s+(\d+) \| overheard$/m.exec(run(python, ["-c", script]));
  return Number(microseconds) / 1000;
}

/** The client's wheel, as it is published. */
function built(python) {
  const folder = mkdtempSync(join(tmpdir(), "overheard-wheel-"));
  run(python, ["-m", "build", "--no-isolation", "--outdir", folder, inRoot("clients", "python")]);
  return {
    folder,
    wheel: join(
      folder,
      readdirSync(folder).find((name) => name.endsWith(".whl")),
    ),
  };
}

function print(results) {
  const rows = Object.entries(results).map(
    ([kind, { made_ms, installed_ms, first_ms, answered_ms, again_ms, import_ms }]) => [
      `\`${kind}\``,
      ...[made_ms, installed_ms, first_ms, answered_ms].map((ms) => `${short(ms / 1000)} s`),
      `${whole(again_ms)} ms`,
      `${whole(import_ms)} ms`,
    ],
  );
  process.stdout.write(
    `${table(["", ">a new environment", ">`pip install`", ">the first answer", ">both, at worst", ">a later program, whole", ">`import overheard`"], rows)}\n`,
  );
}

await main(import.meta.url, async () => {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "3" },
      imports: { type: "string", default: "20" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(HELP);
  const [rounds, imports] = [positive("rounds", values.rounds), positive("imports", values.imports)];
  const python = await setupPython();
  const { folder, wheel } = built(python);
  const edge = await startServingEdge(demoData);
  const results = {};
  try {
    const base = run(python, ["-c", "import sys; print(sys._base_executable)"]).trim();
    for (const [kind, extra] of Object.entries(KINDS)) {
      const all = Array.from({ length: rounds }, () => round({ python: base, wheel, extra, edge, imports }));
      const of = (name) => median(all.map((one) => one[name]));
      const names = ["made_ms", "installed_ms", "first_ms", "again_ms"];
      results[kind] = {
        ...Object.fromEntries(names.map((name) => [name, of(name)])),
        // Bars hold for the slowest round.
        answered_ms: Math.max(...all.map(({ answered_ms }) => answered_ms)),
        import_ms: median(all.flatMap((one) => one.imported)),
      };
    }
  } finally {
    await edge.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  if (values.json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
  else print(results);
  const missed = Object.entries(results).flatMap(([kind, result]) =>
    Object.entries(BARS)
      .filter(([name, bar]) => result[name] > bar)
      .map(([name, bar]) => `${name} of ${kind} is ${whole(result[name])}, more than ${bar}`),
  );
  if (missed.length > 0) throw new Failure(missed.join("; "));
});
