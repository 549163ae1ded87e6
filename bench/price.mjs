// What a million questions cost on the platform. `npm run bench:price -- --help` says how it is used.
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Failure, main, work } from "../scripts/step.mjs";
import { demoData } from "../tests/support/data.mjs";
import { startOverheard } from "./metering/edges.mjs";
import { askAtOnce, spentByRuntime } from "./metering/load.mjs";
import { positive } from "./options.mjs";
import { prepare } from "./prepare.mjs";
import { questionsAbout, variantOf } from "./questions.mjs";

const HELP = `Usage: npm run bench:price -- [options]

Counts what the usual mix of questions uses of each service of the platform, and says what a million of them cost at its
published prices. Asked are questions of all operations that nobody has asked before (distinct) and the same ones again
(repeated), one after the other (alone) and over many connections at once.

  --data DIR       the dataset (default: the demo dataset)
  --variants N     how often each question is asked, each time another one (default: 20, at most 50)
  --parallel N     connections that ask at once (default: 32)
  --help           print this

Processor time is that of the whole local runtime, which does the work of D1, KV and the network too: the platform's is
less. What a plan of the platform includes is not taken off.
`;

/** The platform's published prices in dollars for a million, of its paid plan, as they were on a day. */
const PRICES_OF = "2026-11-22";
const PRICES = {
  "requests of the Worker": 0.3,
  "milliseconds of processor time": 0.02,
  "calls of Durable Objects": 0.15,
  "GB-s of Durable Objects": 12.5,
  "rows read by Durable Objects": 0.001,
  "rows written by Durable Objects": 1,
  "rows read from D1": 0.001,
  "rows written to D1": 1,
  "reads of KV": 0.5,
  "writes of KV": 5,
};
/** What a million questions are to cost, all in. */
const GOAL = 1.5;
/** Memory that an object is billed for, in GB. */
const OBJECT_GB = 0.128;
/** After how many milliseconds everything that follows an answer is done. */
const SETTLED_MS = 3_000;

await main(import.meta.url, async () => {
  const { values: options } = parseArgs({
    options: {
      data: { type: "string", default: demoData },
      variants: { type: "string", default: "20" },
      parallel: { type: "string", default: "32" },
      help: { type: "boolean", default: false },
    },
  });
  if (options.help) return process.stdout.write(HELP);
  const [variants, parallel] = ["variants", "parallel"].map((name) => positive(name, options[name]));
  if (variants > 50) throw new Failure(`--variants ${variants} is too many. Allowed: 1 to 50`);
  await prepare();
  const columns = [];
  for (const [name, connections] of [
    ["alone", 1],
    [`${parallel} at once`, parallel],
  ]) {
    const [distinct, repeated] = await work(`Asking, ${name}`, () =>
      measure({ data: options.data, variants, connections }),
    );
    columns.push([`distinct, ${name}`, distinct], [`repeated, ${name}`, repeated]);
  }
  process.stdout.write(report(columns));
});

/** What a question uses on average, asked for the first time and once more. */
async function measure({ data, variants, connections }) {
  const edge = await startOverheard("counting", { data });
  try {
    const kinds = await questionsAbout(edge);
    const questions = Array.from({ length: variants }, (_, number) =>
      kinds.map((kind) => variantOf(kind, number)),
    ).flat();
    // What is read once for a version is no part of any question.
    await askAll(
      edge,
      kinds
        .map((kind) => variantOf(kind, 50 + variants))
        .map(({ operation, request }) => ({
          operation,
          request: operation === "sector" ? request : { ...request, size: 50 },
        })),
      1,
    );
    const first = await uses(edge, () => askAll(edge, questions, connections), questions.length);
    const again = await uses(edge, () => askAll(edge, questions, connections), questions.length);
    return [first, again];
  } finally {
    await edge.stop();
  }
}

async function askAll(edge, questions, connections) {
  let next = 0;
  const asking = () => {
    const { operation, request } = questions[next++];
    return {
      path: `/v1/${operation}`,
      headers: { "X-API-Key": edge.secret, "Content-Type": "application/json" },
      body: JSON.stringify(request),
    };
  };
  await askAtOnce(edge, asking, {
    parallel: connections,
    isGood: ({ status }) => status === 200,
    goesOn: () => next < questions.length,
  });
}

/** What one question uses of each service. */
async function uses(edge, work, questions) {
  const counted = async () => {
    await sleep(SETTLED_MS);
    return (await fetch(new URL("/counted", edge.url))).json();
  };
  const before = await counted();
  const spent = spentByRuntime();
  await work();
  const processor = spentByRuntime() - spent;
  const after = await counted();
  const each = (name) => (after[name] - before[name]) / questions;
  return {
    "requests of the Worker": 1,
    "milliseconds of processor time": processor / questions,
    "calls of Durable Objects": each("meter") + each("alarms"),
    "GB-s of Durable Objects": (each("meter_ms") / 1000) * OBJECT_GB,
    "rows read by Durable Objects": each("rows_read"),
    "rows written by Durable Objects": each("rows") + each("alarms"),
    "rows read from D1": each("d1_rows_read"),
    "rows written to D1": each("d1_rows"),
    "reads of KV": each("kv"),
    "writes of KV": each("kv_writes"),
  };
}

function report(columns) {
  const services = Object.keys(PRICES);
  const dollars = (of, service) => of[service] * PRICES[service];
  const total = (of) => services.reduce((sum, service) => sum + dollars(of, service), 0);
  const amount = (number) => (number === 0 ? "0" : number < 0.0005 ? "<0.001" : number.toFixed(3));
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const mix = columns.reduce((sum, [, of]) => sum + total(of), 0) / columns.length;
  return `${[
    `Dollars for a million questions, at the prices of ${PRICES_OF} (dollars a million); in brackets how much one question uses`,
    [
      line(["service", "price", ...columns.map(([name]) => name)]),
      line(["---", "--:", ...columns.map(() => "--:")]),
      ...services.map((service) =>
        line([
          service,
          `${PRICES[service]}`,
          ...columns.map(([, of]) => `${amount(dollars(of, service))} (${amount(of[service])})`),
        ]),
      ),
      line(["**all in**", "", ...columns.map(([, of]) => `**${total(of).toFixed(2)}**`)]),
    ].join("\n"),
    `All four alike: ${mix.toFixed(2)} dollars a million; the goal is ${GOAL.toFixed(2)}: ${mix <= GOAL ? "reached" : "MISSED"}.`,
  ].join("\n\n")}\n`;
}
