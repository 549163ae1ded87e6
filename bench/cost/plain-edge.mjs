// The plain Worker in workerd, on a D1 database of its own.
import { Log, LogLevel, Miniflare } from "miniflare";
import { builtWorker } from "../../scripts/project.mjs";

export const PLAIN_WORKER = { folder: "bench/plain-worker", crate: "overheard-plain-worker", name: "the plain Worker" };

/** Starts it with its state in a folder, where the database's file is made if it is not there. */
export async function startPlainEdge(persistTo) {
  const { build, script, wasm } = builtWorker(PLAIN_WORKER.folder);
  const mf = new Miniflare({
    host: "127.0.0.1",
    port: 0,
    cf: false,
    log: new Log(LogLevel.ERROR),
    name: "plain",
    modulesRoot: build,
    modules: [
      { type: "ESModule", path: script },
      { type: "CompiledWasm", path: wasm },
    ],
    compatibilityDate: "2026-07-01",
    d1Databases: { DB: "plain" },
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
