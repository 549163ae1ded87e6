// An edge in a process group of its own, so that it can be killed without a chance to tidy up.
// `node edge-process.mjs FOLDER` keeps its data in the folder, takes the operator's secret from ADMIN_SECRET, what
// stands before the Worker, if anything, from ENTRY, further variables as JSON from BINDINGS, and prints {"url"}. Every
// line that comes in wakes the Worker as the platform's clock does.
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
  // What is written to one that was killed goes nowhere.
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
