// Creates the project's own Python environments with the packages of a requirements file, by default
// clients/python/requirements.txt. This is the project's only source of Python packages. An environment is created
// once, and again when its file changes.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { environment, inRoot, root, toolsRoot } from "../project.mjs";
import { looksOffline, step } from "../step.mjs";

/** The oldest Python that the client supports. */
const OLDEST = [3, 10];
/** Installs the packages in a tenth of pip's time, which matters on a machine that is new each time. */
const INSTALLER = "uv==0.13.9";
const CANDIDATES = ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python3.10", "python"];

/** The requirements of the Python client and its tests. */
const CLIENT = inRoot("clients", "python", "requirements.txt");

/** Returns the paths of an environment: its folder, the note that it is ready, and its Python. */
function placeOf(requirements) {
  const folder = join(toolsRoot, requirements === CLIENT ? "python" : `python-${basename(dirname(requirements))}`);
  const python = join(folder, ...(process.platform === "win32" ? ["Scripts", "python.exe"] : ["bin", "python"]));
  return { folder, noteFile: join(folder, "requirements.sha256"), python };
}

/** Returns the name of a Python that is new enough and can create environments, or undefined. */
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

const wanted = (requirements) => createHash("sha256").update(readFileSync(requirements)).digest("hex");

/** Returns true if the environment is current. */
function isReady(requirements) {
  const { noteFile } = placeOf(requirements);
  return existsSync(noteFile) && readFileSync(noteFile, "utf8") === wanted(requirements);
}

/** Returns true if the environment exists, or if there is a Python that can create it. */
export const hasPython = (requirements = CLIENT) => isReady(requirements) || systemPython() !== undefined;

/** Returns the path of the environment's Python, or undefined on a machine without a suitable Python. */
export async function projectPython(requirements = CLIENT) {
  const { folder, noteFile, python } = placeOf(requirements);
  if (isReady(requirements)) return python;
  const system = systemPython();
  if (system === undefined) return undefined;
  const name = relative(root, requirements);
  rmSync(folder, { recursive: true, force: true });
  await step("Preparing Python", system, ["-m", "venv", folder]);
  const explain = (output) =>
    looksOffline(output) &&
    `no network: the packages of ${name} could not be downloaded; connect, then run the command again`;
  await step(
    "Installing what installs packages",
    python,
    ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", INSTALLER],
    { explain },
  );
  const args = [
    "-m",
    "uv",
    "pip",
    "install",
    "--quiet",
    "--python",
    python,
    "--require-hashes",
    "--requirement",
    requirements,
  ];
  await step(`Installing the packages of ${name}`, python, args, { explain });
  writeFileSync(noteFile, wanted(requirements));
  return python;
}
