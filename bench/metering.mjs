// What metering leaves of the throughput that is possible. `npm run bench:metering -- --help` says how it is used.
import { existsSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { Failure, main } from "../scripts/step.mjs";
import { runCli } from "../tests/edge/harness.mjs";
import { demoData } from "../tests/edge/support/data.mjs";
import { median } from "./cost/time.mjs";
import { asking, startOneCall, startOverheard } from "./metering/edges.mjs";
import { askAtOnce, throughput } from "./metering/load.mjs";

const HELP = `Usage: npm run bench:metering -- [options]

Compares the requests a second of Overheard, when it has the answer to a metered question, with those of a Worker that
makes the one call to a Durable Object and does nothing else. Ends with exit code 1 when it is less than half.

  --rounds N       how often each of the two is measured, in turn (default: 7)
  --seconds N      how long each time (default: 4)
  --parallel N     connections that ask at once (default: 32)
  --help           print this

The client and the Workers share the machine: what it does besides is part of the figures.
`;
/** The part of what is possible that Overheard is to reach at least. */
const BAR = 0.5;
/** Seconds before the first round in which both become warm. */
const WARM_SECONDS = 2;
/** Requests by which calls are counted, apart from what is timed. */
const COUNTED_REQUESTS = 500;

await main(import.meta.url, async () => {
  const { values: options } = parseArgs({
    options: {
      rounds: { type: "string", default: "7" },
      seconds: { type: "string", default: "4" },
      parallel: { type: "string", default: "32" },
      help: { type: "boolean", default: false },
    },
  });
  if (options.help) return process.stdout.write(HELP);
  const [rounds, seconds, parallel] = ["rounds", "seconds", "parallel"].map((name) => positive(name, options[name]));
  if (!existsSync(demoData)) await runCli(["demo", demoData]);
  say("counting the calls of a request");
  const calls = await countCalls(parallel);
  const busy = loadavg();
  const measured = await measure({ rounds, seconds, parallel });
  const ratioOf = ([overheard, oneCall]) => overheard.rate / oneCall.rate;
  const middle = (of) => median(measured.map(of));
  const ratio = middle(ratioOf);
  const passed = ratio >= BAR;
  const row = (name, [overheard, oneCall], ratio) => `| ${name} | ${overheard.rate.toFixed(0)} | ${oneCall.rate.toFixed(0)} | ${ratio.toFixed(2)} | ${overheard.cpu.toFixed(2)} | ${oneCall.cpu.toFixed(2)} |`;
  const medians = [0, 1].map((at) => ({ rate: middle((round) => round[at].rate), cpu: middle((round) => round[at].cpu) }));
  const crowded = busy[0] > availableParallelism() / 2 ? ". The machine was BUSY before: the ratio means little, processor time more" : "";
  process.stdout.write(
    [
      `${cpus()[0].model}, ${availableParallelism()} threads, load ${busy[0].toFixed(1)} before and ${loadavg()[0].toFixed(1)} after; Node.js ${process.version}; ${parallel} connections, ${seconds} s a round${crowded}`,
      `Calls for each request of Overheard: ${calls.meter.toFixed(3)} to the meter, ${calls.kv.toFixed(3)} to KV, ${calls.d1.toFixed(3)} to D1 (${COUNTED_REQUESTS} requests)`,
      [
        "| round | Overheard, requests/s | one call, requests/s | ratio | Overheard, processor ms/request | one call, processor ms/request |",
        "|--:|--:|--:|--:|--:|--:|",
        ...measured.map((round, at) => row(at + 1, round, ratioOf(round))),
        row("median", medians, ratio),
      ].join("\n"),
      `${passed ? "passed" : "MISSED"}: Overheard reaches ${ratio.toFixed(2)} of what one call allows, at least ${BAR} is the bar`,
    ].join("\n\n") + "\n",
  );
  process.exit(passed ? 0 : 1);
});

function positive(name, text) {
  if (!/^[1-9]\d*$/.test(text.trim())) throw new Failure(`--${name} ${text} is no whole number above 0`);
  return Number(text);
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

/** Both in turn, so that what the machine does besides falls on both: of every round what Overheard reached, and the one call. */
async function measure({ rounds, seconds, parallel }) {
  const edges = [];
  try {
    const start = async (starting) => edges[edges.push(await starting) - 1];
    const subjects = [
      { name: "Overheard", edge: await start(startOverheard()), isGood: isKept },
      { name: "one call", edge: await start(startOneCall()), isGood: isCounted },
    ];
    const reach = ({ edge, isGood }, seconds) => throughput(edge, asking(edge.secret ?? "none"), { seconds, parallel, isGood });
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

/** Has Overheard find the answer that it then keeps. */
async function askOnce(edge) {
  const { path, headers, body } = asking(edge.secret);
  const { status } = await fetch(new URL(path, edge.url), { method: "POST", headers, body });
  if (status !== 200) throw new Failure(`the question is answered with ${status}`);
}

/** How often a request of Overheard calls what is behind it. Counted apart: what counts stands in the way. */
async function countCalls(parallel) {
  const edge = await startOverheard({ counting: true });
  try {
    const counted = async () => (await fetch(new URL("/counted", edge.url))).json();
    await askOnce(edge);
    const before = await counted();
    let left = COUNTED_REQUESTS;
    await askAtOnce(edge, asking(edge.secret), { parallel, isGood: isKept, goesOn: () => left-- > 0 });
    const after = await counted();
    return Object.fromEntries(Object.keys(after).map((part) => [part, (after[part] - before[part]) / COUNTED_REQUESTS]));
  } finally {
    await edge.stop();
  }
}
