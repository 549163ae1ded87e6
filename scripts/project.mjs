// Paths in this project, and versions from its lock file.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
export const inRoot = (...parts) => join(root, ...parts);

/** Returns the npm packages of a folder with a lock file of its own: `scripts`, `tests` or another one. */
export const packagesIn = (folder, ...path) => inRoot(folder, "node_modules", ...path);

/** The Node.js that the project is tested with. It is a dependency, so that it is the same everywhere. */
export const projectNode = packagesIn("scripts", "node", "bin", "node");
/** The folder of programs that are installed for this project only. */
export const toolsRoot = inRoot(".tools");

export const wasmTarget = "wasm32-unknown-unknown";
/**
 * Returns the paths of a Worker's build in its crate's folder. `named` is the optimised module with the names of its
 * functions, for profiles.
 */
export function builtWorker(crate, name = "build") {
  const folder = inRoot(crate);
  const build = join(folder, name);
  const [script, wasm, named] = ["index.js", "index_bg.wasm", "named.wasm"].map((name) => join(build, name));
  return { folder, build, script, wasm, named };
}
export const worker = builtWorker("worker");
export const { build: workerBuild, script: workerScript, wasm: workerWasm } = worker;
/** The Worker that reads its dataset from ClickHouse, as its tests build it. */
export const builtClickHouseWorker = builtWorker("worker", "build.clickhouse");

/** Returns a path in the renderer's folder, with its build. */
const inRenderer = (...parts) => inRoot("worker", "render", ...parts);
export const renderer = {
  configuration: inRenderer("wrangler.toml"),
  root: inRenderer(),
  scripts: [inRenderer("worker.js"), inRenderer("renderer.js")],
  wasm: inRenderer("build", "render.wasm"),
  fonts: inRenderer("build", "fonts"),
};

/** The folder of files that a deployment serves without running the Worker. */
export const siteFolder = inRoot("worker", "site");

/** Debian's headless shell is Chromium without windows, which starts faster; a complete Chromium also works. */
const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** Returns the browser that tests pages. */
export const browser = () => process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path)) ?? BROWSERS[0];

/** Flags of a browser in tests: headless, for any user, and without requests to other servers. */
export const browserFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Returns the environment of child processes: the project's Node.js first, and cargo even before a new login. */
export function environment() {
  const inherited = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => folder !== inRoot("node_modules", ".bin"));
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  const path = [...inherited, join(cargoHome, "bin")];
  if (existsSync(projectNode)) path.unshift(join(projectNode, ".."));
  return { ...process.env, PATH: path.join(delimiter) };
}

/** Returns the version of a crate in Cargo.lock. */
export function lockedVersion(crate) {
  const lock = readFileSync(inRoot("Cargo.lock"), "utf8");
  const found = lock.match(new RegExp(`^name = "${crate}"\\nversion = "([^"]+)"`, "m"));
  if (!found) throw new Error(`Cargo.lock names no crate ${crate}`);
  return found[1];
}

let target;
/** Returns cargo's target directory, as the environment or cargo's configuration sets it. */
export function targetDirectory() {
  target ??= JSON.parse(
    execFileSync("cargo", ["metadata", "--no-deps", "--format-version", "1"], {
      cwd: root,
      env: environment(),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    }),
  ).target_directory;
  return target;
}

/** Returns the folder of the native programs that `npm test` compiles once for all tests, if it is set. */
export const testPrograms = () => process.env.OVERHEARD_TEST_PROGRAMS;

/** The path of the operator's command after a build. */
export const builtCommand = inRoot("bin", "overheard");

/** Returns the path of the operator's command, from the build or from the programs under test. */
export const cliBinary = () => (testPrograms() ? join(testPrograms(), "overheard") : builtCommand);
