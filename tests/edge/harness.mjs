// Starts a fresh edge for a test file: the built Worker in workerd, with empty bindings, on a free port.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { startLocalEdge } from "../../scripts/local-edge.mjs";
import { cliBinary, root } from "../../scripts/project.mjs";
import { demoData } from "../support/data.mjs";
import { servedDemo } from "../support/served.mjs";

/**
 * Starts an edge. Its data is deleted with it, unless `persistTo` names a folder for the data.
 *
 * `envelope` is the form of its answers (flat or wrapped). `caches: false` reads every answer from the database.
 * `bindings` are further variables and secrets. `entry` is a module that wraps the Worker. `site` is the folder of
 * static files, or false. `worker` has the paths of another build of the Worker. `hasRenderer` is true if PDFs can be rendered. `inspectorPort: 0` starts an inspector. `adminSecret: null` disables the operator's
 * API.
 */
export async function startEdge({
  envelope,
  caches = true,
  bindings = {},
  adminSecret = randomBytes(32).toString("hex"),
  persistTo,
  entry,
  site,
  hasRenderer,
  worker,
  withNames,
  inspectorPort,
} = {}) {
  const secret = adminSecret === null ? {} : { ADMIN_SECRET: adminSecret };
  const form = envelope === undefined ? {} : { ENVELOPE: envelope };
  const kept = caches ? {} : { CACHES: "off" };
  const signing = { SIGNING_SECRET: randomBytes(32).toString("hex") };
  const { mf, url, tick, renew } = await startLocalEdge({
    bindings: { ...signing, ...secret, ...form, ...kept, ...bindings },
    persistTo,
    entry,
    site,
    hasRenderer,
    worker,
    withNames,
    inspectorPort,
  });
  return { url, mf, tick, renew, adminSecret, stop: () => mf.dispose() };
}

/** Starts the operator's command. `ended` resolves to its exit code, or the signal that ended it, and its output. */
export function startCli(args, env = {}) {
  const child = spawn(cliBinary(), args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) child[name].setEncoding("utf8").on("data", (text) => (output[name] += text));
  const ended = new Promise((resolve, reject) =>
    child.on("error", reject).on("close", (code, signal) => resolve({ code, signal, ...output })),
  );
  return { child, ended };
}

/** Runs the operator's command with these arguments and further environment variables. */
export const runCli = (args, env = {}) => startCli(args, env).ended;

/** Returns the environment that gives the operator's command access to an edge. */
export const operatorOf = (edge) => ({ OVERHEARD_ADMIN_SECRET: edge.adminSecret });

/** Runs the operator's command against an edge and returns its standard output. Throws if the command fails. */
export async function operate(edge, args) {
  const { code, stdout, stderr } = await runCli([...args, "--to", edge.url], operatorOf(edge));
  if (code !== 0) throw new Error(`overheard ${args.join(" ")} ended with ${code}: ${stderr || stdout}`);
  return stdout;
}

/** Imports the dataset files of a folder and returns the report. The dataset may be in ClickHouse. */
export async function importFolder(edge, folder) {
  const server = edge.clickhouse ? ["--clickhouse", edge.clickhouse] : [];
  return JSON.parse(await operate(edge, ["import", folder, ...server, "--json"]));
}

/** Returns the active and the previous version, and the unfinished import. */
export const datasetStatus = async (edge) => JSON.parse(await operate(edge, ["dataset", "status", "--json"]));

/** A plan whose limits no test and no benchmark reaches by accident. */
const AMPLE = "ample";

/** Creates a data key and returns its id and secret. `access` is aggregate or raw. */
export async function createKey(edge, { access = "raw", name = "test", plan = AMPLE } = {}) {
  if (plan === AMPLE)
    await operate(edge, [
      "plans",
      "set",
      AMPLE,
      "--face",
      "data",
      "--per-minute",
      "1000000",
      "--per-month",
      "1000000000",
    ]);
  const options = ["--name", name, "--plan", plan, "--face", "data", "--access", access, "--test", "--json"];
  return JSON.parse(await operate(edge, ["keys", "create", ...options]));
}

/**
 * Starts an edge that serves a dataset. Returns it with the secret of a key of access level raw. For the demo dataset,
 * the edge starts with a copy of an earlier import's state if there is one.
 */
export async function startServingEdge(folder, options = {}) {
  const served = folder === demoData && options.persistTo === undefined ? servedDemo() : undefined;
  if (served) return startServed(served, options);
  const edge = await startEdge(options);
  try {
    await importFolder(edge, folder);
    return { ...edge, secret: (await createKey(edge)).secret };
  } catch (error) {
    await edge.stop();
    throw error;
  }
}

async function startServed({ secret, persistTo, remove }, options) {
  try {
    const edge = await startEdge({ ...options, persistTo });
    return { ...edge, secret, stop: () => edge.stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}
