// Measures what a feed costs that many clients poll. `npm run bench:feeds -- --help` prints its options.
import { availableParallelism, cpus, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Failure, main, work } from "../scripts/step.mjs";
import { demoData } from "../tests/support/data.mjs";
import { median } from "./cost/time.mjs";
import { chargedTo, counted, createSubject, startCounting } from "./feeds/edge.mjs";
import { poll } from "./feeds/poll.mjs";
import { positive } from "./options.mjs";
import { prepare } from "./prepare.mjs";
import { short, table, whole } from "./table.mjs";

const HELP = `Usage: npm run bench:feeds -- [options]

Polls a feed of an account and, at the same time and as often, the operation of the feed, both with and without
If-None-Match. Each of the four has an account of its own. Prints for each: answers by status and cache, requests charged
to the account, calls to the meter, work of D1, and milliseconds.

X-Cache: miss means that no cache had the answer. For a feed this is a computation. Every request to the operation is
checked and metered, whether a cache has the answer or not. Views are prepared before, so D1 does not count their rows.

Each feed may be computed once, and once more for each minute that has passed. Its account may be charged as often. The
exit code is 1 if a feed exceeds this, or if an answer has another status than 200 and 304.

  --clients N    clients of each of the four, each with one request a second (default: 10, at most 30)
  --seconds N    how long they poll (default: 130)
  --data DIR     the dataset (default: the demo dataset)
  --built        measure the Worker and the command as they are built
  --json         print JSON
  --help         print this
`;
/** Milliseconds after which the meter knows the outcome of the last request. */
const SETTLED_MS = 3_000;
/** Clients of a subject at most. More would exceed the limit of the plan, 2,000 requests a minute. */
const MAX_CLIENTS = 30;
const SUBJECTS = [
  { name: "feed", isFeed: true, validates: false },
  { name: "feed, If-None-Match", isFeed: true, validates: true },
  { name: "operation", isFeed: false, validates: false },
  { name: "operation, If-None-Match", isFeed: false, validates: true },
];

await main(import.meta.url, async () => {
  const { values } = parseArgs({
    options: {
      clients: { type: "string", default: "10" },
      seconds: { type: "string", default: "130" },
      data: { type: "string", default: demoData },
      built: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return process.stdout.write(HELP);
  const [clients, seconds] = ["clients", "seconds"].map((name) => positive(name, values[name]));
  if (clients > MAX_CLIENTS) throw new Failure(`--clients ${clients} is too many. Allowed: 1 to ${MAX_CLIENTS}`);
  if (!values.built) await prepare();
  const load = [loadavg()[0]];
  const measured = await measure(values.data, { clients, seconds });
  load.push(loadavg()[0]);
  const machine = `${cpus()[0].model}, ${availableParallelism()} threads, load ${load.map((one) => one.toFixed(1)).join(" before and ")} after; Node.js ${process.version}`;
  const bars = measured.flatMap((subject) => barsOf(subject, seconds));
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ machine, clients, seconds, subjects: measured, bars }, null, 2)}\n`
      : print({ machine, clients, seconds, measured, bars }),
  );
  process.exit(bars.every(({ passed }) => passed) ? 0 : 1);
});

async function measure(data, { clients, seconds }) {
  const edge = await work("Starting an edge", () => startCounting(data));
  try {
    const subjects = [];
    for (const subject of SUBJECTS) subjects.push(await createSubject(edge, subject));
    const charged = () => Promise.all(subjects.map(({ account }) => chargedTo(edge, account)));
    await sleep(SETTLED_MS);
    const before = await charged();
    const title = `Polling for ${seconds} seconds, ${clients} clients each`;
    const answers = await work(title, () => poll(edge, subjects, { clients, seconds }));
    await sleep(SETTLED_MS);
    const [after, counts] = [await charged(), await counted(edge)];
    return subjects.map((subject, at) => ({
      name: subject.name,
      is_feed: subject.isFeed,
      ...summary(answers[at]),
      charged: after[at] - before[at],
      ...counts[subject.name],
    }));
  } finally {
    await edge.stop();
  }
}

function summary(answers) {
  const count = (is) => answers.filter(is).length;
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    requests: answers.length,
    ok: count(({ status }) => status === 200),
    not_modified: count(({ status }) => status === 304),
    other: count(({ status }) => status !== 200 && status !== 304),
    misses: count(({ cache }) => cache === "miss"),
    median_ms: median(sorted),
    p99_ms: sorted[Math.ceil(0.99 * sorted.length) - 1],
  };
}

/** Returns the limits of a subject. Those of computations and charged requests are for feeds only. */
function barsOf({ name, is_feed, misses, charged, other }, seconds) {
  const computations = 1 + Math.floor(seconds / 60);
  const bar = (what, limit, value) => ({ what: `${name}: ${what}`, limit, value, passed: value <= limit });
  return [
    bar("other answers than 200 and 304", 0, other),
    ...(is_feed ? [bar("computations", computations, misses), bar("charged requests", computations, charged)] : []),
  ];
}

function print({ machine, clients, seconds, measured, bars }) {
  const columns = ["", ">requests", ">200", ">304", ">other", ">X-Cache: miss", ">charged", ">calls to the meter"];
  const more = [">batches of D1", ">statements", ">rows read", ">rows written", ">median ms", ">p99 ms"];
  const row = (one) => [
    one.name,
    ...[one.requests, one.ok, one.not_modified, one.other, one.misses, one.charged, one.meter].map(whole),
    ...[one.batches, one.statements, one.rows_read, one.rows_written].map(whole),
    ...[one.median_ms, one.p99_ms].map(short),
  ];
  return `${[
    machine,
    `${clients} clients each, ${seconds} seconds, one request a second of each client:`,
    table([...columns, ...more], measured.map(row)),
    table(
      ["limit", ">at most", ">measured", ""],
      bars.map(({ what, limit, value, passed }) => [what, whole(limit), whole(value), passed ? "passed" : "MISSED"]),
    ),
  ].join("\n\n")}\n`;
}
