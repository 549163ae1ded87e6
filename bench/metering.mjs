// What metering costs: throughput, calls, rows and latency. `npm run bench:metering -- --help` says how it is used.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Failure, main, work } from "../scripts/step.mjs";
import { buildMaker, makeDataset } from "./cost/dataset.mjs";
import { median } from "./cost/time.mjs";
import { asking, startOneCall, startOverheard } from "./metering/edges.mjs";
import { MAX_ROUNDS, latencies } from "./metering/latency.mjs";
import { askAtOnce, throughput } from "./metering/load.mjs";
import { positive } from "./options.mjs";
import { prepare } from "./prepare.mjs";

/** Where Linux keeps files in memory. */
const IN_MEMORY = "/dev/shm";

const HELP = `Usage: npm run bench:metering -- [options]

Measures what metering costs, against its bars; ends with exit code 1 when one is missed:

- requests a second of Overheard, when it has the answer to a metered question, beside those of a Worker that makes the
  one call to a Durable Object, which writes one row, and does nothing else: at least 0.95;
- rows that the meter writes for each charged request: at most 1 when they come one by one, 0.3 when 32 come at once;
- how long questions of the usual mix take that were not asked before, over a million mentions, beside the same without a
  meter: at most 1.1 times.

  --rounds N       how often each of the two is measured, in turn (default: 7)
  --seconds N      how long each time (default: 4)
  --parallel N     connections that ask at once (default: 32)
  --mentions N     size of the dataset that is asked about for the last bar (default: 1000000)
  --state DIR      where the state of these edges is kept meanwhile, some gigabytes (default: ${IN_MEMORY}, where it
                   is in memory. On a disk the meter's writes stop the one thread of the local runtime, which answers the
                   question too; on the platform they are confirmed elsewhere)
  --questions N    rounds of distinct questions that are timed for it, 26 each (default: 20, at most ${MAX_ROUNDS})
  --help           print this

The client and the Workers share the machine: what it does besides is part of the figures. Overheard runs without its
static files: locally, the platform's router of such files is one more Worker in front.
`;
/** What is to be reached. */
const BARS = { throughput: 0.95, rowsAlone: 1, rowsTogether: 0.3, latency: 1.1 };
/** Seconds before the first round in which both become warm. */
const WARM_SECONDS = 2;
/** Requests by which calls and rows are counted, apart from what is timed. */
const COUNTED_REQUESTS = 1_000;
/** After how many milliseconds the meter has been told what became of the last of them. */
const TOLD_AFTER_MS = 3_000;

await main(import.meta.url, async () => {
  const { values: options } = parseArgs({
    options: {
      rounds: { type: "string", default: "7" },
      seconds: { type: "string", default: "4" },
      parallel: { type: "string", default: "32" },
      mentions: { type: "string", default: "1000000" },
      state: { type: "string", default: existsSync(IN_MEMORY) ? IN_MEMORY : tmpdir() },
      questions: { type: "string", default: "20" },
      help: { type: "boolean", default: false },
    },
  });
  if (options.help) return process.stdout.write(HELP);
  const [rounds, seconds, parallel, mentions, questions] = [
    "rounds",
    "seconds",
    "parallel",
    "mentions",
    "questions",
  ].map((name) => positive(name, options[name]));
  if (questions > MAX_ROUNDS) throw new Failure(`--questions ${questions} is too many. Allowed: 1 to ${MAX_ROUNDS}`);
  await prepare();
  await buildMaker();
  const data = await makeDataset(mentions);
  say("counting the calls and rows of a request");
  const counts = [await countBehind(1), await countBehind(parallel)];
  const busy = loadavg();
  const measured = await measure({ rounds, seconds, parallel });
  const {
    medians: [metered, unmetered],
    questions: timed,
  } = await timeDistinct({ data, mentions, questions, state: options.state });
  const ratioOf = ([overheard, oneCall]) => overheard.rate / oneCall.rate;
  const middle = (of) => median(measured.map(of));
  const ratio = middle(ratioOf);
  const row = (name, [overheard, oneCall], ratio) =>
    `| ${name} | ${overheard.rate.toFixed(0)} | ${oneCall.rate.toFixed(0)} | ${ratio.toFixed(2)} | ${overheard.cpu.toFixed(2)} | ${oneCall.cpu.toFixed(2)} |`;
  const medians = [0, 1].map((at) => ({
    rate: middle((round) => round[at].rate),
    cpu: middle((round) => round[at].cpu),
  }));
  const crowded =
    busy[0] > availableParallelism() / 2
      ? ". The machine was BUSY before: ratios mean little, processor time more"
      : "";
  const verdicts = [
    ["throughput beside the one call", ratio, ratio >= BARS.throughput, `at least ${BARS.throughput}`],
    [
      "rows for each charged request, one by one",
      counts[0].rows,
      rounded(counts[0].rows) <= BARS.rowsAlone,
      `at most ${BARS.rowsAlone}`,
    ],
    [
      `rows for each charged request, ${parallel} at once`,
      counts[1].rows,
      rounded(counts[1].rows) <= BARS.rowsTogether,
      `at most ${BARS.rowsTogether}`,
    ],
    [
      "latency of a distinct question beside the same without a meter",
      metered / unmetered,
      metered / unmetered <= BARS.latency,
      `at most ${BARS.latency}`,
    ],
  ];
  process.stdout.write(
    `${[
      `${cpus()[0].model}, ${availableParallelism()} threads, load ${busy[0].toFixed(1)} before and ${loadavg()[0].toFixed(1)} after; Node.js ${process.version}; ${parallel} connections, ${seconds} s a round${crowded}`,
      [
        `| for each of ${COUNTED_REQUESTS} charged requests | calls to the meter | rows written | alarms set | reads of KV | batches of D1 |`,
        "|---|--:|--:|--:|--:|--:|",
        ...counts.map(
          (counted, at) =>
            `| ${at === 0 ? "one by one" : `${parallel} at once`} | ${["meter", "rows", "alarms", "kv", "d1"].map((part) => counted[part].toFixed(3)).join(" | ")} |`,
        ),
      ].join("\n"),
      [
        "| round | Overheard, requests/s | one call, requests/s | ratio | Overheard, processor ms/request | one call, processor ms/request |",
        "|--:|--:|--:|--:|--:|--:|",
        ...measured.map((round, at) => row(at + 1, round, ratioOf(round))),
        row("median", medians, ratio),
      ].join("\n"),
      `A distinct question over ${mentions} mentions takes ${metered.toFixed(2)} ms with the meter and ${unmetered.toFixed(2)} ms without (medians of ${timed}, one after the other, in turns; state in ${options.state}).`,
      [
        "| bar | measured | allowed | |",
        "|---|--:|--:|---|",
        ...verdicts.map(
          ([name, value, passed, bar]) =>
            `| ${name} | ${value.toFixed(2)} | ${bar} | ${passed ? "passed" : "MISSED"} |`,
        ),
      ].join("\n"),
    ].join("\n\n")}\n`,
  );
  process.exit(verdicts.every(([, , passed]) => passed) ? 0 : 1);
});

/** To hundredths: the row of the account, which is written once, is none of any request. */
function rounded(number) {
  return Math.round(number * 100) / 100;
}

function say(what) {
  process.stderr.write(`${what}\n`);
}

/** An answer that was kept, and that the meter has charged for. */
function isKept({ status, headers }) {
  return status === 200 && headers["x-cache"] === "hit" && headers["x-quota-charged"] === "true";
}

function isCounted({ status, text }) {
  return status === 200 && JSON.parse(text).taken > 0;
}

/**
 * Both in turn, so that what the machine does besides falls on both: of every round what Overheard reached, and the one
 * call.
 */
async function measure({ rounds, seconds, parallel }) {
  const edges = [];
  try {
    const start = async (starting) => edges[edges.push(await starting) - 1];
    const subjects = [
      { name: "Overheard", edge: await start(startOverheard()), isGood: isKept },
      { name: "one call", edge: await start(startOneCall()), isGood: isCounted },
    ];
    const reach = ({ edge, isGood }, seconds) =>
      throughput(edge, asking(edge.secret ?? "none"), { seconds, parallel, isGood });
    await askOnce(subjects[0].edge);
    for (const subject of subjects) await reach(subject, WARM_SECONDS);
    const measured = [];
    for (let round = 1; round <= rounds; round += 1) {
      const reached = [];
      for (const subject of subjects) {
        reached.push(await reach(subject, seconds));
        say(`round ${round} of ${rounds}: ${subject.name} ${reached.at(-1).rate.toFixed(0)} requests/s`);
      }
      measured.push(reached);
    }
    return measured;
  } finally {
    for (const edge of edges) await edge.stop();
  }
}

/** Times questions that were not asked before, with the meter and without. */
async function timeDistinct({ data, mentions, questions, state }) {
  const folder = mkdtempSync(join(state, "overheard-bench-"));
  const edges = [];
  try {
    for (const entry of [undefined, "unmetered"]) {
      const title = `Importing ${mentions} mentions into an edge ${entry ? "without" : "with"} a meter`;
      edges.push(await work(title, () => startOverheard(entry, { data, persistTo: join(folder, entry ?? "metered") })));
    }
    return await work("Timing distinct questions", () => latencies(edges, questions));
  } finally {
    for (const edge of edges) await edge.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Has Overheard find the answer that it then keeps. */
async function askOnce(edge) {
  const { path, headers, body } = asking(edge.secret);
  const { status } = await fetch(new URL(path, edge.url), { method: "POST", headers, body });
  if (status !== 200) throw new Failure(`the question is answered with ${status}`);
}

/** How often a request of Overheard calls what is behind it. Counted apart: what counts stands in the way. */
async function countBehind(parallel) {
  const edge = await startOverheard("counting");
  try {
    const counted = async () => {
      await sleep(TOLD_AFTER_MS);
      return (await fetch(new URL("/counted", edge.url))).json();
    };
    await askOnce(edge);
    const before = await counted();
    let left = COUNTED_REQUESTS;
    await askAtOnce(edge, asking(edge.secret), { parallel, isGood: isKept, goesOn: () => left-- > 0 });
    const after = await counted();
    return Object.fromEntries(
      Object.keys(after).map((part) => [part, (after[part] - before[part]) / COUNTED_REQUESTS]),
    );
  } finally {
    await edge.stop();
  }
}
