// Runs shell lines as a reader does who copies them from a guide.
import { spawn } from "node:child_process";
import { dirname } from "node:path";
import { cliBinary } from "../../scripts/project.mjs";

/**
 * Runs lines in a folder. Returns the exit code, the standard output, and `output`: everything a terminal would show.
 * `started` gets the process, which leads a process group of its own.
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

/** Joins lines into commands. A command may continue after a backslash or inside quotation marks. */
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
