// A local edge with the dataset that accounts are measured with, whose database counts its rows.
import { cpSync } from "node:fs";
import { createKey, importFolder, startEdge } from "../../tests/edge/harness.mjs";
import { send } from "../../tests/support/client.mjs";
import { buildMaker, makeDataset } from "../cost/dataset.mjs";
import { emptyFolder, loadedFolder, removeFolder } from "../cost/folders.mjs";
import { loadPacked } from "../cost/packed.mjs";

/**
 * Stands before the Worker. The path `/counted` tells how many rows the database read and wrote since the last time,
 * for requests and for the objects that prepare views; what queues have done counts as neither.
 */
const COUNTING = `
import Worker, { Preparer as OfWorker } from "./index.js";
export * from "./index.js";
const nothing = () => ({ rows_read: 0, rows_written: 0 });
let counted = { requests: nothing(), objects: nothing() };
const seen = (env, by) => {
  const batchOf = (database) => async (statements) => {
    const results = await database.batch(statements);
    for (const { meta } of results) {
      counted[by].rows_read += meta.rows_read;
      counted[by].rows_written += meta.rows_written;
    }
    return results;
  };
  const get = (target, name) => {
    if (name === "batch") return batchOf(target);
    // The Worker knows a binding by the name of its class.
    return typeof target[name] === "function" && name !== "constructor" ? target[name].bind(target) : target[name];
  };
  const names = Object.keys(env).filter((name) => /^(DB|DATA_\\d+)$/.test(name));
  return { ...env, ...Object.fromEntries(names.map((name) => [name, new Proxy(env[name], { get })])) };
};
export class Preparer extends OfWorker {
  constructor(state, env) {
    super(state, seen(env, "objects"));
  }
}
export default {
  async fetch(request, env, context) {
    if (new URL(request.url).pathname !== "/counted") return Worker.fetch(request, seen(env, "requests"), context);
    const told = counted;
    counted = { requests: nothing(), objects: nothing() };
    return Response.json(told);
  },
  queue: (batch, env, context) => Worker.queue(batch, env, context),
  scheduled: (event, env, context) => Worker.scheduled(event, env, context),
};
`;

/**
 * Rows that the database read and wrote since the last time: `{ requests, objects }`, each `{ rows_read, rows_written
 * }`.
 */
export const counted = async (edge) => (await send(edge, "/counted")).json;

/**
 * Has some work done at an edge that serves the dataset of a folder, or a made-up one of so many mentions, and tells it
 * the dataset and, of a made-up one, its folder. What is loaded is copied for it, so that it stays as it is.
 */
export async function withEdge({ data, mentions, caches }, work) {
  if (mentions === undefined)
    return serving({ caches }, async (edge) => work(edge, { dataset: (await importFolder(edge, data)).dataset }));
  await buildMaker();
  const folder = await makeDataset(mentions);
  const { dataset } = await loadPacked(mentions, folder, true);
  const persistTo = loadedFolder("account", mentions);
  emptyFolder(persistTo);
  cpSync(loadedFolder("packed", mentions), persistTo, { recursive: true });
  try {
    return await serving({ caches, persistTo }, (edge) => work(edge, { dataset, folder }));
  } finally {
    removeFolder(persistTo);
  }
}

async function serving(options, work) {
  const edge = await startEdge({ ...options, entry: COUNTING });
  try {
    return await work({ ...edge, secret: (await createKey(edge)).secret });
  } finally {
    await edge.stop();
  }
}
