// The same questions to the reference executor, SQL on one row per document: what the served answers cost less than,
// and are equal to.
import { join } from "node:path";
import { targetDirectory } from "../../scripts/project.mjs";
import { step } from "../../scripts/step.mjs";
import { send } from "../../tests/support/client.mjs";
import { databaseFile, emptyFolder, loadedBefore, loadedFolder, noteLoaded } from "./folders.mjs";
import { startReferenceEdge } from "./reference-edge.mjs";
import { timed } from "./time.mjs";

/** Larger datasets take it too long to be worth it. */
export const MAX_MENTIONS = 1_000_000;
/** A question that takes longer counts as having taken so long. */
const LIMIT_MS = 20_000;
/** Questions are asked again while all times of one are below this. */
const ENOUGH_MS = 1_000;

const filler = () => join(targetDirectory(), "release", "reference-import");

/** Fills the tables of a dataset, unless `keep` allows to use those that are filled. */
export async function loadReference(mentions, data, keep) {
  const folder = loadedFolder("reference", mentions);
  if (keep && loadedBefore(folder, filler())) return;
  emptyFolder(folder);
  await (await startReferenceEdge(folder)).stop();
  await step(`Filling the reference tables with ${mentions} mentions`, filler(), [databaseFile(folder), data]);
  noteLoaded(folder, filler(), {});
}

/** Asks every class, up to so many times. */
export async function askReference(mentions, classes, runs) {
  const folder = loadedFolder("reference", mentions);
  let edge = await startReferenceEdge(folder);
  const results = [];
  try {
    for (const { operation, request } of classes) {
      const result = await askTimes(edge, operation, request, runs);
      results.push(result);
      if (result.limit) {
        // The database goes on with what nobody waits for any more.
        await edge.stop();
        edge = await startReferenceEdge(folder);
      }
    }
    return results;
  } finally {
    await edge.stop();
  }
}

async function askTimes(edge, operation, request, runs) {
  const milliseconds = [];
  let body;
  for (let run = 0; run < runs && sum(milliseconds) < ENOUGH_MS; run += 1) {
    try {
      const [answer, took] = await timed(async () => {
        const response = await send(edge, `/${operation}`, {
          method: "POST",
          body: JSON.stringify(request),
          signal: AbortSignal.timeout(LIMIT_MS),
        });
        if (response.status !== 200) throw new Error(`${response.status} ${response.text.slice(0, 300)}`);
        return response.json;
      });
      milliseconds.push(took);
      body = answer;
    } catch (error) {
      if (error.name !== "TimeoutError") return { failed: error.message };
      return { limit: true, milliseconds: [LIMIT_MS] };
    }
  }
  return { rows_read: body.rows_read, milliseconds, answer: body.answer };
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
