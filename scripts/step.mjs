// Runs the steps of a script: shows progress while they run, and one clear line when they fail.
import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import { environment, root } from "./project.mjs";

/** An error that a person can correct. Its message is shown as one line, without a stack trace. */
export class Failure extends Error {}

/** Interval of a step's progress updates on a terminal, in milliseconds. */
const HEARTBEAT_MS = 200;
/** The variable with the number of completed steps, for a process that continues another's work. */
const STEPS_DONE = "OVERHEARD_STEPS_DONE";
const OFFLINE =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|could(?:n't| not) (?:resolve|connect)|failed to download|spurious network error|network is unreachable/i;
const ESCAPES = /\x1b\[[0-9;?]*[A-Za-z]/g;

/** Returns true if a command's output says that it could not reach the network. */
export const looksOffline = (output) => OFFLINE.test(output);

/** Returns a helpful line if a command's output says that the disk is full. */
export const fullDisk = (output) =>
  /ENOSPC|No space left on device|os error 28/.test(output)
    ? "the disk is full: make room, then run the command again (cargo clean removes what was compiled)"
    : undefined;

export function seconds(since) {
  const passed = (Date.now() - since) / 1000;
  return passed < 10 ? `${passed.toFixed(1)} s` : `${Math.round(passed)} s`;
}

/** The number of completed steps, and the total if it is known. */
const steps = { done: Number(process.env[STEPS_DONE] ?? 0), total: undefined, began: undefined, estimate: undefined };
delete process.env[STEPS_DONE];

/** Sets the number of remaining steps, so that each shows its position, and the total seconds if they are known. */
export function expectSteps(count, estimate) {
  steps.total = steps.done + count;
  steps.began = Date.now();
  steps.estimate = estimate;
}

/** Returns a text with the seconds since the first step and the expected total, if that is known. */
const ofAll = () =>
  steps.estimate === undefined
    ? ""
    : `; ${Math.round((Date.now() - steps.began) / 1000)} s of about ${steps.estimate} s in all`;

/** Returns the environment in which another process continues the count. */
export const countedSteps = () => ({ [STEPS_DONE]: String(steps.done) });

/** Returns a step's title with its position, such as `3/7 Compiling the Worker`. */
function numbered(title) {
  steps.done += 1;
  return steps.total === undefined ? title : `${steps.done}/${steps.total} ${title}`;
}

/** Reports a step without work. */
export function skip(title, why) {
  process.stderr.write(`${numbered(title)}: ${why}\n`);
}

/**
 * Shows a running step on stderr. On a terminal it rewrites a line. Elsewhere it prints one line: the title at once,
 * and the result at the end.
 */
class Progress {
  #title;
  #began = Date.now();
  #newest = "";
  #timer;

  constructor(title) {
    this.#title = numbered(title);
    if (process.stderr.isTTY) this.#timer = setInterval(() => this.#show(), HEARTBEAT_MS);
    else process.stderr.write(`${this.#title}: `);
  }

  note(line) {
    this.#newest = line;
  }

  #show() {
    const line = `${this.#title} … ${seconds(this.#began)}${ofAll()}  ${this.#newest}`;
    process.stderr.write(`\r\x1b[K${line.slice(0, (process.stderr.columns ?? 80) - 1)}`);
  }

  end(outcome) {
    clearInterval(this.#timer);
    const told = `${outcome} (${seconds(this.#began)})\n`;
    process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${this.#title}: ${told}` : told);
  }
}

/** Runs a function as one step and returns its result. */
export async function work(title, run) {
  const progress = new Progress(title);
  try {
    const result = await run((line) => progress.note(line));
    progress.end("done");
    return result;
  } catch (failure) {
    progress.end("failed");
    throw failure;
  }
}

/**
 * Runs a command as one step and returns its standard output. If it fails, `explain(output)` may return one helpful
 * line. Otherwise the whole output is shown.
 */
export async function step(title, command, args, { env = {}, explain } = {}) {
  const [output] = await stepOfSeveral(title, [{ command, args, env }], { explain });
  return output;
}

/** Runs several commands at the same time as one step. Waits for all of them, even if one fails. */
export async function stepOfSeveral(title, commands, { explain = () => undefined } = {}) {
  let all = "";
  try {
    return await work(title, async (note) => {
      const heard = (text) => {
        all += text;
        const line = text
          .replace(ESCAPES, "")
          .trim()
          .split(/[\r\n]+/)
          .at(-1);
        if (line) note(line.trim());
      };
      const ended = await Promise.allSettled(commands.map((command) => outputOf(title, command, heard)));
      const failed = ended.find(({ status }) => status === "rejected");
      if (failed) throw failed.reason;
      return ended.map(({ value }) => value);
    });
  } catch (failure) {
    const line = explain(all);
    if (line) throw new Failure(line);
    process.stderr.write(all);
    throw failure;
  }
}

/** Runs a command and returns its standard output. Passes all output to `heard` as it arrives. */
async function outputOf(title, { command, args, env }, heard) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...environment(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", heard);
  child.stdout.on("data", (text) => {
    output += text;
  });
  await finished(child, title);
  return output;
}

/** Runs a command and shows its output. */
export async function show(title, command, args, env = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...environment(), ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  await finished(child, title);
}

/** Waits for a child process, and fails unless it succeeded. */
async function finished(child, title) {
  const outcome = await new Promise((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code, signal) => resolve(code === 0 ? undefined : (signal ?? `exit code ${code}`)));
  });
  if (outcome) throw new Failure(`${title} failed (${outcome}): ${child.spawnargs.join(" ")}`);
}

/** Returns the parts that were named, in their own order, or all parts if none was named. */
export function chosen(parts, names) {
  const unknown = names.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined)
    throw new Failure(`there is no part ${unknown}. Allowed: ${Object.keys(parts).join(", ")}`);
  return Object.keys(parts)
    .filter((name) => names.length === 0 || names.includes(name))
    .map((name) => parts[name]);
}

/**
 * Runs a script's main function, unless the script is only imported. A Failure prints its line and exits with code 1.
 */
export async function main(script, run) {
  if (pathToFileURL(process.argv[1]).href !== script) return;
  try {
    await run();
  } catch (error) {
    const misused = String(error.code).startsWith("ERR_PARSE_ARGS");
    if (!misused && !(error instanceof Failure)) throw error;
    process.stderr.write(`overheard: ${error.message}\n`);
    process.exit(1);
  }
}
