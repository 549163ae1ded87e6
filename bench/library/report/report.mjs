// The whole report: times and ratios per engine and mode, sizes, first verdicts, and what ours has to reach.
import { PARTS } from "../modes/init.mjs";
import { PEERS } from "../peers/index.mjs";
import { verdictText } from "./bars.mjs";
import { short, table } from "./tables.mjs";
import { beforeTable, ratioTable, timesTable } from "./times.mjs";

const called = (name) => PEERS[name] ?? name;

const NOTE_OF_CHECK = `In classes of refused requests, \`overheard\` gives a problem that nobody reads, and \`overheard+message\` is asked
for its message as well. Peers always give a message.`;

function timesText(engine, mode, results) {
  const ratios = `Times of others over ours, by the shortest rounds (by the median ones):\n\n${ratioTable(results)}`;
  const parts = [`### ${mode} in ${engine}`, timesTable(results), ratios];
  if (mode.startsWith("check")) parts.splice(2, 0, NOTE_OF_CHECK);
  const before = beforeTable(results);
  if (before) parts.push(`Our time over that of the earlier build:\n\n${before}`);
  return parts.join("\n\n");
}

function sizesText(sizes) {
  const row = ([name, { files, gzip, brotli }]) => [
    called(name),
    files.map(short).join(" + "),
    short(gzip),
    short(brotli),
  ];
  const rows = Object.entries(sizes).map(row);
  return `### Size\n\nBytes: minified, and compressed with gzip -9 and brotli.\n\n${table(["bundle", ">minified", ">gzip", ">brotli"], rows)}`;
}

function initText(engine, times) {
  const rows = Object.entries(times).map(([name, parts]) => [
    called(name),
    ...[...PARTS, "total"].map((part) => short(parts[part])),
  ]);
  return `### Import, init and first check in ${engine}\n\nMilliseconds, medians.\n\n${table(["", ">import", ">init", ">first check", ">total"], rows)}`;
}

export function report({ machine, measured: { engines, times, sizes, inits }, bars }) {
  const parts = [`${Object.values(engines).join(", ")}; ${machine}`];
  for (const [key, modes] of Object.entries(times)) {
    for (const [mode, results] of Object.entries(modes)) parts.push(timesText(engines[key], mode, results));
  }
  if (sizes) parts.push(sizesText(sizes));
  for (const [key, ofEngine] of Object.entries(inits)) parts.push(initText(engines[key], ofEngine));
  parts.push(`### Verdict\n\n${verdictText(bars)}`);
  return parts.join("\n\n");
}
