// Runs an edge in a process group of its own, so that a test can kill it without a clean shutdown. `node
// edge-process.mjs FOLDER` keeps its data in the folder and prints {"url"}. ADMIN_SECRET is the operator's secret,
// ENTRY an optional entry module that wraps the Worker, BINDINGS further variables as JSON. Every line of input
// triggers the Worker's schedule.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { startEdge } from "../edge/harness.mjs";

const script = fileURLToPath(import.meta.url);

/** Starts the process. `kill` ends it and its workerd at once. */
export async function spawnEdge(folder, adminSecret, { entry, bindings } = {}) {
  const env = {
    ...process.env,
    ADMIN_SECRET: adminSecret,
    ...(entry && { ENTRY: entry }),
    ...(bindings && { BINDINGS: JSON.stringify(bindings) }),
  };
  const child = spawn(process.execPath, [script, folder], { detached: true, stdio: ["pipe", "pipe", "inherit"], env });
  const gone = new Promise((resolve) => child.on("close", resolve));
  const line = await Promise.race([createInterface({ input: child.stdout })[Symbol.asyncIterator]().next(), gone]);
  if (!line?.value) throw new Error("the edge did not start");
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, "SIGKILL");
    await gone;
  };
  // Writing to a killed process is no error.
  child.stdin.on("error", () => {});
  return { ...JSON.parse(line.value), adminSecret, kill, tick: () => child.stdin.write("\n") };
}

if (process.argv[1] === script) {
  const { ADMIN_SECRET, ENTRY, BINDINGS } = process.env;
  const { url, tick } = await startEdge({
    persistTo: process.argv[2],
    adminSecret: ADMIN_SECRET,
    entry: ENTRY,
    bindings: BINDINGS && JSON.parse(BINDINGS),
  });
  createInterface({ input: process.stdin }).on("line", () =>
    tick().catch((error) => process.stderr.write(`the clock: ${error.message}\n`)),
  );
  process.stdout.write(`${JSON.stringify({ url })}\n`);
}
