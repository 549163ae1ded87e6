// A Python of the project's own, with the tools that build and check a wheel.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { environment, toolsRoot } from "../project.mjs";
import { step } from "../step.mjs";

/** Pinned, so that a release is built everywhere alike. */
const TOOLS = ["build==1.6.1", "twine==7.0.0"];
/** The oldest one that the client runs on. */
const OLDEST = [3, 10];
const CANDIDATES = ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python3.10", "python"];

const folder = join(toolsRoot, "python-release");
const inFolder = (name) => join(folder, process.platform === "win32" ? "Scripts" : "bin", name);

/** The name of a Python that is new enough and can make environments; undefined where there is none. */
function systemPython() {
  const good = `import sys, venv, ensurepip; sys.exit(sys.version_info < (${OLDEST.join(", ")}))`;
  return CANDIDATES.find((name) => {
    try {
      execFileSync(name, ["-c", good], { env: environment(), stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  });
}

/** The path of a Python with these tools, made when it is not there; undefined on a machine without Python. */
export async function releasePython() {
  const python = inFolder("python");
  const stamp = inFolder("twine");
  if (existsSync(stamp)) return python;
  const system = systemPython();
  if (system === undefined) return undefined;
  await step("Preparing Python", system, ["-m", "venv", folder]);
  await step("Installing what builds wheels", python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...TOOLS]);
  return python;
}
