// Running the steps of a script: progress while they run, one clear line when they fail.
import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import { environment, root } from "./project.mjs";

/** Something a person can put right. Shown as its one line, without a stack trace. */
export class Failure extends Error {}

/** Nothing may look as if it hangs: a step says at least this often that it lives. */
const HEARTBEAT_MS = 2000;
const OFFLINE =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|could(?:n't| not) (?:resolve|connect)|failed to download|spurious network error|network is unreachable/i;
const ESCAPES = /\x1b\[[0-9;?]*[A-Za-z]/g;

/** Whether a command's output says that it could not reach the network. */
export const looksOffline = (output) => OFFLINE.test(output);

export function seconds(since) {
  const passed = (Date.now() - since) / 1000;
  return passed < 10 ? `${passed.toFixed(1)} s` : `${Math.round(passed)} s`;
}

/** Shows on stderr that a step is at work: one line rewritten on a terminal, a line now and then elsewhere. */
class Progress {
  #title;
  #began = Date.now();
  #newest = "";
  #timer;

  constructor(title) {
    this.#title = title;
    this.#timer = setInterval(() => this.#show(), process.stderr.isTTY ? 200 : HEARTBEAT_MS);
  }

  note(line) {
    this.#newest = line;
  }

  #show() {
    const line = `${this.#title} … ${seconds(this.#began)}  ${this.#newest}`;
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line.slice(0, (process.stderr.columns ?? 80) - 1)}`);
    else process.stderr.write(`${line}\n`);
  }

  end(outcome) {
    clearInterval(this.#timer);
    if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
    process.stderr.write(`${this.#title}: ${outcome} (${seconds(this.#began)})\n`);
  }
}

/**
 * Runs a command as one step and returns its standard output.
 * `explain(output)` may turn the output of a failed command into the one line that helps; without such a line the output is shown whole.
 */
export async function step(title, command, args, { env = {}, explain = () => undefined } = {}) {
  const progress = new Progress(title);
  const child = spawn(command, args, { cwd: root, env: { ...environment(), ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const chunks = { all: "", stdout: "" };
  const listen = (stream, keep) => {
    stream.setEncoding("utf8");
    stream.on("data", (text) => {
      for (const name of keep) chunks[name] += text;
      const line = text.replace(ESCAPES, "").trim().split(/[\r\n]+/).at(-1);
      if (line) progress.note(line.trim());
    });
  };
  listen(child.stdout, ["all", "stdout"]);
  listen(child.stderr, ["all"]);
  try {
    await finished(child, title);
    progress.end("done");
    return chunks.stdout;
  } catch (failure) {
    progress.end("failed");
    const line = explain(chunks.all);
    if (line) throw new Failure(line);
    process.stderr.write(chunks.all);
    throw failure;
  }
}

/** Runs a command whose whole output is for the reader. */
export async function show(title, command, args, env = {}) {
  const child = spawn(command, args, { cwd: root, env: { ...environment(), ...env }, stdio: ["ignore", "inherit", "inherit"] });
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
  if (unknown !== undefined) throw new Failure(`there is no part ${unknown}. Allowed: ${Object.keys(parts).join(", ")}`);
  return Object.keys(parts)
    .filter((name) => names.length === 0 || names.includes(name))
    .map((name) => parts[name]);
}

/** Runs a script's main function, unless the script is only imported: a Failure ends it with its line and exit code 1. */
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
