// Runs the local edge of this project: one at a time, with its data under .wrangler. As a program it prints one JSON
// line {"url": …} when it is ready, and runs until its stdin closes or a signal comes.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { builtDataset } from "./build/sources.mjs";
import { startClickHouse } from "./clickhouse/server.mjs";
import { devVars } from "./dev-vars.mjs";
import { isAlive } from "./processes.mjs";
import { inRoot } from "./project.mjs";
import { PROVING, provesSecret } from "./proof.mjs";
import { Failure, main } from "./step.mjs";

export const DEFAULT_PORT = 8787;
/** Returns the folder for a dataset in ClickHouse, by its address: the one on this machine has none. */
const clickhouseFolder = (url) =>
  inRoot(".wrangler", "clickhouse", url ? new URL(url).host.replace(":", "_") : "local");
const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
/** The file with the address of the edge that has opened the state. */
const RUNNING = inRoot(".wrangler", "edge.json");

/** Parses the value of a `--port` option. */
export function portNumber(text) {
  if (text === undefined) return DEFAULT_PORT;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65535)
    throw new Failure(`--port ${text} is no port. Allowed: 1 to 65535`);
  return port;
}

/**
 * Returns the running edge of this project, if there is one: two edges must not open the same state. If another edge
 * has its port, this project's has ended, although the recorded process may still exist.
 */
export async function runningEdge() {
  const edge = runningRecord();
  if (!edge) return undefined;
  const { ADMIN_SECRET } = devVars();
  const isOurs = await provesSecret(edge.url, ADMIN_SECRET);
  if (isOurs) return { ...edge, adminSecret: ADMIN_SECRET };
  if (isOurs === undefined || !isAlive(edge.pid)) return undefined;
  throw new Failure(
    `what answers at ${edge.url} (process ${edge.pid}) does not have the ADMIN_SECRET of .dev.vars: stop it and start it again, or delete .wrangler/edge.json if it is not the edge of this project`,
  );
}

/** Returns the record of the last edge, or undefined if it was removed on exit. */
function runningRecord() {
  try {
    const { pid, url, clickhouse } = JSON.parse(readFileSync(RUNNING, "utf8"));
    return { pid, url, clickhouse };
  } catch {
    return undefined;
  }
}

/** Returns why a port cannot be listened on, or undefined if it can. */
async function portProblem(port) {
  const server = createServer();
  const taken = await new Promise((resolve) => {
    server.once("error", resolve);
    server.listen(port, "127.0.0.1", () => resolve(undefined));
  });
  if (!taken) await new Promise((resolve) => server.close(resolve));
  return taken?.code;
}

/** Fails with one line if the port is in use. */
export async function checkPort(port) {
  const why = await portProblem(port);
  if (why) throw new Failure(`port ${port} cannot be used (${why}): stop what uses it, or choose another with --port`);
}

/**
 * Starts the edge on the project's state. If the Worker is built for ClickHouse, `clickhouse` is the address of that,
 * by default the `CLICKHOUSE_URL` of `.dev.vars`; without one, a server on this machine starts.
 *
 * `stopAsked` resolves when a signal stops the edge. `renew` restarts it with the current build.
 */
export async function openEdge(port, clickhouse) {
  await checkPort(port);
  const secrets = devVars();
  const url = clickhouse ?? secrets.CLICKHOUSE_URL;
  const usesClickHouse = builtDataset() === "clickhouse";
  // The state says which version is served, so each database has a state of its own.
  const state = join(usesClickHouse ? clickhouseFolder(url) : inRoot(".wrangler"), "state", "v3");
  mkdirSync(state, { recursive: true });
  const server = usesClickHouse ? await openClickHouse(url) : undefined;
  // Imported late, because the setup installs the runtime of the Worker.
  const { startLocalEdge } = await import("./local-edge.mjs");
  const {
    mf,
    url: address,
    renew,
  } = await startLocalEdge({
    port,
    bindings: { LOCAL_WEBHOOKS: "on", ...secrets, ...(server && { CLICKHOUSE_URL: server.url }) },
    persistTo: state,
    entry: PROVING,
  });
  writeFileSync(RUNNING, JSON.stringify({ pid: process.pid, url: address, clickhouse: server?.url }));
  // Miniflare would exit with a code that npm reports as an error. Here a signal is the normal end.
  for (const signal of STOP_SIGNALS) process.removeAllListeners(signal);
  const stopAsked = new Promise((resolve) => STOP_SIGNALS.forEach((signal) => process.on(signal, resolve)));
  const close = async () => {
    rmSync(RUNNING, { force: true });
    await mf.dispose();
    await server?.stop();
  };
  const adminSecret = secrets.ADMIN_SECRET;
  return { url: address, clickhouse: server?.url, adminSecret, stopAsked, renew, close };
}

/** Returns the server at an address, or starts one on this machine. */
const openClickHouse = async (url) =>
  url ? { url, stop: async () => {} } : startClickHouse({ folder: join(clickhouseFolder(), "tables") });

await main(import.meta.url, async () => {
  const { values } = parseArgs({ options: { port: { type: "string" } } });
  const stdinClosed = new Promise((resolve) => process.stdin.resume().once("end", resolve));
  // Without `--port`, any port may be used.
  const port = async () =>
    values.port === undefined && (await portProblem(DEFAULT_PORT)) ? 0 : portNumber(values.port);
  const edge = (await runningEdge()) ?? (await openEdge(await port()));
  process.stdout.write(`${JSON.stringify({ url: edge.url })}\n`);
  await Promise.race([stdinClosed, edge.stopAsked].filter(Boolean));
  await edge.close?.();
  process.exit(0);
});
