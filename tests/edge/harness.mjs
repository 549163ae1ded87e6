// A fresh edge for a test file: the built Worker in workerd, with empty bindings, on a free port.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { startLocalEdge } from "../../scripts/local-edge.mjs";
import { cliBinary, root } from "../../scripts/project.mjs";

/**
 * Starts an edge whose data ends with it. `envelope` is the form of its answers (flat or wrapped),
 * `bindings` are further variables and secrets.
 */
export async function startEdge({ envelope, bindings = {} } = {}) {
  const adminSecret = randomBytes(32).toString("hex");
  const { mf, url } = await startLocalEdge({
    bindings: { ADMIN_SECRET: adminSecret, ...(envelope && { ENVELOPE: envelope }), ...bindings },
  });
  return { url, mf, adminSecret, stop: () => mf.dispose() };
}

/** Runs the operator's command with these arguments and further environment variables. */
export async function runCli(args, env = {}) {
  const child = spawn(cliBinary(), args, { cwd: root, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) child[name].setEncoding("utf8").on("data", (text) => (output[name] += text));
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  return { code, ...output };
}

/** Runs the operator's command against an edge and returns its standard output; throws when it fails. */
async function operate(edge, args) {
  const { code, stdout, stderr } = await runCli([...args, "--to", edge.url], { OVERHEARD_ADMIN_SECRET: edge.adminSecret });
  if (code !== 0) throw new Error(`overheard ${args.join(" ")} ended with ${code}: ${stderr || stdout}`);
  return stdout;
}

/** Imports the dataset files of a folder. */
export const importFolder = (edge, folder) => operate(edge, ["import", folder]);

/** Makes a data key and returns its id and secret. `access` is aggregate or raw. */
export async function createKey(edge, { access = "raw", name = "test", plan = "professional" } = {}) {
  const options = ["--name", name, "--plan", plan, "--face", "data", "--access", access, "--test", "--json"];
  return JSON.parse(await operate(edge, ["keys", "create", ...options]));
}
