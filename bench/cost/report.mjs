// What questions cost, as tables.
import { short, table, whole } from "../table.mjs";
import { BATCH_MENTIONS } from "./batch.mjs";
import { growth, returned } from "./bars.mjs";
import { median } from "./time.mjs";
import { documentsOf } from "./values.mjs";

/** The values that were asked for, with their documents in each size. */
export function printValues(values, sizes) {
  const documents = sizes.map(({ counts }) => documentsOf(values, counts));
  const rows = documents[0].map(([kind, rank, value], at) => [
    kind,
    rank,
    value,
    ...documents.map((ofSize) => whole(ofSize[at][3])),
  ]);
  return `Values, by rank in the largest dataset, and the documents that carry them:\n\n${table(["kind", "rank", "value", ...sizes.map(({ mentions }) => `>${whole(mentions)}`)], rows)}`;
}

/**
 * Every class: rows in all sizes, the rest in the largest. The reference executor is of the largest size in which it
 * was asked.
 */
export function printClasses(sizes) {
  const largest = sizes.at(-1);
  const compared = sizes.findLast(({ classes }) => classes.some(({ reference }) => reference));
  const columns = [
    "class",
    "source",
    ...sizes.map(({ mentions }) => `>rows ${whole(mentions)}`),
    ">returned",
    ">growth",
    ">kB",
    ">trips",
    ">ms",
    ">worst ms",
    ">again rows",
  ];
  if (compared) columns.push(">reference rows", ">× rows", ">reference ms", ">× ms", "equal");
  const rows = largest.classes.map(({ name, cold, again }, at) => {
    const ofSizes = sizes.map(({ classes }) => classes[at].cold);
    const reference = compared ? ofReference(compared.classes[at]) : [];
    if (cold.failed)
      return [
        name,
        cold.failed,
        ...ofSizes.map((size) => (size.failed ? "-" : whole(size.rows_read))),
        ...Array(7).fill("-"),
        ...reference,
      ];
    const grown = sizes.length > 1 && !ofSizes[0].failed ? short(growth(ofSizes[0], cold)) : "-";
    const times = [median(cold.milliseconds), Math.max(...cold.milliseconds)].map(short);
    return [
      name,
      cold.source,
      ...ofSizes.map((size) => (size.failed ? "-" : whole(size.rows_read))),
      returned(cold.answer),
      grown,
      whole(cold.bytes_read / 1000),
      cold.trips,
      ...times,
      again.rows ?? "-",
      ...reference,
    ];
  });
  return `Questions with nothing remembered; growth from the smallest to the largest size of rows beyond two for each thing returned, ten at least:\n\n${table(columns, rows)}`;
}

function ofReference({ cold, reference, equal }) {
  if (!reference || reference.failed || cold.failed)
    return ["-", "-", "-", "-", reference?.failed ? reference.failed.slice(0, 60) : "-"];
  const ms = median(reference.milliseconds);
  const factor = `${short(ms / median(cold.milliseconds))}`;
  if (reference.limit) return ["-", "-", `>${whole(ms)}`, `>${factor}`, "-"];
  return [
    whole(reference.rows_read),
    short(reference.rows_read / Math.max(cold.rows_read, 1)),
    short(ms),
    factor,
    equal ? "yes" : "NO",
  ];
}

/** The largest questions, each at a fresh edge. */
export function printLargest(sizes) {
  const megabytes = (bytes) => short(bytes / (1024 * 1024));
  const columns = [
    "largest questions",
    ...sizes.flatMap(({ mentions }) =>
      ["rows", "kB", "MB", "processor ms"].map((what) => `>${what}, ${whole(mentions)}`),
    ),
    "refused",
  ];
  const rows = sizes[0].largest.map(({ name }, at) => {
    const ofSizes = sizes.map(({ largest }) => largest[at].fresh);
    const cells = ofSizes.flatMap((fresh) =>
      fresh.failed
        ? ["-", "-", "-", "-"]
        : [
            fresh.rows_read ?? "-",
            fresh.bytes_read === undefined ? "-" : whole(fresh.bytes_read / 1000),
            megabytes(fresh.memory_bytes),
            whole(fresh.cpu),
          ],
    );
    const said = ofSizes.map(({ failed, refused }) => failed ?? (refused || "")).findLast(Boolean) ?? "";
    return [name, ...cells, said];
  });
  return `The largest questions that pass the guardrails, each the first of its instance: rows and kilobytes read, megabytes of the module's memory, milliseconds of processors (of the runtime, the database among it):\n\n${table(columns, rows)}`;
}

/** How each size was loaded and what it occupies. */
export function printLoading(sizes) {
  const names = [...new Set(sizes.flatMap(({ load }) => Object.keys(load.phases)))];
  const loading = sizes.map(({ mentions, load }) => [
    whole(mentions),
    short(load.seconds),
    ...names.map((name) => short(load.phases[name] ?? NaN)),
  ]);
  const added = sizes.map(({ mentions, batch }) => [
    whole(mentions),
    batch.added ? "yes" : "no, packed anew",
    batch.rows_written ?? "-",
    short(batch.seconds),
  ]);
  const tables = [...new Set(sizes.flatMap(({ storage }) => storage.tables.map(({ name }) => name)))];
  const bytes = ({ mentions, storage }, name) =>
    short((storage.tables.find((table) => table.name === name)?.bytes ?? 0) / mentions);
  const storing = tables.map((name) => [name, ...sizes.map((size) => bytes(size, name))]);
  storing.push(["the file", ...sizes.map(({ mentions, storage }) => short(storage.bytes / mentions))]);
  return [
    `Seconds to import into the local edge, and to pack without one:\n\n${table([">mentions", ">import", ...names.map((name) => `>${name}`)], loading)}`,
    `A batch of ${whole(BATCH_MENTIONS)} mentions in new videos of the last days:\n\n${table([">upon mentions", "added", ">rows written", ">seconds"], added)}`,
    `Bytes per mention:\n\n${table(["table", ...sizes.map(({ mentions }) => `>${whole(mentions)}`)], storing)}`,
  ].join("\n\n");
}

export function printVerdicts(mentions, verdicts) {
  const rows = verdicts.map(({ what, limit, value, worst, passed }) => [
    what,
    short(limit),
    short(value),
    passed ? "pass" : "FAIL",
    worst ?? "",
  ]);
  const missed = verdicts.filter(({ passed }) => !passed).length;
  const verdict =
    missed === 0 ? `All ${verdicts.length} bars are met.` : `${missed} of ${verdicts.length} bars are missed.`;
  return `Bars at ${whole(mentions)} mentions:\n\n${table(["what", ">at most", ">is", "verdict", "class"], rows)}\n\n${verdict}`;
}
