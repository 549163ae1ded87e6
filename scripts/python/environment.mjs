// A Python of the project's own, with what clients/python/requirements.txt pins: the one way in which this project has
// Python's packages. Made once, and again when that file changes.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { environment, inRoot, toolsRoot } from "../project.mjs";
import { looksOffline, step } from "../step.mjs";

/** The oldest Python that the client runs on. */
const OLDEST = [3, 10];
/** Installs the packages in a tenth of the time that pip takes, which matters on a machine that is new each time. */
const INSTALLER = "uv==0.13.9";
const CANDIDATES = ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python3.10", "python"];

const requirements = inRoot("clients", "python", "requirements.txt");
const folder = join(toolsRoot, "python");
const noteFile = join(folder, "requirements.sha256");
const python = join(folder, ...(process.platform === "win32" ? ["Scripts", "python.exe"] : ["bin", "python"]));

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

const wanted = () => createHash("sha256").update(readFileSync(requirements)).digest("hex");

/** Whether the environment is there as it should be. */
const isReady = () => existsSync(noteFile) && readFileSync(noteFile, "utf8") === wanted();

/** Whether there is a Python to make it of, or it is made already. */
export const hasPython = () => isReady() || systemPython() !== undefined;

/** The path of its Python; undefined on a machine that has none to make it of. */
export async function projectPython() {
  if (isReady()) return python;
  const system = systemPython();
  if (system === undefined) return undefined;
  rmSync(folder, { recursive: true, force: true });
  await step("Preparing Python", system, ["-m", "venv", folder]);
  const explain = (output) => looksOffline(output) && "no network: the packages of clients/python/requirements.txt could not be downloaded; connect, then run the command again";
  await step("Installing what installs packages", python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", INSTALLER], { explain });
  const args = ["-m", "uv", "pip", "install", "--quiet", "--python", python, "--require-hashes", "--requirement", requirements];
  await step("Installing the packages of clients/python/requirements.txt", python, args, { explain });
  writeFileSync(noteFile, wanted());
  return python;
}
