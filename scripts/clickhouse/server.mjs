// Runs ClickHouse on this machine: its engine in a Python process, which answers one request at a time.
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { once } from "node:events";
import { inRoot } from "../project.mjs";
import { Failure } from "../step.mjs";
import { setupClickHouse } from "./install.mjs";

/**
 * Starts a server, which ends with this process. Its tables are in `folder`, or in a temporary folder that is removed.
 * `port`: 0 means any free port.
 */
export async function startClickHouse({ port = 0, folder } = {}) {
  const python = await setupClickHouse();
  if (folder) mkdirSync(folder, { recursive: true });
  const args = [inRoot("scripts", "clickhouse", "server.py"), "--port", String(port)];
  // Ctrl-C ends it through its standard input, once the edge has ended.
  const child = spawn(python, [...args, ...(folder ? ["--data", folder] : [])], {
    detached: true,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  const printed = await Promise.race([once(child.stdout, "data"), ended.then(() => undefined)]);
  if (printed === undefined) throw new Failure(`ClickHouse did not start (exit code ${child.exitCode})`);
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return { url: `http://127.0.0.1:${Number(printed[0])}`, stop, kill };
}
