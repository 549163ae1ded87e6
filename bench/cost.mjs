// What questions cost, and whether that grows with the dataset. `npm run bench:cost -- --help` says how it is used.
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { buildCommand } from "../scripts/build/command.mjs";
import { buildWorker, buildWorkerIn } from "../scripts/build/worker.mjs";
import { Failure, main, step } from "../scripts/step.mjs";
import { verdicts } from "./cost/bars.mjs";
import { makeBatch } from "./cost/batch.mjs";
import { adversarial } from "./cost/classes/adversarial.mjs";
import { classesAbout } from "./cost/classes/index.mjs";
import { buildMaker, countsOf, makeDataset } from "./cost/dataset.mjs";
import { databaseFile, loadedFolder, removeFolder } from "./cost/folders.mjs";
import { printClasses, printLargest, printLoading, printValues, printVerdicts } from "./cost/report.mjs";
import { valuesOf } from "./cost/values.mjs";
import { positive } from "./options.mjs";

const HELP = `Usage: npm run bench:cost -- [options]

Imports made-up datasets of several sizes, asks about a hundred classes of questions of each, and the largest questions that
pass the guardrails, and prints what they cost beside what they may. Ends with exit code 1 when a bar is missed.

  --mentions N,N   the sizes (default: 100000,1000000)
  --runs N         how often each question is timed (default: 5)
  --only TEXT      only classes whose names contain TEXT
  --no-reference   do not ask the same of the reference executor (sizes above a million never are)
  --json FILE      write everything that was measured into FILE
  --keep           keep the loaded databases in .bench/, and use those that are there
  --help           print this

Datasets are kept in .bench/data/, about 0.5 GB for a million mentions.
`;
/** Bars are about a million mentions; of sizes up to that the largest is held to them. */
const HELD_TO_BARS = 1_000_000;

await main(import.meta.url, async () => {
  const { values: options } = parseArgs({
    options: {
      mentions: { type: "string", default: "100000,1000000" },
      runs: { type: "string", default: "5" },
      only: { type: "string", default: "" },
      "no-reference": { type: "boolean", default: false },
      json: { type: "string" },
      keep: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (options.help) return process.stdout.write(HELP);
  const sizes = options.mentions
    .split(",")
    .map((text) => positive("mentions", text))
    .sort((a, b) => a - b);
  const runs = positive("runs", options.runs);
  await build(!options["no-reference"]);
  const measuring = {
    packed: await import("./cost/packed.mjs"),
    reference: await import("./cost/reference.mjs"),
    ...(await import("./cost/storage.mjs")),
  };

  for (const mentions of sizes) await makeDataset(mentions);
  const asked = valuesOf(countsOf(sizes.at(-1)));
  const [classes, largest] = [classesAbout(asked), adversarial(asked)].map((all) =>
    all.filter(({ name }) => name.includes(options.only)),
  );
  if (classes.length + largest.length === 0) throw new Failure(`--only ${options.only}: no class has that in its name`);
  const measured = [];
  const busy = loadavg();
  for (const mentions of sizes) {
    measured.push(
      await measure(
        measuring,
        mentions,
        { classes, largest },
        {
          runs,
          withReference: !options["no-reference"] && mentions <= measuring.reference.MAX_MENTIONS,
          keep: options.keep,
        },
      ),
    );
  }
  const held = measured.findLast(({ mentions }) => mentions <= HELD_TO_BARS) ?? measured[0];
  const bars = verdicts(held, measured);
  const passed = bars.every((bar) => bar.passed);
  const counted = measured.map(({ mentions }) => ({ mentions, counts: countsOf(mentions) }));
  // Milliseconds mean little on a machine that does something else besides.
  const machine = `${cpus()[0].model}, ${availableParallelism()} threads, load ${busy[0].toFixed(1)} before and ${loadavg()[0].toFixed(1)} after; Node.js ${process.version}`;
  process.stdout.write(
    `${[
      machine,
      printValues(asked, counted),
      printClasses(measured),
      printLargest(measured),
      printLoading(measured),
      printVerdicts(held.mentions, bars),
    ].join("\n\n")}\n`,
  );
  if (options.json) {
    const everything = { machine, runs, values: asked, sizes: measured, held_to_bars: held.mentions, bars, passed };
    writeFileSync(
      options.json,
      JSON.stringify(everything, (member, value) => (member === "answer" ? undefined : value), 2),
    );
  }
  process.exit(passed ? 0 : 1);
});

async function build(withReference) {
  await buildWorker();
  await buildCommand();
  await buildMaker();
  if (!withReference) return;
  const { REFERENCE_WORKER } = await import("./cost/reference-edge.mjs");
  await buildWorkerIn(REFERENCE_WORKER.folder, REFERENCE_WORKER.crate, REFERENCE_WORKER.name);
  await step("Compiling what fills the reference tables", "cargo", [
    "build",
    "--release",
    "-p",
    "overheard-sqlite",
    "--bin",
    "reference-import",
  ]);
}

/** Everything about one size. */
async function measure(
  { packed, reference, storageOf },
  mentions,
  { classes, largest },
  { runs, withReference, keep },
) {
  const data = await makeDataset(mentions);
  const load = await packed.loadPacked(mentions, data, keep);
  const say = (what) =>
    process.stderr.write(`${mentions} mentions: asking ${classes.length} classes of questions ${what}\n`);
  say("with nothing remembered");
  const cold = await packed.askCold(mentions, classes, runs);
  say("a second time");
  const again = await packed.askAgain(mentions, classes);
  process.stderr.write(`${mentions} mentions: asking the ${largest.length} largest questions, each of a fresh edge\n`);
  const fresh = await packed.askFresh(mentions, largest);
  const storage = storageOf(databaseFile(loadedFolder("packed", mentions)));
  const batch = await packed.addBatch(mentions, await makeBatch(data));
  let compared = [];
  if (withReference) {
    await reference.loadReference(mentions, data, keep);
    say("of the reference executor");
    compared = await reference.askReference(mentions, classes, runs);
  }
  if (!keep) ["packed", "reference"].forEach((kind) => removeFolder(loadedFolder(kind, mentions)));
  const results = classes.map((one, at) => ({
    ...one,
    cold: cold[at],
    again: again[at],
    reference: compared[at],
    equal: equalAnswers(cold[at], compared[at]),
  }));
  return {
    mentions,
    load,
    storage,
    batch,
    classes: results,
    largest: largest.map((one, at) => ({ ...one, fresh: fresh[at] })),
  };
}

function equalAnswers(cold, reference) {
  return reference?.answer && cold.answer ? isDeepStrictEqual(cold.answer, reference.answer) : undefined;
}
