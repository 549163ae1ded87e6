// Examines a deployment through its own address, with the operator's command.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { cliBinary, environment, root } from "../project.mjs";
import { Failure } from "../step.mjs";

/** Time limit in milliseconds for a new address and new secrets to become effective everywhere. */
const TIME_LIMIT_MS = 60_000;
const PAUSE_MS = 3_000;

export const doctorCommand = (address) => `overheard doctor --to ${address}`;

/** Returns true if the operator's command is compiled. */
export const hasDoctor = () => existsSync(cliBinary());

/**
 * Returns the `faults` of a deployment, one line each, and `serves`: true if it serves a dataset. A new one does not.
 */
export async function diagnose(address, secret) {
  const checks = await runDoctor(address, secret);
  const isEmpty = ({ check, ok, found }) => check === "dataset" && !ok && found.startsWith("Nothing is served yet");
  return {
    count: checks.length,
    serves: checks.some(({ check, ok }) => check === "dataset" && ok),
    faults: checks
      .filter((check) => !check.ok && !isEmpty(check))
      .map(({ check, found, advice }) => `${check}: ${[found, advice].filter(Boolean).join(" ")}`),
  };
}

/** Repeats the diagnosis while a new deployment does not respond, or does not have its secrets. */
export async function diagnoseNew(address, secret, { patience = TIME_LIMIT_MS } = {}) {
  const end = Date.now() + patience;
  for (;;) {
    const diagnosis = await diagnose(address, secret);
    const isComing = diagnosis.faults.some((line) => /^(edge|secrets): /.test(line));
    if (!isComing || Date.now() + PAUSE_MS > end) return diagnosis;
    await wait(PAUSE_MS);
  }
}

/** Runs `overheard doctor`. If its exit code reports faults, parses them from its output. */
async function runDoctor(address, secret) {
  const env = { ...environment(), OVERHEARD_ADMIN_SECRET: secret };
  const child = spawn(cliBinary(), ["doctor", "--to", address, "--json"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) child[name].setEncoding("utf8").on("data", (text) => (output[name] += text));
  await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  try {
    return JSON.parse(output.stdout).checks;
  } catch {
    throw new Failure(
      `${doctorCommand(address)}: ${output.stderr.trim().replace(/^overheard: /, "") || "it said nothing"}`,
    );
  }
}
