// An edge in a process group of its own, so that it can be killed without a chance to tidy up.
// `node edge-process.mjs FOLDER` keeps its data in the folder, takes the operator's secret from ADMIN_SECRET and what
// stands before the Worker, if anything, from ENTRY, and prints {"url"}.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { startEdge } from "../harness.mjs";

const script = fileURLToPath(import.meta.url);

/** Starts the process. `kill` ends it and its workerd at once. */
export async function spawnEdge(folder, adminSecret, entry) {
  const child = spawn(process.execPath, [script, folder], { detached: true, stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, ADMIN_SECRET: adminSecret, ...(entry && { ENTRY: entry }) } });
  const gone = new Promise((resolve) => child.on("close", resolve));
  const line = await Promise.race([createInterface({ input: child.stdout })[Symbol.asyncIterator]().next(), gone]);
  if (!line?.value) throw new Error("the edge did not start");
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, "SIGKILL");
    await gone;
  };
  return { ...JSON.parse(line.value), adminSecret, kill };
}

if (process.argv[1] === script) {
  const { url } = await startEdge({ persistTo: process.argv[2], adminSecret: process.env.ADMIN_SECRET, entry: process.env.ENTRY });
  process.stdout.write(`${JSON.stringify({ url })}\n`);
}
