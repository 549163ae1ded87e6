// Measures the ClickHouse backend. `npm run bench:clickhouse -- --help` says how it is used.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { setupClickHouse } from "../scripts/clickhouse/install.mjs";
import { main, show } from "../scripts/step.mjs";
import { positive } from "./options.mjs";

const HELP = `Usage: npm run bench:clickhouse -- [options] [MENTIONS ...]

Imports a made-up dataset of each size (default: 1000000) into ClickHouse's engine on this machine. Prints the time, the
bytes, and the milliseconds of random queries in the usual mix, sent one after the other.

  --questions N    queries of each size (default: 500)
  --data DIR       keep the tables in DIR, and use those that are there
  --help           print this

Ten million mentions take about 10 GB of the temporary folder while they are imported.
`;

await main(import.meta.url, async () => {
  const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      questions: { type: "string", default: "500" },
      data: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (options.help) return process.stdout.write(HELP);
  const questions = positive("questions", options.questions);
  const sizes = (positionals.length > 0 ? positionals : ["1000000"]).map((size) => positive("mentions", size));
  await setupClickHouse();
  const measured = ["run", "--release", "-q", "-p", "overheard-clickhouse", "--example", "measure", "--"];
  const kept = options.data ? ["--data", resolve(options.data)] : [];
  await show("Measuring ClickHouse", "cargo", [
    ...measured,
    "--questions",
    String(questions),
    ...kept,
    ...sizes.map(String),
  ]);
});
