// ClickHouse for a test file.
import * as local from "../../scripts/clickhouse/server.mjs";

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
