// How long answers take and how many rows they read when nothing is kept, per question, in workerd with D1; and how
// long the import takes. `npm run bench -- [--data DIR] [--runs N] [--json]`: the demo dataset unless a folder is
// named.
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { createKey, importFolder, startEdge } from "../tests/edge/harness.mjs";
import { ask } from "../tests/support/client.mjs";
import { demoData } from "../tests/support/data.mjs";
import { prepare } from "./prepare.mjs";
import { questionsAbout } from "./questions.mjs";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: demoData },
    runs: { type: "string", default: "5" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  process.stdout.write(
    "npm run bench -- [--data DIR] [--runs N] [--json]\n\nImports DIR (default: the demo dataset) into a fresh local edge and asks each question N times (default 5).\n",
  );
  process.exit(0);
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

async function measure(edge, { name, operation, request }, runs) {
  const milliseconds = [];
  let rows;
  for (let run = 0; run < runs; run += 1) {
    const began = performance.now();
    const { status, json, text } = await ask(edge, operation, request, { headers: { Prefer: "meta" } });
    milliseconds.push(performance.now() - began);
    if (status !== 200) throw new Error(`${name}: ${status} ${text}`);
    rows = json._meta.rows_read;
  }
  return { operation, name, median_ms: median(milliseconds), max_ms: Math.max(...milliseconds), rows_read: rows };
}

await prepare();
const edge = await startEdge({ caches: false });
try {
  const began = performance.now();
  const report = await importFolder(edge, values.data);
  const importSeconds = (performance.now() - began) / 1000;
  const asked = { ...edge, secret: (await createKey(edge)).secret };
  const results = [];
  for (const question of await questionsAbout(asked)) results.push(await measure(asked, question, Number(values.runs)));
  if (values.json) {
    process.stdout.write(
      `${JSON.stringify({ data: values.data, import_seconds: importSeconds, dataset: report.dataset, results }, null, 2)}\n`,
    );
  } else {
    const { videos, snapshots, mentions } = report.dataset;
    process.stdout.write(
      `${values.data}: ${videos} videos, ${snapshots} snapshots, ${mentions} mentions, imported in ${importSeconds.toFixed(1)} s\n\n`,
    );
    process.stdout.write("| operation | question | median ms | max ms | rows read |\n|---|---|--:|--:|--:|\n");
    for (const { operation, name, median_ms, max_ms, rows_read } of results) {
      process.stdout.write(
        `| ${operation} | ${name} | ${median_ms.toFixed(1)} | ${max_ms.toFixed(1)} | ${rows_read} |\n`,
      );
    }
  }
} finally {
  await edge.stop();
}
