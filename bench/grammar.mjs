// Whether every question that the APIs accept is answered from a large dataset, and what the most expensive ones take.
// `npm run bench:grammar -- --help` says how it is used.
import { writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { cliBinary } from "../scripts/project.mjs";
import { Failure, main, work } from "../scripts/step.mjs";
import { createKey, datasetStatus, importFolder, startEdge } from "../tests/edge/harness.mjs";
import { ask, send } from "../tests/support/client.mjs";
import { OPERATIONS, expectations } from "../tests/support/oracle.mjs";
import { atMost } from "./cost/bars.mjs";
import { emptyFolder, loadedBefore, loadedFolder, noteLoaded, removeFolder } from "./cost/folders.mjs";
import { memoryOf } from "./cost/packed.mjs";
import { printVerdicts } from "./cost/report.mjs";
import { ask as askAs, good } from "./account/customers.mjs";
import { accountOf, addressesOf, askRandom } from "./grammar/account.mjs";
import { Measured, largest, quantile } from "./grammar/measure.mjs";
import { shapesOf } from "./grammar/shapes.mjs";
import { frequentValues } from "./grammar/values.mjs";
import { positive } from "./options.mjs";
import { prepare } from "./prepare.mjs";
import { short, table, whole } from "./table.mjs";

const HELP = `Usage: npm run bench:grammar -- --data DIR [options]

Imports a dataset into a local edge and asks every shape of question that the APIs accept, with the most frequent values:
each index with each group, metric, filter, order and text, co-mentions, shares of voice, and every endpoint of the
Account API over the whole history. Then asks random questions. Prints what each operation takes and what is refused.
Ends with exit code 1 when a bar is missed.

  --data DIR       the dataset, large (1 million mentions are meant)
  --questions DIR  the dataset from whose records random questions are made (default: --data; all of it is in memory)
  --random N       how many random questions (default: 5000; 0 for none)
  --no-shapes      only random questions
  --only TEXT      only operations whose names contain TEXT
  --seed N         which random questions (default: 1)
  --keep           keep the imported database in .bench/grammar, and use it if the same command imported it
  --json FILE      write everything that was measured into FILE
  --help           print this
`;

const MAX_CPU_MS = 2_000;
const MAX_ROWS = 210;
const MAX_MEMORY_MB = 48;
const MEGABYTE = 1024 * 1024;
/** The median, the 95th percentile and the largest. */
const SHARES = [0.5, 0.95, 1];
const META = { headers: { Prefer: "meta" } };

await main(import.meta.url, async () => {
  const { values: options } = parseArgs({
    options: {
      data: { type: "string" },
      questions: { type: "string" },
      random: { type: "string", default: "5000" },
      shapes: { type: "boolean", default: true },
      only: { type: "string", default: "" },
      seed: { type: "string", default: "1" },
      keep: { type: "boolean", default: false },
      json: { type: "string" },
      help: { type: "boolean", default: false },
    },
    allowNegative: true,
  });
  if (options.help) return process.stdout.write(HELP);
  if (options.data === undefined) throw new Failure("--data DIR is required: the dataset");
  const random = options.random === "0" ? 0 : positive("random", options.random);
  const seed = positive("seed", options.seed);
  const data = resolve(options.data);
  await prepare();
  const state = await imported(data);
  const asked = (operation) => operation.includes(options.only);
  const results = {};
  try {
    const askAll = async (edge, measured, how) => {
      if (options.shapes)
        await work(`Asking every shape, ${how}`, (note) => askShapes(edge, measured, { asked, note }));
      if (random > 0)
        await work(`Asking ${random} random questions, ${how}`, () =>
          askRandomly(edge, measured, { folder: options.questions ?? data, count: random, seed, asked }),
        );
    };
    results.cold = new Measured();
    await withEdge(state, { caches: false }, async (edge) => {
      results.mentions = (await datasetStatus(edge)).served.mentions;
      await askAll(edge, results.cold, "without caches");
    });
    // The memory of a module never shrinks, so it tells the most that it took.
    results.memory = await withEdge(state, {}, async (edge) => {
      await askAll(edge, new Measured(), "with caches");
      return (await memoryOf(edge)) / MEGABYTE;
    });
  } finally {
    if (!options.keep) removeFolder(state);
  }
  const bars = barsOf(results);
  process.stdout.write(`${report(results)}\n\n${printVerdicts(results.mentions, bars)}\n`);
  if (options.json)
    writeFileSync(
      options.json,
      JSON.stringify(
        { ...results, cold: { ...results.cold, byOperation: Object.fromEntries(results.cold.byOperation) } },
        null,
        2,
      ),
    );
  process.exit(bars.every(({ passed }) => passed) ? 0 : 1);
});

async function imported(data) {
  const folder = loadedFolder("grammar", basename(data));
  if (loadedBefore(folder, cliBinary())?.data === data) return folder;
  emptyFolder(folder);
  const edge = await startEdge({ persistTo: folder });
  try {
    await work(`Importing ${data}`, () => importFolder(edge, data));
  } finally {
    await edge.stop();
  }
  noteLoaded(folder, cliBinary(), { data });
  return folder;
}

async function withEdge(state, options, use) {
  const edge = await startEdge({ persistTo: state, ...options });
  try {
    return await use({ ...edge, secret: (await createKey(edge, { name: "benchmark" })).secret });
  } finally {
    await edge.stop();
  }
}

async function askShapes(edge, measured, { asked, note }) {
  const schema = await good(send(edge, "/v1/schema", { headers: { "X-API-Key": edge.secret } }));
  const values = await frequentValues(edge, schema);
  let done = 0;
  for (const { operation, request } of shapesOf(schema, values)) {
    if (!asked(operation)) continue;
    await measured.note(operation, JSON.stringify(request), () => ask(edge, operation, request, META));
    if ((done += 1) % 50 === 0) note(`${done} of the Data API`);
  }
  const mentions = values.find(({ values: { brand_name } }) => brand_name !== undefined);
  for (const count of [1, 20]) {
    const account = await accountOf(edge, mentions.values.brand_name.slice(0, count), mentions.days[1]);
    for (const { operation, address } of addressesOf(account)) {
      if (!asked(operation)) continue;
      await measured.note(operation, address, () => askAs(edge, account, address, META.headers));
      if ((done += 1) % 50 === 0) note(`${done} with the Account API, ${whole(account.mentions)} mentions`);
    }
  }
}

async function askRandomly(edge, measured, { folder, count, seed, asked }) {
  const each = Math.ceil(count / 2 / OPERATIONS.length);
  for (const operation of OPERATIONS.filter(asked))
    for await (const { request } of expectations(folder, { operation, count: each, seed }))
      await measured.note(operation, JSON.stringify(request), () => ask(edge, operation, request, META));
  await askRandom(edge, folder, {
    count: count / 2,
    seed,
    headers: META.headers,
    note: (operation, what, send) => (asked(operation) ? measured.note(operation, what, send) : undefined),
  });
}

function barsOf({ cold: { byOperation, refused, failed }, memory }) {
  const all = (what) => [...byOperation.values()].flatMap((measured) => measured[what]);
  const most = (what, limit, measured) => atMost(what, limit, ...largest(measured));
  return [
    atMost("refused", 0, refused.length, refused[0]?.what),
    atMost("without an answer", 0, failed.length, failed[0]?.what),
    most("milliseconds of processors, worst", MAX_CPU_MS, all("cpu")),
    most("rows, worst", MAX_ROWS, all("rows")),
    atMost("MB of the module's memory after all shapes, with caches", MAX_MEMORY_MB, memory),
  ];
}

function report({ cold: { byOperation, refused, failed } }) {
  const rows = [...byOperation].map(([operation, { asked, milliseconds, cpu, rows: read }]) => [
    operation,
    whole(asked),
    ...[milliseconds, cpu, read].flatMap((measured) => SHARES.map((share) => short(quantile(measured, share)))),
  ]);
  const heads = ["ms", "CPU ms", "rows"].flatMap((what) =>
    ["p50", "p95", "worst"].map((share) => `>${what}, ${share}`),
  );
  const lines = (title, listed) =>
    listed.length === 0
      ? ""
      : `\n\n${title}:\n\n${listed.map(({ what, message }) => `- ${what}: ${message}`).join("\n")}`;
  return `${table(["operation", ">asked", ...heads], rows)}${lines("Refused", refused)}${lines("Without an answer", failed)}`;
}
