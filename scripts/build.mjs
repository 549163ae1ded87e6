// Builds what runs: the Worker for the edge, the files that are served beside it, the operator's command and the npm package.
// `node scripts/build.mjs [worker] [site] [renderer] [cli] [package]`, all by default. With `--quick` the Worker is not optimised: for
// trying out what was changed, never for what is deployed or measured.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { builtWorker, inRoot, lockedVersion, renderer, targetDirectory, tool, wasmTarget, workerScript, workerWasm } from "./project.mjs";
import { setup, underProjectNode } from "./setup.mjs";
import { Failure, chosen, looksOffline, main, skip, step, stepOfSeveral } from "./step.mjs";

/**
 * What the Worker may weigh as it is uploaded, compressed. The platform refuses 3,000,000 bytes on its free plan;
 * two thirds of that keep cold starts short and leave room to grow before anything must be thrown out. What agents and
 * the dashboard ask came on top of both interfaces.
 */
const GZIP_BUDGET = 2_000_000;

/** The same for the Worker that sets reports as PDF. */
const RENDERER_GZIP_BUDGET = 720_000;

/** Which wasm the Worker in a build folder was made from, so that an unchanged one is not optimised again. */
const STAMP = ".made-from";

/**
 * The Worker's release profile: small, because every cold start loads it. Set here and not in Cargo.toml, where it
 * would hold for the operator's command too, which is not small but quick to build.
 */
const WORKER_PROFILE = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "s",
  CARGO_PROFILE_RELEASE_LTO: "true",
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "1",
};

/** The same without what takes minutes. */
const QUICK_PROFILE = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "1",
  CARGO_PROFILE_RELEASE_LTO: "off",
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16",
  CARGO_PROFILE_RELEASE_INCREMENTAL: "true",
};

/** worker-build downloads its tools unless it is told where they are. */
const workerTools = ({ quick }) => ({
  ...(quick ? QUICK_PROFILE : WORKER_PROFILE),
  WASM_BINDGEN_BIN: tool("wasm-bindgen"),
  WASM_OPT_BIN: inRoot("node_modules", "binaryen", "bin", "wasm-opt"),
  ESBUILD_BIN: inRoot("node_modules", "esbuild", "bin", "esbuild"),
  // As worker-build sets it: otherwise cargo would compile twice.
  WASM_BINDGEN_USE_JS_SYS: "1",
});

/** Smaller at the price of speed, of which a document in the background has enough. */
const rendererProfile = ({ quick }) => (quick ? QUICK_PROFILE : { ...WORKER_PROFILE, CARGO_PROFILE_RELEASE_OPT_LEVEL: "z" });

const RENDERER = "overheard-render";

const cargoFailure = (output) => (looksOffline(output) ? "no network: cargo could not download the crates of Cargo.lock; connect, then run the command again" : undefined);

/** What compiles a crate for the edge. */
const compiling = (crate, env) => ({ command: "cargo", args: ["build", "--release", "--lib", "--target", wasmTarget, "--target-dir", targetOf(crate), "-p", crate], env });

export async function buildWorker({ quick = false } = {}) {
  // Half the time either of them is one crate that is optimised as a whole, by one processor.
  const both = [compiling("overheard-worker", workerTools({ quick })), compiling(RENDERER, rendererProfile({ quick }))];
  await stepOfSeveral("Compiling the Worker and the renderer", both, { explain: cargoFailure });
  await optimiseWorker("worker", "overheard-worker", "the Worker", { quick });
  if (!quick) checkSize("Worker", [workerWasm, workerScript], GZIP_BUDGET);
  await optimiseRenderer({ quick });
}

/** Builds the Worker of a crate: `build/` in the crate's folder is what runs. */
export async function buildWorkerIn(folder, crate, name) {
  await stepOfSeveral(`Compiling ${name}`, [compiling(crate, workerTools({ quick: false }))], { explain: cargoFailure });
  await optimiseWorker(folder, crate, name, { quick: false });
}

async function optimiseWorker(folder, crate, name, { quick }) {
  const { build, script, wasm } = builtWorker(folder);
  const stampFile = join(build, STAMP);
  const stamp = `${madeFrom(crate)}${quick ? " quick" : ""}`;
  const current = existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp && [script, wasm].every(existsSync);
  if (current) return skip(`Optimising ${name}`, "unchanged");
  await step(`Optimising ${name}`, tool("worker-build"), [folder, "--release", ...(quick ? ["--no-opt"] : [])], { env: workerTools({ quick }) });
  writeFileSync(stampFile, stamp);
}

/** Builds the Worker that sets reports as PDF, and lays its fonts beside it. */
export async function buildRenderer({ quick = false } = {}) {
  await stepOfSeveral("Compiling the renderer", [compiling(RENDERER, rendererProfile({ quick }))], { explain: cargoFailure });
  await optimiseRenderer({ quick });
}

async function optimiseRenderer({ quick }) {
  layFonts();
  const stampFile = join(renderer.root, "build", STAMP);
  const stamp = `${madeFrom(RENDERER)}${quick ? " quick" : ""}`;
  if (existsSync(renderer.wasm) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return skip("Optimising the renderer", "unchanged");
  const passes = quick ? ["-O0"] : ["-Oz", "--strip-debug", "--strip-producers"];
  const wasmOpt = inRoot("node_modules", "binaryen", "bin", "wasm-opt");
  await step("Optimising the renderer", wasmOpt, ["--all-features", ...passes, compiled(RENDERER), "-o", renderer.wasm]);
  writeFileSync(stampFile, stamp);
  if (!quick) checkSize("Renderer", [renderer.wasm, ...renderer.scripts], RENDERER_GZIP_BUDGET);
}

/** The fonts that reports may need, by the names that src/pdf/text/typeface.rs gives them. */
function layFonts() {
  const names = readFileSync(inRoot("src", "pdf", "text", "typeface.rs"), "utf8").match(/\w+\.ttf/g);
  const packages = inRoot("node_modules", "@expo-google-fonts");
  const installed = readdirSync(packages, { recursive: true });
  rmSync(renderer.fonts, { recursive: true, force: true });
  mkdirSync(renderer.fonts, { recursive: true });
  for (const name of new Set(names)) {
    const font = installed.find((path) => basename(path) === name);
    if (!font) throw new Failure(`${name} is in no package of node_modules/@expo-google-fonts`);
    copyFileSync(join(packages, font), join(renderer.fonts, name));
  }
}

export async function buildCli() {
  await step("Compiling the operator's command", "cargo", ["build", "--release", "-p", "overheard-cli"], { explain: cargoFailure });
}

export async function buildSite() {
  // What renders the pages is installed by the setup.
  const { buildSite: build } = await import("./site.mjs");
  await build();
}

export async function buildPackage() {
  // What bundles is installed by the setup.
  const { buildPackage: build } = await import("./package.mjs");
  await build();
}

/** Where a crate is compiled: one that is compiled beside another one needs a place of its own. */
const targetOf = (crate) => (crate === RENDERER ? join(targetDirectory(), "renderer") : targetDirectory());

const compiled = (crate) => join(targetOf(crate), wasmTarget, "release", `${crate.replaceAll("-", "_")}.wasm`);

function madeFrom(crate) {
  const packages = JSON.parse(readFileSync(inRoot("package.json"), "utf8")).devDependencies;
  const versions = [lockedVersion("worker"), lockedVersion("wasm-bindgen"), packages.binaryen, packages.esbuild];
  return createHash("sha256").update(readFileSync(compiled(crate))).update(JSON.stringify(versions)).digest("hex");
}

/** What is uploaded, the module first, against what it may weigh. */
function checkSize(name, files, budget) {
  const sizes = files.map((file) => readFileSync(file)).map((bytes) => ({ raw: bytes.length, gzip: gzipSync(bytes).length }));
  const total = { raw: 0, gzip: 0 };
  for (const { raw, gzip } of sizes) [total.raw, total.gzip] = [total.raw + raw, total.gzip + gzip];
  const bytes = (number) => number.toLocaleString("en");
  const [wasm] = sizes;
  process.stderr.write(
    `${name}: ${bytes(total.raw)} bytes, gzip ${bytes(total.gzip)} (wasm ${bytes(wasm.gzip)}, script ${bytes(total.gzip - wasm.gzip)}) of ${bytes(budget)} allowed\n`,
  );
  if (total.gzip > budget) throw new Failure(`${name}: ${bytes(total.gzip)} bytes gzip, more than the budget of ${bytes(budget)}`);
}

// The dashboard, among the files, has the package in it.
const PARTS = { worker: buildWorker, package: buildPackage, site: buildSite, renderer: buildRenderer, cli: buildCli };

await main(import.meta.url, async () => {
  const options = process.argv.slice(2);
  const asked = chosen(PARTS, options.filter((option) => option !== "--quick"));
  await setup();
  await underProjectNode();
  for (const build of asked) await build({ quick: options.includes("--quick") });
});
