// Starts ClickHouse for a test file: the server of the tests, which answers one request at a time.
import { spawn } from "node:child_process";
import { inRoot, toolsRoot } from "../../scripts/project.mjs";

/** Starts a server without tables. It ends with the process of the test. */
export async function startClickHouse(port = 0) {
  const python = `${toolsRoot}/python-clickhouse/bin/python`;
  const child = spawn(python, [inRoot("scripts", "clickhouse", "server.py"), String(port)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  const printed = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.stdout.once("data", (text) => resolve(Number(text)));
    ended.then(() => reject(new Error("ClickHouse did not start")));
  });
  const url = `http://127.0.0.1:${printed}`;
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  /** Runs a statement and returns the lines of its answer. */
  const query = async (sql) => {
    const answer = await fetch(url, { method: "POST", body: sql, headers: { Connection: "close" } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text.split("\n").filter(Boolean);
  };
  return { url, stop, query };
}
