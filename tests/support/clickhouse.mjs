// ClickHouse for a test file.
import * as local from "../../scripts/clickhouse/server.mjs";
import { builtClickHouseWorker } from "../../scripts/project.mjs";
import { createKey, importFolder, startEdge } from "../edge/harness.mjs";

/** Starts ClickHouse. `query` runs a statement and returns the lines of its answer. */
export async function startClickHouse(options) {
  const server = await local.startClickHouse(options);
  const query = async (sql) => {
    const answer = await fetch(server.url, { method: "POST", body: sql, headers: { Connection: "close" } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text.split("\n").filter(Boolean);
  };
  return { ...server, query };
}

/** Starts an edge that serves a dataset from a ClickHouse of its own, with the secret of a key of access level raw. */
export async function startClickHouseEdge(folder, { bindings, ...options } = {}) {
  const server = await startClickHouse();
  const edge = await startEdge({
    ...options,
    worker: builtClickHouseWorker,
    bindings: { ...bindings, CLICKHOUSE_URL: server.url },
  });
  const stop = async () => {
    await edge.stop();
    await server.stop();
  };
  try {
    await importFolder({ ...edge, clickhouse: server.url }, folder);
    return { ...edge, clickhouse: server.url, secret: (await createKey(edge)).secret, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
