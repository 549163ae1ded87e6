// What reports cost, and whether any is lost when the edge is killed. `npm run bench:reports -- --help` says how it is
// used.
import { parseArgs } from "node:util";
import { main } from "../scripts/step.mjs";
import { demoData } from "../tests/support/data.mjs";
import { positive } from "./options.mjs";
import { prepare } from "./prepare.mjs";
import { measureCost } from "./reports/cost.mjs";
import { measureKills } from "./reports/kills.mjs";
import { print } from "./reports/print.mjs";

const HELP = `Usage: npm run bench:reports -- [options]

  cost    one report of each type about the 10 most frequent brands of a dataset, over its last 24 months, and the largest
          export of their mentions: time, processor, memory of both modules, size of the files, and their bars
  kills   100 reports of 10 accounts at once; while they are made the edge is killed (SIGKILL) at 10 random moments and
          started again. At the end each report must be ready, or failed with a reason, and the bucket must hold the files
          of those that are ready, each once, and nothing else

Ends with exit code 1 where a bar is missed or a report is lost.

  --data DIR      the dataset (default: the demo dataset)
  --mentions N    of cost, a made-up dataset of so many mentions instead, and brands that fill an export of 50,000 rows;
                  it is kept in .bench/
  --only PART     cost or kills
  --reports N     how many reports (default: 100, at most 10 for each account)
  --kills N       how often the edge is killed (default: 10)
  --json          print JSON
  --help          print this
`;

await main(import.meta.url, async () => {
  const { values } = parseArgs({
    options: {
      data: { type: "string", default: demoData },
      mentions: { type: "string" },
      only: { type: "string" },
      reports: { type: "string", default: "100" },
      kills: { type: "string", default: "10" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return process.stdout.write(HELP);
  const { data, only } = values;
  const [reports, kills] = ["reports", "kills"].map((name) => positive(name, values[name]));
  const mentions = values.mentions === undefined ? undefined : positive("mentions", values.mentions);
  await prepare();
  const measured = {};
  if (only !== "kills") measured.cost = await measureCost({ data, mentions });
  if (only !== "cost") measured.kills = await measureKills(data, { reports, kills });
  process.stdout.write(values.json ? `${JSON.stringify(measured, null, 2)}\n` : print(measured));
  process.exit(Object.values(measured).every(({ bars }) => bars.every(({ passed }) => passed)) ? 0 : 1);
});
