// Runs wrangler for the steps of a deployment: without a terminal, with its output as a result.
import { spawn } from "node:child_process";
import { root } from "../project.mjs";
import { Failure, looksOffline } from "../step.mjs";
import { wranglerCommand } from "../wrangler.mjs";

/**
 * Removes colours and banners from the output. Also disables wrangler's log of requests, which would contain secrets.
 */
const QUIET = {
  NO_COLOR: "1",
  FORCE_COLOR: undefined,
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_LOG: "log",
  WRANGLER_LOG_SANITIZE: "true",
  WRANGLER_WRITE_LOGS: "false",
};

/** Colour codes, which some messages have all the same. */
const ESCAPES = /\x1b\[[0-9;]*m/g;

/** A command that the platform or wrangler refused. `code` is the platform's number for the reason, if there is one. */
export class Refusal extends Failure {
  constructor(args, output) {
    super(`wrangler ${args.slice(0, 3).join(" ")}: ${reason(output)}`);
    const [, code] = output.stderr.match(/\[code: (\d+)\]/) ?? [];
    this.code = code === undefined ? undefined : Number(code);
  }
}

/**
 * Runs wrangler and returns its output: `stdout`, and `stderr` with its warnings.
 *
 * `account` is the account it works in, `env` are further variables, `input` is its standard input. Secrets belong
 * there: every user of the machine can read command lines.
 */
export async function outputOf(args, { account, env = {}, input } = {}) {
  const { command, args: all, env: inherited } = wranglerCommand(args);
  const chosen = account === undefined ? {} : { CLOUDFLARE_ACCOUNT_ID: account };
  const child = spawn(command, all, {
    cwd: root,
    env: { ...inherited, ...QUIET, ...chosen, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  // A command that ends early does not read its input.
  child.stdin.on("error", () => {});
  child.stdin.end(input ?? "");
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) child[name].setEncoding("utf8").on("data", (text) => (output[name] += text));
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  for (const name of Object.keys(output)) output[name] = output[name].replace(ESCAPES, "");
  if (code !== 0) throw new Refusal(args, output);
  return output;
}

/** Runs wrangler and returns its standard output. */
export const wrangler = async (args, options) => (await outputOf(args, options)).stdout;

/** Runs wrangler and returns the JSON of its standard output, which may begin with other lines. */
export async function wranglerJson(args, options) {
  const output = await wrangler(args, options);
  const begin = output.search(/^[[{]/m);
  try {
    return JSON.parse(output.slice(begin));
  } catch {
    throw new Failure(`wrangler ${args.slice(0, 3).join(" ")}: its output is no JSON: ${oneLine(output)}`);
  }
}

/**
 * Returns the result of `look`, or undefined if the resource is missing. `missing` is the platform's error code for
 * that, or wrangler's message if it hides the code.
 */
export async function unlessMissing(look, missing) {
  try {
    return await look();
  } catch (error) {
    const isMissing =
      error instanceof Refusal && (typeof missing === "number" ? error.code === missing : missing.test(error.message));
    if (isMissing) return undefined;
    throw error;
  }
}

/** Returns the command as a person types it. */
export const typed = (args) =>
  `npm run wrangler -- ${args.map((word) => (/^[\w./:=-]+$/.test(word) ? word : JSON.stringify(word))).join(" ")}`;

const oneLine = (text) => text.replace(/\s+/g, " ").trim().slice(0, 400);

/** Returns a command's error in one line, from its standard error, without wrangler's request for a bug report. */
function reason({ stdout, stderr }) {
  if (looksOffline(stderr + stdout) || /fetch failed/.test(stderr))
    return "the platform cannot be reached. Look at the network";
  const [, error] = stderr.match(/\[ERROR\] ([\s\S]*?)(?:If you think this is a bug|🪵|$)/) ?? [];
  return oneLine(error ?? (stderr.trim() || stdout)).replace(/\.$/, "") || "it failed without a word";
}
