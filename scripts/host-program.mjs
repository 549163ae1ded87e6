// Finds native programs for tests and for the package's build.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { environment, root, targetDirectory, testPrograms } from "./project.mjs";
import { Failure } from "./step.mjs";

const compiled = new Map();

/** Returns the path of a program of a workspace crate. Compiles it unless that is done already. */
export async function hostProgram(crate, program) {
  if (testPrograms()) return join(testPrograms(), program);
  if (!compiled.has(crate)) compiled.set(crate, compile(crate, program));
  await compiled.get(crate);
  return join(targetDirectory(), "release", program);
}

async function compile(crate, program) {
  // Compiled together with the operator's command, so that the core is compiled once for both.
  const args = ["build", "--release", "--quiet", "-p", "overheard-cli", "-p", crate];
  const child = spawn("cargo", args, { cwd: root, env: environment(), stdio: ["ignore", "ignore", "inherit"] });
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (code !== 0) throw new Failure(`${program} is not compiled: cargo ended with ${code}`);
}
