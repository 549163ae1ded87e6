// Programs that read the OpenAPI document: those of npm packages, and those of the project's own Python.
import { spawn } from "node:child_process";
import { dirname, isAbsolute, join } from "node:path";
import { environment, inRoot, projectNode } from "../../../scripts/project.mjs";
import { setupPython } from "../../../scripts/setup.mjs";

const requirements = inRoot("tests", "openapi", "requirements.txt");

/** Runs a program to its end: its exit code and everything it printed. */
async function run(command, args, { cwd = inRoot(), env = {} } = {}) {
  const child = spawn(command, args, { cwd, env: { ...environment(), ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  return { code, output };
}

/** A script under the project's Node.js: a file of an npm package by its path in the project, or any other. */
export const node = (script, args, options) =>
  run(projectNode, [isAbsolute(script) ? script : inRoot(script), ...args], options);

/** The project's own Python, with what requirements.txt here pins. */
export const python = async (args, options) => run(await setupPython(requirements), args, options);

/** A program that a package of it brings; it finds others of them by name. */
export async function pythonTool(name, args, { cwd, env = {} } = {}) {
  const folder = dirname(await setupPython(requirements));
  return run(join(folder, name), args, { cwd, env: { ...env, PATH: `${folder}:${process.env.PATH}` } });
}
