// The programs of this machine that tests and the package's build ask.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { environment, root, targetDirectory, testPrograms } from "./project.mjs";
import { Failure } from "./step.mjs";

const compiled = new Map();

/** A program of a crate of the workspace: compiled, unless that is done already. */
export async function hostProgram(crate, program) {
  if (testPrograms()) return join(testPrograms(), program);
  if (!compiled.has(crate)) compiled.set(crate, compile(crate, program));
  await compiled.get(crate);
  return join(targetDirectory(), "release", program);
}

async function compile(crate, program) {
  // Together with the operator's command, the core is compiled once for both.
  const args = ["build", "--release", "--quiet", "-p", "overheard-cli", "-p", crate];
  const child = spawn("cargo", args, { cwd: root, env: environment(), stdio: ["ignore", "ignore", "inherit"] });
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (code !== 0) throw new Failure(`${program} is not compiled: cargo ended with ${code}`);
}
