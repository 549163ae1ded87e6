// The Worker of the reference executor in workerd, on a D1 database of its own.
import { Log, LogLevel, Miniflare } from "miniflare";
import { builtWorker } from "../../scripts/project.mjs";

export const REFERENCE_WORKER = {
  folder: "bench/reference-worker",
  crate: "overheard-reference-worker",
  name: "the Worker of the reference executor",
};

/** Starts it with its state in a folder, where the database's file is made if it is not there. */
export async function startReferenceEdge(persistTo) {
  const { build, script, wasm } = builtWorker(REFERENCE_WORKER.folder);
  const mf = new Miniflare({
    host: "127.0.0.1",
    port: 0,
    cf: false,
    log: new Log(LogLevel.ERROR),
    name: "reference",
    modulesRoot: build,
    modules: [
      { type: "ESModule", path: script },
      { type: "CompiledWasm", path: wasm },
    ],
    compatibilityDate: "2026-07-01",
    d1Databases: { DB: "reference" },
    defaultPersistRoot: persistTo,
  });
  try {
    const url = (await mf.ready).origin;
    const database = await mf.getD1Database("DB");
    await database.prepare("SELECT 1").run();
    return { url, stop: () => mf.dispose() };
  } catch (error) {
    await mf.dispose();
    throw error;
  }
}
