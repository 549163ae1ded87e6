// Whether two checkouts give the same answers, byte for byte. `npm run bench:same -- --help` says how it is used.
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { root } from "../scripts/project.mjs";
import { Failure, main, work } from "../scripts/step.mjs";
import { positive } from "./options.mjs";

const HELP = `Usage: npm run bench:same -- --base DIR [options]

Builds the Worker and the operator's command of this checkout and of the one in DIR, imports the same documents into an edge
of each, most of them at first and others on top, and sends both the same random requests, right and wrong ones. Ends with
exit code 1 where an answer of one is not that of the other: its status, its headers, any byte of its body. The clocks of both
edges stand still and both draw the same random bytes, so that ids, times and tokens are compared too.

  --base DIR       the checkout to compare with, such as a git worktree of an earlier commit
  --requests N     how many requests of each interface (default: 2000); further pages of lists come on top
  --seed N         which requests (default: 1)
  --data DIR       the documents (default: the demo dataset)
  --caches         let both edges keep answers, and ask everything twice
  --quick          do not optimise the Workers
  --help           print this
`;

await main(import.meta.url, async () => {
  const { values: options } = parseArgs({
    options: {
      base: { type: "string" },
      requests: { type: "string", default: "2000" },
      seed: { type: "string", default: "1" },
      data: { type: "string" },
      caches: { type: "boolean", default: false },
      quick: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (options.help) return process.stdout.write(HELP);
  if (options.base === undefined) throw new Failure("--base DIR is required: the checkout to compare with");
  const [count, seed] = ["requests", "seed"].map((name) => positive(name, options[name]));
  const { builtCheckout, startSide } = await import("./same/side.mjs");
  const checkouts = [];
  for (const folder of [options.base, root]) checkouts.push(await builtCheckout(folder, options));
  const [{ Pair }, { askData }, { askAccount }, { writeImports }] = await Promise.all(
    ["pair", "data", "account", "documents"].map((name) => import(`./same/${name}.mjs`)),
  );
  const { whole, folders, time } = writeImports(options.data ?? (await demoDataset()));
  const sides = [];
  let pair;
  try {
    for (const checkout of checkouts)
      sides.push(
        await work(`Importing into the edge of ${checkout.root}`, () =>
          startSide(checkout, { time, folders, caches: options.caches }),
        ),
      );
    pair = new Pair(sides, options.caches);
    await work("Asking the Data API", (note) => askData(pair, whole, { count, seed, note }));
    await work("Asking the Account API", (note) => askAccount(pair, whole, { count, seed, note }));
  } finally {
    for (const side of sides) await side.stop();
  }
  process.stdout.write(report(pair));
  process.exit(pair.differences.length > 0 ? 1 : 0);
});

async function demoDataset() {
  const [{ runCli }, { demoData }] = await Promise.all([
    import("../tests/edge/harness.mjs"),
    import("../tests/support/data.mjs"),
  ]);
  if (!existsSync(demoData)) await runCli(["demo", demoData]);
  return demoData;
}

function report({ tally, differences }) {
  const lines = [...tally].map(
    ([operation, { requests, answered, differ, rows }]) =>
      `| ${operation} | ${requests} | ${answered} | ${differ} | ${rows.base} | ${rows.here} |`,
  );
  const table = [
    "| operation | requests | answered | differ | rows read, base | rows read, here |",
    "|---|--:|--:|--:|--:|--:|",
    ...lines,
  ];
  const shown = differences.map(({ request, name, base, here }) =>
    ["", request, `  ${name}, base: ${base}`, `  ${name}, here: ${here}`].join("\n"),
  );
  const sum = (member) => [...tally.values()].reduce((total, sums) => total + sums[member], 0);
  return `${[...table, ...shown, "", `${sum("differ")} of ${sum("requests")} answers differ.`].join("\n")}\n`;
}
