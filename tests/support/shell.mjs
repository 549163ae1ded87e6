// Lines of a shell, run as somebody would who copied them out of a document.
import { spawn } from "node:child_process";
import { dirname } from "node:path";
import { cliBinary } from "../../scripts/project.mjs";

/**
 * Runs lines in a folder and returns the exit code, the standard output and `output`, all that a terminal would show.
 * `started` is given the process: what it starts ends with its group.
 */
export async function shell(lines, { cwd, env = {}, started = () => {} }) {
  const path = `${dirname(cliBinary())}:${process.env.PATH}`;
  const child = spawn("bash", ["-euo", "pipefail", "-c", lines], {
    cwd,
    env: { ...process.env, PATH: path, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  started(child);
  const said = { stdout: "", output: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => ((said.stdout += text), (said.output += text)));
  child.stderr.setEncoding("utf8").on("data", (text) => (said.output += text));
  const code = await new Promise((resolve, reject) =>
    child.on("error", reject).on("close", (status, signal) => resolve(status ?? signal)),
  );
  return { code, ...said };
}

/** The commands of lines that may go on behind a backslash or inside of quotation marks. */
export function commands(lines) {
  const all = [];
  let open = "";
  for (const line of lines) {
    open += open === "" ? line : `\n${line}`;
    const marks = open.replaceAll(/"[^"]*"|'[^']*'/g, "");
    if (open.endsWith("\\") || /["']/.test(marks.replace(/ #.*$/, ""))) continue;
    if (open.trim() !== "" && !open.startsWith("#")) all.push(open);
    open = "";
  }
  return all;
}
