// Runs programs that read the OpenAPI document, from npm packages and from the project's own Python.
import { spawn } from "node:child_process";
import { dirname, isAbsolute, join } from "node:path";
import { environment, inRoot, projectNode } from "../../../scripts/project.mjs";
import { setupPython } from "../../../scripts/setup.mjs";

const requirements = inRoot("tests", "openapi", "requirements.txt");

/** Runs a program. Returns its exit code and all of its output. */
async function run(command, args, { cwd = inRoot(), env = {} } = {}) {
  const child = spawn(command, args, { cwd, env: { ...environment(), ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  return { code, output };
}

/** Runs a script with the project's Node.js: a file of an npm package by its path in the project, or any other. */
export const node = (script, args, options) =>
  run(projectNode, [isAbsolute(script) ? script : inRoot(script), ...args], options);

/** Runs the project's own Python, with the packages that requirements.txt here pins. */
export const python = async (args, options) => run(await setupPython(requirements), args, options);

/** Runs a program of a Python package. It finds other programs by name. */
export async function pythonTool(name, args, { cwd, env = {} } = {}) {
  const folder = dirname(await setupPython(requirements));
  return run(join(folder, name), args, { cwd, env: { ...env, PATH: `${folder}:${process.env.PATH}` } });
}
