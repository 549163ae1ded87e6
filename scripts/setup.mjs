// Installs the project's requirements besides Rust, Node.js and npm, once, into folders that git ignores. It runs
// before any package is installed, so it may only import Node.js's own modules.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { browser, environment, inRoot, packagesIn, projectNode, root, wasmTarget } from "./project.mjs";
import { hasPython, projectPython } from "./python/environment.mjs";
import { Failure, countedSteps, fullDisk, looksOffline, step, stepOfSeveral } from "./step.mjs";

const AGAIN = "then run the command again";

/**
 * Sets of npm packages by their purpose, each with a lock file in a folder of its own. They run a local edge, build and
 * deploy, test, measure, and run the examples. Install scripts run for sets with programs; elsewhere they would copy
 * existing files.
 */
const PACKAGES = {
  start: { folder: "" },
  build: { folder: "scripts", runsScripts: true },
  tests: { folder: "tests", runsScripts: true },
  bench: { folder: "bench" },
  examples: { folder: "examples" },
  frameworks: { folder: "tests/packaging/frameworks" },
};

/**
 * Installs the requirements for building, running and deploying, and other sets of packages. Fast if everything is
 * installed.
 */
export async function setup(...others) {
  checkTools();
  await setupPackages(["start", "build", ...others]);
  await setupWasmTarget();
}

/** Fails if Node.js or Rust is missing or too old. */
export function checkTools() {
  checkNode();
  checkRust();
}

/**
 * Installs the sets of npm packages that differ from their lock files. If there are any, also runs another command:
 * `{title, command, args, env}`.
 */
export async function setupPackages(sets, meanwhile) {
  checkNode();
  const missing = sets.filter((set) => !packagesInstalled(PACKAGES[set]));
  if (missing.length > 0) await installPackages(missing, meanwhile);
}

/** Installs the requirements of the tests. If packages are missing, runs a command while npm installs them. */
export async function setupTests(meanwhile) {
  checkTools();
  await setupWasmTarget();
  await setupPackages(["start", "build", "tests", "examples"], meanwhile);
}

/** Restarts the script with the project's own Node.js. Returns only there. */
export async function underProjectNode() {
  if (realpathSync(process.execPath) === realpathSync(projectNode)) return;
  const child = spawn(projectNode, process.argv.slice(1), {
    env: { ...environment(), ...countedSteps() },
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  const code = await new Promise((resolve) => child.on("close", resolve));
  process.exit(code ?? 1);
}

/**
 * Installs a browser for the tests of pages. It only installs Debian's packages, and only with permission. On other
 * systems any Chromium works.
 */
export async function setupBrowser() {
  if (existsSync(browser())) return;
  if (process.getuid?.() !== 0 || !outputOrUndefined("apt-get", "--version")) {
    throw new Failure(
      `there is no ${browser()}: install it (Debian: chromium-headless-shell; elsewhere chromium), or set CHROMIUM to the path of any Chromium, ${AGAIN}`,
    );
  }
  const explain = (output) =>
    looksOffline(output) && `no network: apt-get could not download Chromium; connect, ${AGAIN}`;
  await step("Looking up Debian's packages", "apt-get", ["update"], { explain });
  await step(
    "Installing Chromium",
    "apt-get",
    ["install", "--yes", "--no-install-recommends", "chromium-headless-shell"],
    { env: { DEBIAN_FRONTEND: "noninteractive" }, explain },
  );
}

/**
 * Installs the project's own Python for the tests of the Python client, or with another requirements file. Installs the
 * system's Python first if possible.
 */
export async function setupPython(requirements) {
  if (!hasPython(requirements)) {
    if (process.getuid?.() !== 0 || !outputOrUndefined("apt-get", "--version")) {
      throw new Failure(
        `there is no Python 3.10 or newer with venv: install it (Debian and Ubuntu: python3 python3-venv), ${AGAIN}`,
      );
    }
    const explain = (output) =>
      looksOffline(output) && `no network: apt-get could not download Python; connect, ${AGAIN}`;
    await step("Looking up Debian's packages", "apt-get", ["update"], { explain });
    await step(
      "Installing Python",
      "apt-get",
      ["install", "--yes", "--no-install-recommends", "python3", "python3-venv"],
      { env: { DEBIAN_FRONTEND: "noninteractive" }, explain },
    );
  }
  return projectPython(requirements);
}

/** Returns a command's standard output, or undefined if it is missing or fails. */
function outputOrUndefined(command, ...args) {
  const answer = spawnSync(command, args, { cwd: root, env: environment(), encoding: "utf8" });
  return answer.status === 0 ? answer.stdout.trim() : undefined;
}

const newEnough = (version, wanted) => {
  const [[major, minor], [wantedMajor, wantedMinor]] = [version, wanted].map((text) => text.split(".").map(Number));
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
};

function checkNode() {
  const wanted = JSON.parse(readFileSync(inRoot("package.json"), "utf8")).engines.node.replace(">=", "");
  if (!newEnough(process.versions.node, `${wanted}.0`)) {
    throw new Failure(`Node.js ${process.versions.node} is too old: install Node.js ${wanted} or newer, ${AGAIN}`);
  }
}

function checkRust() {
  const version = outputOrUndefined("rustc", "--version")?.split(" ")[1];
  if (!version || !outputOrUndefined("cargo", "--version")) {
    throw new Failure(`Rust is missing: install it with rustup (https://rustup.rs), ${AGAIN}`);
  }
  const wanted = readFileSync(inRoot("Cargo.toml"), "utf8").match(/^rust-version = "([^"]+)"/m)[1];
  if (!newEnough(version, wanted)) {
    throw new Failure(`Rust ${version} is too old: ${wanted} or newer is needed; run \`rustup update\`, ${AGAIN}`);
  }
}

/** Installs the Rust target of the Worker. */
export async function setupWasmTarget() {
  const libraries = outputOrUndefined("rustc", "--print", "target-libdir", "--target", wasmTarget);
  if (libraries !== undefined && existsSync(libraries)) return;
  if (!outputOrUndefined("rustup", "--version")) {
    throw new Failure(
      `the Rust target ${wasmTarget} is missing and there is no rustup to add it: install Rust with rustup (https://rustup.rs), ${AGAIN}`,
    );
  }
  await step(`Adding the Rust target ${wasmTarget}`, "rustup", ["target", "add", wasmTarget], {
    explain: (output) =>
      looksOffline(output) && `no network: rustup could not download the target ${wasmTarget}; connect, ${AGAIN}`,
  });
}

/** Returns true if node_modules matches package-lock.json, by npm's list of installed packages. */
function packagesInstalled({ folder }) {
  const installed = packagesIn(folder, ".package-lock.json");
  if (!existsSync(installed) || (folder === "scripts" && !existsSync(projectNode))) return false;
  const have = JSON.parse(readFileSync(installed, "utf8")).packages;
  const want = JSON.parse(readFileSync(inRoot(folder, "package-lock.json"), "utf8")).packages;
  return Object.entries(want).every(
    ([path, entry]) => path === "" || (have[path] ? have[path].version === entry.version : entry.optional === true),
  );
}

/** Ignores NODE_ENV: Vite sets it to production, and npm then omits development packages. */
const WHOLE = ["--include=dev", "--include=optional"];
const QUIET = [
  "--loglevel=error",
  "--no-audit",
  "--no-fund",
  "--fetch-retry-mintimeout=1000",
  "--fetch-retry-maxtimeout=5000",
];

/** Returns the commands that install a set of npm packages: none if it is installed. */
export function installing(set) {
  if (packagesInstalled(PACKAGES[set])) return [];
  if (!outputOrUndefined("npm", "--version")) throw new Failure(`npm is missing: install it beside Node.js, ${AGAIN}`);
  const { folder, runsScripts = false } = PACKAGES[set];
  return [
    {
      command: "npm",
      args: ["ci", "--prefix", inRoot(folder), ...(runsScripts ? [] : ["--ignore-scripts"]), ...WHOLE, ...QUIET],
    },
  ];
}

async function installPackages(sets, meanwhile) {
  const locks = sets.map((set) => join(PACKAGES[set].folder, "package-lock.json")).join(", ");
  const explain = (output) =>
    fullDisk(output) ??
    (looksOffline(output)
      ? `no network: npm could not download the packages of ${locks}; connect, ${AGAIN}`
      : undefined);
  const title = `Installing the npm packages of ${locks}${meanwhile ? `; ${meanwhile.title}` : ""}`;
  await stepOfSeveral(title, [...sets.flatMap(installing), ...(meanwhile ? [meanwhile] : [])], { explain });
  if (sets.includes("build") && !existsSync(projectNode)) {
    throw new Failure(
      `npm did not run the install script of its package \`node\`: set npm's ignore-scripts to false, ${AGAIN}`,
    );
  }
}
