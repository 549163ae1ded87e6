// Compares Overheard with a plain Worker (Hono, Zod, D1, KV) under load, and says where its time goes.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { cliBinary, inRoot } from "../scripts/project.mjs";
import { Failure, main, work } from "../scripts/step.mjs";
import { createKey, importFolder, startEdge } from "../tests/edge/harness.mjs";
import { demoData } from "../tests/support/data.mjs";
import { median } from "./cost/time.mjs";
import { positive } from "./options.mjs";
import { callCosts } from "./peer/calls.mjs";
import { CLASSES } from "./peer/classes.mjs";
import { coldStarts } from "./peer/cold.mjs";
import { sequenceOf, Target } from "./peer/load.mjs";
import { profile } from "./peer/profile.mjs";
import { MIX, vocabulary } from "./peer/requests.mjs";
import { startPlainWorker } from "./peer/serve.mjs";
import { prepare } from "./prepare.mjs";
import { short, table } from "./table.mjs";

const HELP = `Usage: npm run bench:peer -- [options]

Imports a dataset into a local edge and into a plain Worker, written as usual with Hono, Zod, D1 and KV counters
(bench/peer/worker). Sends both the same random requests in slices that take turns, and prints ratios of the slices:
median, smallest and largest. Then profiles the edge and prints where its time goes, what the runtime takes for each
call that both make, and how long the first request of a new runtime takes.

  --data DIR         the dataset (default: the demo dataset)
  --mode MODE        distinct (no request twice), repeated (a pool of 1,000, Zipf) or both (default)
  --seconds N        seconds of load for each edge and mode (default: 40)
  --slice N          seconds of a slice (default: 5)
  --connections N    simultaneous connections (default: 8)
  --seed N           which requests (default: 1)
  --profile N        seconds of the profile; 0 for none (default: 12)
  --site             serve Overheard's static files beside both Workers, except in the profile
  --no-parts         neither calls of the platform nor first requests
  --json FILE        also write the results to a file
  --help             print this

Without --site, neither has static files: locally, the platform's router of such files is one more Worker in front.

Imported databases are kept in .bench/peer and used again by the same programs.
`;

const WARM_SECONDS = 3;
const OPERATIONS = Object.keys(MIX);

const quantile = (numbers, share) => numbers.toSorted((a, b) => a - b)[Math.floor(share * numbers.length)] ?? NaN;

await main(import.meta.url, async () => {
  const { values: options } = parseArgs({
    options: {
      data: { type: "string", default: demoData },
      mode: { type: "string", default: "both" },
      seconds: { type: "string", default: "40" },
      slice: { type: "string", default: "5" },
      connections: { type: "string", default: "8" },
      seed: { type: "string", default: "1" },
      profile: { type: "string", default: "12" },
      site: { type: "boolean", default: false },
      parts: { type: "boolean", default: true },
      json: { type: "string" },
      help: { type: "boolean", default: false },
    },
    allowNegative: true,
  });
  if (options.help) return process.stdout.write(HELP);
  if (!["distinct", "repeated", "both"].includes(options.mode))
    throw new Failure(`--mode ${options.mode}: it is distinct, repeated or both`);
  const [seconds, slice, connections, seed] = ["seconds", "slice", "connections", "seed"].map((name) =>
    positive(name, options[name]),
  );
  const profiled = options.profile === "0" ? 0 : positive("profile", options.profile);
  const { site } = options;
  await prepare();
  const states = await importBoth(resolve(options.data));
  const words = await work("Reading the dataset's values", () => vocabulary(options.data));
  const results = {};
  for (const mode of options.mode === "both" ? ["distinct", "repeated"] : [options.mode]) {
    // New runtimes, so that no cache has an answer.
    const edges = [await startPlainWorker(states.plain, { site }), await startOverheard(states.overheard, { site })];
    try {
      results[mode] = await compare(edges, { mode, words, seconds, slice, connections, seed });
    } finally {
      for (const edge of edges) await edge.stop();
    }
    process.stdout.write(report(mode, results[mode]));
  }
  if (profiled > 0) {
    results.profile = await profileEdge(states.overheard, { words, seconds: profiled, connections, seed });
    process.stdout.write(profileReport(results.profile));
  }
  if (options.parts) {
    results.calls = await work("Calls of the platform", () => callCosts(connections));
    process.stdout.write(callReport(results.calls));
    const starts = [() => startPlainWorker(states.plain, { site }), () => startOverheard(states.overheard, { site })];
    results.cold = await work("First requests", () => coldStarts(starts));
    process.stdout.write(coldReport(results.cold));
  }
  if (options.json) writeFileSync(options.json, JSON.stringify(results, null, 2));
});

/** Imports a dataset into both, unless the same programs did already. Returns the folders of their states. */
async function importBoth(data) {
  const folder = (kind, programs) => {
    const hash = createHash("sha256").update(data);
    for (const program of programs) hash.update(readFileSync(program));
    return inRoot(".bench", "peer", `${basename(data)}-${kind}-${hash.digest("hex").slice(0, 12)}`);
  };
  const [importer, schema] = ["import.mjs", "schema.sql"].map((name) => inRoot("bench", "peer", name));
  const plain = folder("plain", [importer, schema]);
  const overheard = folder("overheard", [cliBinary()]);
  await once(plain, "Importing into the plain Worker's database", async () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--max-old-space-size=8000", importer, "--data", data, "--state", plain],
      { encoding: "utf8" },
    );
    if (status !== 0) throw new Failure(`the import into the plain Worker's database failed: ${stderr}`);
  });
  await once(overheard, "Importing into Overheard", async () => {
    const edge = await startEdge({ persistTo: overheard });
    try {
      await importFolder(edge, data);
    } finally {
      await edge.stop();
    }
  });
  return { plain, overheard };
}

/** Fills a folder, unless that was finished before. */
async function once(folder, title, fill) {
  const done = join(folder, "imported");
  if (existsSync(done)) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await work(title, fill);
  writeFileSync(done, "");
}

/** Starts Overheard without the platform's cache of earlier runs, which have sent the same requests. */
async function startOverheard(persistTo, { site = false, ...options }) {
  rmSync(join(persistTo, "cache"), { recursive: true, force: true });
  const edge = await startEdge({ persistTo, ...(!site && { site }), ...options });
  return { ...edge, name: "overheard", secret: (await createKey(edge)).secret };
}

async function compare(edges, { mode, words, seconds, slice, connections, seed }) {
  const targets = edges.map((edge) => {
    const seen = new Set();
    const warm = new Target(edge, sequenceOf(mode, words, seed + 1_000_003, seen), connections);
    return { warm, target: new Target(edge, sequenceOf(mode, words, seed + 2, seen), connections) };
  });
  for (const { warm } of targets) {
    await warm.run(WARM_SECONDS);
    warm.close();
  }
  const rounds = Math.max(1, Math.round(seconds / slice));
  await work(`Load, ${mode} requests`, async (note) => {
    for (let round = 0; round < rounds; round += 1) {
      for (const { target } of targets) await target.slice(slice);
      note(`${round + 1} of ${rounds}`);
    }
  });
  for (const { target } of targets) target.close();
  return targets.map(({ target: { name, slices } }) => ({ name, slices }));
}

/** Prints the ratios of each pair of slices, as median, smallest and largest. */
function ratios([plain, overheard], of) {
  const found = overheard.slices.map((slice, at) => of(slice) / of(plain.slices[at])).filter(Number.isFinite);
  return found.length === 0
    ? "-"
    : `${short(median(found))} (${short(Math.min(...found))} to ${short(Math.max(...found))})`;
}

function report(mode, targets) {
  const rates = targets.map(({ slices }) => short(median(slices.map(({ rate }) => rate))));
  const cpu = targets.map(({ slices }) => median(slices.map((slice) => slice.cpu)).toFixed(2));
  const failed = targets.map(({ slices }) => slices.flatMap(({ failures }) => failures));
  const rows = [
    ["requests a second", ...rates, ratios(targets, ({ rate }) => rate)],
    ["processor of the runtime, ms a request", ...cpu, ratios(targets, (slice) => slice.cpu)],
    ...OPERATIONS.flatMap((operation) =>
      [
        ["p50", 0.5],
        ["p95", 0.95],
      ].map(([name, share]) => {
        const of = ({ latencies }) => quantile(latencies[operation], share);
        const all = targets.map(({ slices }) => short(median(slices.map(of))));
        return [`${operation}, ${name}, ms`, ...all, ratios(targets, of)];
      }),
    ),
    ["refused or failed", ...failed.map(({ length }) => length), ""],
  ];
  const first = failed.flatMap((failures) => failures.slice(0, 1)).map((failure) => `${JSON.stringify(failure)}\n`);
  return `\nMode ${mode}\n\n${table(["", ">plain", ">overheard", ">overheard / plain"], rows)}\n${first.join("")}`;
}

async function profileEdge(state, { words, seconds, connections, seed }) {
  const edge = await startOverheard(state, { inspectorPort: 0, withNames: true });
  try {
    const target = new Target(edge, sequenceOf("distinct", words, seed + 2, new Set()), connections);
    await target.run(WARM_SECONDS);
    const { byClass, byFunction } = await profile(edge.mf, "overheard", CLASSES, () => target.slice(seconds));
    const [{ requests }] = target.slices;
    target.close();
    const sorted = (map) => [...map].sort(([, one], [, other]) => other - one);
    return { requests, classes: sorted(byClass), functions: sorted(byFunction).slice(0, 60) };
  } finally {
    await edge.stop();
  }
}

function profileReport({ requests, classes, functions }) {
  const total = classes.reduce((sum, [, milliseconds]) => sum + milliseconds, 0);
  const row = ([name, milliseconds]) => [
    name,
    `${((100 * milliseconds) / total).toFixed(1)} %`,
    (milliseconds / requests).toFixed(3),
  ];
  return `\nProfile of the Worker's isolate, distinct requests: ${(total / requests).toFixed(2)} ms a request\n\n${table(
    ["class", ">share", ">ms a request"],
    classes.map(row),
  )}\n\n${table(["function", ">share", ">ms a request"], functions.map(row))}\n`;
}

function callReport(calls) {
  const rows = Object.entries(calls).map(([name, milliseconds]) => [name, milliseconds.toFixed(3)]);
  return `\nProcessor time of the runtime for a request of a Worker that makes one call\n\n${table(["call", ">ms"], rows)}\n`;
}

function coldReport([plain, overheard]) {
  const row = (name) => [name, plain[name].toFixed(1), overheard[name].toFixed(1)];
  const header = ["GET /v1/schema of a new runtime, ms", ">plain", ">overheard"];
  return `\n${table(header, [row("first"), row("second")])}\n`;
}
