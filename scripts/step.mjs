// Running the steps of a script: progress while they run, one clear line when they fail.
import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import { environment, root } from "./project.mjs";

/** Something a person can put right. Shown as its one line, without a stack trace. */
export class Failure extends Error {}

/** On a terminal a step shows this often that it lives. */
const HEARTBEAT_MS = 200;
/** Tells a process that goes on with the work of another how many steps are done. */
const STEPS_DONE = "OVERHEARD_STEPS_DONE";
const OFFLINE =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|could(?:n't| not) (?:resolve|connect)|failed to download|spurious network error|network is unreachable/i;
const ESCAPES = /\x1b\[[0-9;?]*[A-Za-z]/g;

/** Whether a command's output says that it could not reach the network. */
export const looksOffline = (output) => OFFLINE.test(output);

/** The line that helps where a command's output says that the disk is full. */
export const fullDisk = (output) =>
  /ENOSPC|No space left on device|os error 28/.test(output)
    ? "the disk is full: make room, then run the command again (cargo clean removes what was compiled)"
    : undefined;

export function seconds(since) {
  const passed = (Date.now() - since) / 1000;
  return passed < 10 ? `${passed.toFixed(1)} s` : `${Math.round(passed)} s`;
}

/** How many steps are done, and how many there are in all where that is known. */
const steps = { done: Number(process.env[STEPS_DONE] ?? 0), total: undefined, began: undefined, estimate: undefined };
delete process.env[STEPS_DONE];

/**
 * Says how many steps are still to come, so that each tells its place among them, and about how many seconds they take
 * in all where that is known.
 */
export function expectSteps(count, estimate) {
  steps.total = steps.done + count;
  steps.began = Date.now();
  steps.estimate = estimate;
}

/** The seconds since the first step, of all that are expected. */
const ofAll = () =>
  steps.estimate === undefined
    ? ""
    : `; ${Math.round((Date.now() - steps.began) / 1000)} s of about ${steps.estimate} s in all`;

/** The environment in which another process goes on counting. */
export const countedSteps = () => ({ [STEPS_DONE]: String(steps.done) });

/** A step's title with its place, as `3/7 Compiling the Worker`. */
function numbered(title) {
  steps.done += 1;
  return steps.total === undefined ? title : `${steps.done}/${steps.total} ${title}`;
}

/** A step for which there is nothing to do. */
export function skip(title, why) {
  process.stderr.write(`${numbered(title)}: ${why}\n`);
}

/**
 * Shows on stderr that a step is at work: on a terminal a line that is rewritten, elsewhere one line, whose beginning
 * is there at once and whose end tells how it went.
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

/** Does some work as one step and returns what it comes to. */
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
 * Runs a command as one step and returns its standard output.
 * `explain(output)` may turn the output of a failed command into the one line that helps; without such a line the
 * output is shown whole.
 */
export async function step(title, command, args, { env = {}, explain } = {}) {
  const [output] = await stepOfSeveral(title, [{ command, args, env }], { explain });
  return output;
}

/** The same of commands that run at the same time. All are waited for, also when one fails. */
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

/** Runs a command and returns its standard output; everything that it says is heard meanwhile. */
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

/** Runs a command whose whole output is for the reader. */
export async function show(title, command, args, env = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...environment(), ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  await finished(child, title);
}

/** Waits until a child has ended, and fails unless it ended well. */
async function finished(child, title) {
  const outcome = await new Promise((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code, signal) => resolve(code === 0 ? undefined : (signal ?? `exit code ${code}`)));
  });
  if (outcome) throw new Failure(`${title} failed (${outcome}): ${child.spawnargs.join(" ")}`);
}

/** The parts that a script was asked for by name, in their own order; all when none is named. */
export function chosen(parts, names) {
  const unknown = names.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined)
    throw new Failure(`there is no part ${unknown}. Allowed: ${Object.keys(parts).join(", ")}`);
  return Object.keys(parts)
    .filter((name) => names.length === 0 || names.includes(name))
    .map((name) => parts[name]);
}

/**
 * Runs a script's main function, unless the script is only imported: a Failure ends it with its line and exit code 1.
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
