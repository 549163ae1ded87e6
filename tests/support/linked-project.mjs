// A folder that scripts take for this project, with data and secrets of its own.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRoot, projectNode, root } from "../../scripts/project.mjs";

/** Files that each copy of the project has for itself; all others are linked. */
const OWN = [".wrangler", ".dev.vars", ".demo-key", ".demo-account", ".git", "bin", "scripts", "worker"];

function linkAll(from, to, own) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter((name) => !own.includes(name)))
    symlinkSync(join(from, name), join(to, name));
}

/**
 * Creates the folder. `build` is the folder of the Worker's build. `start` runs a script there, without a terminal, and
 * returns its process and what it says; `run` waits for its end too.
 */
export function linkProject({ build = inRoot("worker", "build") } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "overheard-start-"));
  linkAll(root, folder, OWN);
  linkAll(inRoot("worker"), join(folder, "worker"), ["build"]);
  symlinkSync(build, join(folder, "worker", "build"));
  // A script finds its project by its own path, so the scripts are copied here.
  const isOwn = (path) => path !== inRoot("scripts", "node_modules");
  cpSync(inRoot("scripts"), join(folder, "scripts"), { recursive: true, filter: isOwn });
  symlinkSync(inRoot("scripts", "node_modules"), join(folder, "scripts", "node_modules"));
  const start = (args, env = {}) => {
    const child = spawn(projectNode, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"]) child[name].setEncoding("utf8").on("data", (text) => (said[name] += text));
    const ended = new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
    return { child, said, ended };
  };
  const run = async (args, env) => {
    const { said, ended } = start(args, env);
    return { code: await ended, ...said };
  };
  return { folder, start, run, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
