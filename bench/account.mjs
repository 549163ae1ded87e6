// What account views cost: preparing them, asking them, and what becomes of them with an addition.
import { parseArgs } from "node:util";
import { Failure, main } from "../scripts/step.mjs";
import { demoData } from "../tests/support/data.mjs";
import { measureAddition } from "./account/addition.mjs";
import { measureAtOnce } from "./account/at-once.mjs";
import { verdicts } from "./account/bars.mjs";
import { brandsOf, frequenciesOf, mostFrequent, setsOf } from "./account/brands.mjs";
import { makePlan } from "./account/customers.mjs";
import { withEdge } from "./account/edge.mjs";
import { printAddition, printAtOnce, printMissed, printQuestions, printViews } from "./account/report.mjs";
import { measureView } from "./account/view.mjs";
import { positive } from "./options.mjs";
import { prepare } from "./prepare.mjs";

const HELP = `Usage: npm run bench:account -- [options]

Serves a dataset from a local edge, makes accounts that see some of its mentions, and prints what their views cost beside
what they may cost, and at the end which bars are missed:

  views      for each account: what preparing its view takes, and each question, asked once untimed and then N times, two
             at a time, each time of another window
  at-once    for each account: 20 questions at once of a view that nobody has prepared, beside one question alone
  addition   many accounts whose views are prepared, then 1,000 new mentions of the brands of half of them: what each
             account takes after that (of made-up datasets)

Rows are those that the database counts, those of the request and of the object that prepares the view alike.

  --data DIR        the dataset (default: the demo dataset)
  --mentions N      a made-up dataset of so many mentions instead; it is kept in .bench/, and so is the database that it is
                    loaded into, of which each run takes a copy
  --see N,N,…       accounts that see about so many mentions each (default: as many as the 10 most frequent brands have)
  --runs N          how often each question is timed (default: 20)
  --in-turn         one question after the other, instead of two at a time
  --accounts N      the accounts of an addition (default: 200)
  --each N          how many mentions each of these sees, about (default: 15000)
  --only PART,PART  only some of views, at-once and addition
  --caches          keep rows and answers between requests, as a deployment does
  --json            print JSON
  --help            print this
`;
const PARTS = ["views", "at-once", "addition"];

await main(import.meta.url, async () => {
  const { values } = parseArgs({
    options: {
      data: { type: "string", default: demoData },
      mentions: { type: "string" },
      see: { type: "string" },
      runs: { type: "string", default: "20" },
      "in-turn": { type: "boolean", default: false },
      accounts: { type: "string", default: "200" },
      each: { type: "string", default: "15000" },
      only: { type: "string" },
      caches: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return process.stdout.write(HELP);
  const options = {
    ...values,
    mentions: values.mentions === undefined ? undefined : positive("mentions", values.mentions),
    see: values.see?.split(",").map((text) => positive("see", text)),
    ...Object.fromEntries(["runs", "accounts", "each"].map((name) => [name, positive(name, values[name])])),
    only: values.only?.split(",") ?? PARTS,
  };
  const unknown = options.only.find((part) => !PARTS.includes(part));
  if (unknown !== undefined) throw new Failure(`--only ${unknown}: there are ${PARTS.join(", ")}`);
  await prepare();
  await measure(options);
});

/** Measures what is asked for, and prints each part when it is done. */
async function measure({
  data,
  mentions,
  see = [undefined],
  runs,
  "in-turn": inTurn,
  accounts,
  each,
  only,
  caches,
  json,
}) {
  const print = (text) => json || process.stdout.write(`${text}\n\n`);
  await withEdge({ data, mentions, caches }, async (edge, { dataset, folder }) => {
    await makePlan(edge);
    const frequencies = await frequenciesOf(edge, mentions);
    const sizes = see.map((wanted) =>
      wanted === undefined ? mostFrequent(frequencies) : brandsOf(frequencies, wanted),
    );
    const measured = {};
    print(`Accounts of a dataset of ${dataset.mentions} mentions.`);
    if (only.includes("views")) {
      measured.views = [];
      for (const brands of sizes) measured.views.push(await measureView(edge, brands, { runs, inTurn }));
      print(printViews(measured.views));
      measured.views.forEach((view) => print(printQuestions(view)));
    }
    if (only.includes("at-once")) {
      measured.atOnce = [];
      for (const brands of sizes) measured.atOnce.push(await measureAtOnce(edge, brands));
      print(printAtOnce(measured.atOnce));
    }
    if (only.includes("addition") && folder !== undefined) {
      const sets = setsOf(frequencies, { count: accounts, wanted: each });
      if (sets.length < accounts)
        throw new Failure(
          `--each ${each}: there are ${sets.length} sets of brands with about so many mentions, of ${accounts}`,
        );
      measured.addition = await measureAddition(edge, folder, sets);
      print(printAddition(measured.addition));
    }
    const bars = verdicts(measured);
    print(printMissed(bars));
    if (json) process.stdout.write(`${JSON.stringify({ dataset, caches, ...measured, bars }, null, 2)}\n`);
  });
}
