// What is served: a dataset imported into a local edge of its own, and what questions cost there.
import { randomBytes } from "node:crypto";
import { cliBinary } from "../../scripts/project.mjs";
import { step } from "../../scripts/step.mjs";
import { createKey, startEdge } from "../../tests/edge/harness.mjs";
import { ask, operator } from "../../tests/support/client.mjs";
import { spentByRuntime } from "../metering/load.mjs";
import { emptyFolder, loadedBefore, loadedFolder, noteLoaded } from "./folders.mjs";
import { packTimes } from "./pack.mjs";
import { timed } from "./time.mjs";

/**
 * Loads a dataset, unless `keep` allows to use what is loaded, and returns how long it took and how long packing alone
 * takes.
 */
export async function loadPacked(mentions, data, keep) {
  const folder = loadedFolder("packed", mentions);
  const before = keep && loadedBefore(folder, cliBinary());
  if (before) return before;
  emptyFolder(folder);
  const adminSecret = randomBytes(32).toString("hex");
  const edge = await startEdge({ persistTo: folder, adminSecret });
  try {
    const began = Date.now();
    const printed = await step(
      `Importing ${mentions} mentions`,
      cliBinary(),
      ["import", data, "--replace", "--json", "--to", edge.url],
      { env: { OVERHEARD_ADMIN_SECRET: adminSecret } },
    );
    const seconds = (Date.now() - began) / 1000;
    const report = { seconds, phases: await packTimes(mentions, data), dataset: JSON.parse(printed).dataset };
    noteLoaded(folder, cliBinary(), report);
    return report;
  } finally {
    await edge.stop();
  }
}

/** Asks every class with nothing remembered: what it reads, and how long its answer takes. */
export const askCold = (mentions, classes, runs) =>
  withEdge(mentions, { caches: false }, (edge) =>
    eachInTurn(classes, async ({ operation, request }) => {
      const explained = await operator(edge, "POST", `/explain/${operation}`, request);
      if (explained.status !== 200) return { failed: failure(explained) };
      const { plans, trips, rows_read, bytes_read } = explained.json;
      const milliseconds = [];
      let answer;
      for (let run = 0; run < runs; run += 1) {
        const [asked, took] = await timed(() => ask(edge, operation, request));
        if (asked.status !== 200) return { failed: failure(asked) };
        milliseconds.push(took);
        answer = asked.json;
      }
      return { source: sources(plans), plans, trips, rows_read, bytes_read, milliseconds, answer };
    }),
  );

/**
 * Asks every class at a fresh edge that remembers, as a deployed one does: the memory of the module after its first
 * question, and the milliseconds of processors that the runtime spends on it, the database and the compiler among it.
 */
export const askFresh = (mentions, classes) =>
  eachInTurn(classes, ({ operation, request }) =>
    withEdge(mentions, {}, async (edge) => {
      const before = spentByRuntime();
      const [answered, took] = await timed(() => ask(edge, operation, request));
      const cpu = spentByRuntime() - before;
      const refused = answered.status === 400 && answered.json?.code === "query_too_expensive";
      if (answered.status !== 200 && !refused) return { failed: failure(answered) };
      // The memory never shrinks: what explaining the same question takes is no more.
      const explained = await operator(edge, "POST", `/explain/${operation}`, request);
      const { plans = [], trips, rows_read, bytes_read, memory_bytes } = explained.json;
      const memory = memory_bytes ?? (await memoryOf(edge));
      return {
        source: sources(plans),
        trips,
        rows_read,
        bytes_read,
        memory_bytes: memory,
        cpu,
        milliseconds: [took],
        refused: refused && answered.json.message,
      };
    }),
  );

/** The memory of an edge's module, by a question that hardly takes any. */
export async function memoryOf(edge) {
  const { json } = await operator(edge, "POST", "/explain/aggregate", { index: "siv_info", group_by: "platform" });
  return json.memory_bytes;
}

/** Asks every class twice at an edge that remembers: what the second time costs. */
export const askAgain = (mentions, classes) =>
  // So that no second time falls on the moment at which the edge asks anew which version is served.
  withEdge(mentions, { bindings: { SERVED_FOR_SECONDS: "3600" } }, (edge) =>
    eachInTurn(classes, async ({ operation, request }) => {
      const headers = { Prefer: "meta" };
      const first = await ask(edge, operation, request, { headers });
      if (first.status !== 200) return { failed: failure(first) };
      const [again, took] = await timed(() => ask(edge, operation, request, { headers }));
      return { first_rows: first.json._meta.rows_read, rows: again.json._meta.rows_read, milliseconds: took };
    }),
  );

/** Adds a batch to what is served and takes it out again: `{ rows_written, seconds, added }`. */
export const addBatch = (mentions, folder) =>
  withEdge(mentions, { caches: false }, async (edge) => {
    const env = { OVERHEARD_ADMIN_SECRET: edge.adminSecret };
    const began = Date.now();
    const printed = await step(
      `Adding a batch to ${mentions} mentions`,
      cliBinary(),
      ["import", folder, "--json", "--to", edge.url],
      { env },
    );
    const seconds = (Date.now() - began) / 1000;
    await step("Taking the batch out again", cliBinary(), ["dataset", "rollback", "--yes", "--to", edge.url], { env });
    const { dataset, rows_written } = JSON.parse(printed);
    return { rows_written, seconds, added: dataset.revision > 0 };
  });

async function withEdge(mentions, options, work) {
  const edge = await startEdge({ persistTo: loadedFolder("packed", mentions), ...options });
  try {
    return await work({ ...edge, secret: (await createKey(edge, { name: "benchmark" })).secret });
  } finally {
    await edge.stop();
  }
}

/** One after the other: what two questions at once take is another matter. */
async function eachInTurn(items, work) {
  const results = [];
  for (const item of items) results.push(await work(item));
  return results;
}

const sources = (plans) => [...new Set(plans.map(({ source }) => source))].join(" + ") || "nothing";

const failure = ({ status, text, json }) => `${status} ${json?.code ?? ""} ${json?.message ?? text}`.slice(0, 300);
