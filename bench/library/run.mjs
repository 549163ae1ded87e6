// How long the npm package takes beside the validators that people would have picked. `npm run bench:library -- --help`
// says how it is used.
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { Failure, main } from "../../scripts/step.mjs";
import { positive } from "../options.mjs";
import { note, noted } from "./report/progress.mjs";

const HELP = `Usage: npm run bench:library -- [options]

Checks that Overheard and its peers agree on every case, then times them in turn in each engine, and prints tables of
Markdown with what ours has to reach. bench/library/README.md explains them.

  --engines LIST   of node, chromium, workerd (default: all)
  --modes LIST     of check_text, check_bytes, check_object, shape_text, shape_bytes, shape_object, decode_text, decode_object, size, init (default: all)
  --peers LIST     of ajv, typebox, arktype, zod, zod-mini, valibot (default: all)
  --before DIR     time the package that is built in DIR as well, another checkout of the project: in Node.js alone
  --rounds N       how often everybody is timed in each class (default: 9)
  --json FILE      write everything that was measured into FILE
  --verify         only check that everybody agrees
  --strict         end with exit code 1 when a bar is missed
  --help           print this

CHROMIUM is the path of the browser (default: /usr/bin/chromium).
`;

await main(import.meta.url, async () => {
  const { values: options } = parseArgs({
    options: {
      engines: { type: "string" },
      modes: { type: "string" },
      peers: { type: "string" },
      before: { type: "string" },
      rounds: { type: "string", default: "9" },
      json: { type: "string" },
      verify: { type: "boolean", default: false },
      strict: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (options.help) return process.stdout.write(HELP);
  await prepare();
  const { ENGINES } = await import("./engines/index.mjs");
  const { MODES } = await import("./modes/index.mjs");
  const { PEERS } = await import("./peers/index.mjs");
  const { measure } = await import("./measure.mjs");
  const wanted = {
    engines: chosen("engines", options.engines, Object.keys(ENGINES)),
    modes: options.verify ? [] : chosen("modes", options.modes, MODES),
    peers: chosen("peers", options.peers, Object.keys(PEERS)),
    before: options.before && (await earlier(options.before, options)),
    rounds: positive("rounds", options.rounds),
  };
  const before = loadavg()[0];
  const began = performance.now();
  const measured = await measure(wanted, note);
  noted();
  if (measured.disagreements.length > 0) {
    process.stderr.write(`${measured.disagreements.join("\n")}\n`);
    throw new Failure(`${measured.disagreements.length} disagreements; nothing was timed`);
  }
  if (options.verify)
    return process.stdout.write(`Everybody agrees on every case in ${Object.values(measured.engines).join(", ")}.\n`);
  // Nanoseconds mean little on a machine that does something else besides.
  const machine = `${cpus()[0].model}, ${availableParallelism()} threads, load ${before.toFixed(1)} before and ${loadavg()[0].toFixed(1)} after`;
  const { barsOf } = await import("./report/bars.mjs");
  const { report } = await import("./report/report.mjs");
  const isWhole = [options.engines, options.modes, options.peers].every((part) => part === undefined);
  const minutes = isWhole ? (performance.now() - began) / 60_000 : undefined;
  const bars = barsOf({ ...measured, minutes });
  process.stdout.write(`${report({ machine, measured, bars })}\n`);
  if (options.json) writeFileSync(options.json, JSON.stringify({ machine, ...wanted, measured, bars }, null, 2));
  process.exit(options.strict && bars.some(({ missed }) => missed.length > 0) ? 1 : 0);
});

/** Sees to it that ours is there, and generates what the peers need. */
async function prepare() {
  await import("./subjects/overheard.mjs").catch((error) => {
    throw new Failure(`the npm package does not load, is it built? ${error.message}`);
  });
  const { GENERATED, generateAjv } = await import("./peers/ajv/generate.mjs");
  mkdirSync(GENERATED, { recursive: true });
  await generateAjv();
}

/** The folder of another checkout whose package is timed beside ours. */
async function earlier(folder, { engines, modes }) {
  if (engines !== "node") throw new Failure("--before is measured in Node.js alone: add --engines node");
  if (modes === undefined || /size|init/.test(modes))
    throw new Failure("--before compares times of requests and answers: add --modes without size and init");
  const { addBefore } = await import("./subjects/index.mjs");
  const checkout = resolve(folder);
  await addBefore(checkout).catch((error) => {
    throw new Failure(`--before ${folder}: there is no package that loads, is it built there? ${error.message}`);
  });
  return checkout;
}

function chosen(option, list, known) {
  const names = list?.split(",").map((name) => name.trim()) ?? known;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Failure(`--${option} ${unknown} is not allowed. Allowed: ${known.join(", ")}`);
  return known.filter((name) => names.includes(name));
}
