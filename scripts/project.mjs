// Where things are in this project, and which versions its lock file names.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
export const inRoot = (...parts) => join(root, ...parts);

/** The npm packages of a folder with a lock file of its own: `scripts`, `tests` or another one. */
export const packagesIn = (folder, ...path) => inRoot(folder, "node_modules", ...path);

/** The Node.js the project is tested with: a dependency, so that it is the same everywhere. */
export const projectNode = packagesIn("scripts", "node", "bin", "node");
/** Programs installed for this project alone. */
export const toolsRoot = inRoot(".tools");

export const wasmTarget = "wasm32-unknown-unknown";
/** What the build of a Worker leaves in its crate's folder. */
export function builtWorker(folder) {
  const build = inRoot(folder, "build");
  return { build, script: join(build, "index.js"), wasm: join(build, "index_bg.wasm") };
}
export const { build: workerBuild, script: workerScript, wasm: workerWasm } = builtWorker("worker");

/** What the build of the renderer leaves, and what runs there. */
const inRenderer = (...parts) => inRoot("worker", "render", ...parts);
export const renderer = {
  configuration: inRenderer("wrangler.toml"),
  root: inRenderer(),
  scripts: [inRenderer("worker.js"), inRenderer("renderer.js")],
  wasm: inRenderer("build", "render.wasm"),
  fonts: inRenderer("build", "fonts"),
};

/** The files that a deployment serves without running the Worker. */
export const siteFolder = inRoot("worker", "site");

/** Debian's headless shell is Chromium without windows of its own, which saves time; a whole Chromium will do. */
const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** The browser that pages are tested in. */
export const browser = () => process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path)) ?? BROWSERS[0];

/** What a browser is started with in tests: headless as whoever runs them, and without asking anybody else. */
export const browserFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The environment of every child process: the project's Node.js first, cargo found even before a new login. */
export function environment() {
  const inherited = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => folder !== inRoot("node_modules", ".bin"));
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  const path = [...inherited, join(cargoHome, "bin")];
  if (existsSync(projectNode)) path.unshift(join(projectNode, ".."));
  return { ...process.env, PATH: path.join(delimiter) };
}

/** The version of a crate that Cargo.lock resolved. */
export function lockedVersion(crate) {
  const lock = readFileSync(inRoot("Cargo.lock"), "utf8");
  const found = lock.match(new RegExp(`^name = "${crate}"\\nversion = "([^"]+)"`, "m"));
  if (!found) throw new Error(`Cargo.lock names no crate ${crate}`);
  return found[1];
}

let target;
/** Cargo's target directory, wherever the environment or cargo's configuration puts it. */
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

/**
 * Where the programs of this machine are that `npm test` has compiled, all at once and once for everything that runs
 * them.
 */
export const testPrograms = () => process.env.OVERHEARD_TEST_PROGRAMS;

/** The operator's command, as a build leaves it. */
export const builtCommand = inRoot("bin", "overheard");

/** The operator's command, as a build leaves it, or as it is tested. */
export const cliBinary = () => (testPrograms() ? join(testPrograms(), "overheard") : builtCommand);
