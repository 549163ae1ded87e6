// A Python of the project's own, with what a file of requirements pins, clients/python/requirements.txt or another one:
// the one way in which this project has Python's packages. Made once for each, and again when that file changes.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { environment, inRoot, root, toolsRoot } from "../project.mjs";
import { looksOffline, step } from "../step.mjs";

/** The oldest Python that the client runs on. */
const OLDEST = [3, 10];
/** Installs the packages in a tenth of the time that pip takes, which matters on a machine that is new each time. */
const INSTALLER = "uv==0.13.9";
const CANDIDATES = ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python3.10", "python"];

/** The requirements of the Python client and its tests. */
const CLIENT = inRoot("clients", "python", "requirements.txt");

/** Where the environment of some requirements is: its folder, the note that it is ready, and its Python. */
function placeOf(requirements) {
  const folder = join(toolsRoot, requirements === CLIENT ? "python" : `python-${basename(dirname(requirements))}`);
  const python = join(folder, ...(process.platform === "win32" ? ["Scripts", "python.exe"] : ["bin", "python"]));
  return { folder, noteFile: join(folder, "requirements.sha256"), python };
}

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

const wanted = (requirements) => createHash("sha256").update(readFileSync(requirements)).digest("hex");

/** Whether the environment is there as it should be. */
function isReady(requirements) {
  const { noteFile } = placeOf(requirements);
  return existsSync(noteFile) && readFileSync(noteFile, "utf8") === wanted(requirements);
}

/** Whether there is a Python to make it of, or it is made already. */
export const hasPython = (requirements = CLIENT) => isReady(requirements) || systemPython() !== undefined;

/** The path of its Python; undefined on a machine that has none to make it of. */
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
