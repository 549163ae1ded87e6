// Builds what runs: the Worker for the edge, the files that are served beside it, the operator's command and the npm package.
// `node scripts/build.mjs [worker] [site] [renderer] [cli] [package]`, all by default. With `--quick` the Worker is not optimised: for
// trying out what was changed, never for what is deployed or measured.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { builtWorker, inRoot, lockedVersion, renderer, targetDirectory, wasmTarget, workerScript, workerWasm } from "./project.mjs";
import { replaceFolder } from "./replace.mjs";
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

/** Returns true if what is in a build folder is not optimised: nothing of it may be deployed. */
export function isQuickBuild(build) {
  const stamp = join(build, STAMP);
  return existsSync(stamp) && readFileSync(stamp, "utf8").endsWith(" quick");
}

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

/** How a Worker is compiled. The variable has wasm-bindgen's macros take futures from js-sys, as the crate `worker` expects. */
const workerProfile = ({ quick }) => ({ ...(quick ? QUICK_PROFILE : WORKER_PROFILE), WASM_BINDGEN_USE_JS_SYS: "1" });

/** WebAssembly that rustc and wasm-bindgen write and workerd understands; named, because `--all-features` would use more. */
const WORKER_FEATURES = ["mutable-globals", "sign-ext", "nontrapping-float-to-int", "bulk-memory", "multivalue", "reference-types", "exception-handling"];

/** Smaller at the price of speed, of which a document in the background has enough. */
const rendererProfile = ({ quick }) => (quick ? QUICK_PROFILE : { ...WORKER_PROFILE, CARGO_PROFILE_RELEASE_OPT_LEVEL: "z" });

const RENDERER = "overheard-render";

const wasmOpt = inRoot("node_modules", "binaryen", "bin", "wasm-opt");

function cargoFailure(output) {
  if (looksOffline(output)) return "no network: cargo could not download the crates of Cargo.lock; connect, then run the command again";
  if (/linker `\w+` not found/.test(output)) return "Rust finds no linker: install a C compiler (Debian and Ubuntu: build-essential), then run the command again";
  return undefined;
}

/** What compiles a crate for the edge. */
const compiling = (crate, env) => ({ command: "cargo", args: ["build", "--release", "--lib", "--target", wasmTarget, "--target-dir", targetOf(crate), "-p", crate], env });

export async function buildWorker({ quick = false } = {}) {
  // Half the time either of the Workers is one crate that is optimised as a whole, by one processor.
  const all = [compiling("overheard-worker", workerProfile({ quick })), compiling(RENDERER, rendererProfile({ quick })), compilingBindgen()];
  await stepOfSeveral("Compiling the Worker and the renderer", all, { explain: cargoFailure });
  await bundleWorker("worker", "overheard-worker", "the Worker", { quick });
  if (!quick) checkSize("Worker", [workerWasm, workerScript], GZIP_BUDGET);
  await optimiseRenderer({ quick });
}

/** Builds the Worker of a crate: `build/` in the crate's folder is what runs. */
export async function buildWorkerIn(folder, crate, name) {
  const all = [compiling(crate, workerProfile({ quick: false })), compilingBindgen()];
  await stepOfSeveral(`Compiling ${name}`, all, { explain: cargoFailure });
  await bundleWorker(folder, crate, name, { quick: false });
}

/** What writes the loaders of Workers, in the profile of tests, which compile it too. */
const compilingBindgen = () => ({ command: "cargo", args: ["build", "-p", "overheard-bindgen"] });

/** Lays a compiled Worker and its script into `build/`, all at once, so that an edge that runs never finds half of them. */
async function bundleWorker(folder, crate, name, { quick }) {
  const { build, script, wasm } = builtWorker(folder);
  const stampFile = join(build, STAMP);
  const stamp = `${madeFrom(crate, inRoot(folder, "entry.js"))}${quick ? " quick" : ""}`;
  const current = existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp && [script, wasm].every(existsSync);
  if (current) return skip(`Optimising ${name}`, "unchanged");
  const bindgen = join(targetDirectory(), "debug", "overheard-bindgen");
  await replaceFolder(build, async (staged) => {
    await step(`Binding ${name}`, bindgen, [compiled(crate), staged]);
    const module = join(staged, basename(wasm));
    if (quick) skip(`Optimising ${name}`, "not in a quick build");
    else await step(`Optimising ${name}`, wasmOpt, ["-O", "--debuginfo", ...WORKER_FEATURES.map((feature) => `--enable-${feature}`), module, "-o", module]);
    await bundleEntry(inRoot(folder, "entry.js"), staged, basename(script));
    writeFileSync(join(staged, STAMP), stamp);
  });
}

/** Bundles a Worker's entry with the loader in a folder, and leaves one script there. */
async function bundleEntry(entry, folder, script) {
  // What bundles is installed by the setup.
  const { build } = await import("esbuild");
  const loader = join(folder, "index.js");
  const output = join(folder, script);
  const options = { entryPoints: [entry], alias: { "worker-module": loader }, external: ["./index_bg.wasm", "cloudflare:*"] };
  const { outputFiles } = await build({ ...options, outfile: output, bundle: true, minify: true, format: "esm", write: false });
  rmSync(join(folder, "snippets"), { recursive: true, force: true });
  // workerd takes a module's compiled code from an ordinary import.
  writeFileSync(output, outputFiles[0].text.replaceAll("import source ", "import "));
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
  await step("Optimising the renderer", wasmOpt, ["--all-features", ...passes, compiled(RENDERER), "-o", renderer.wasm]);
  writeFileSync(stampFile, stamp);
  if (!quick) checkSize("Renderer", [renderer.wasm, ...renderer.scripts], RENDERER_GZIP_BUDGET);
}

/** The fonts that reports may need, by the names that src/pdf/text/typeface.rs gives them. */
function layFonts() {
  const names = readFileSync(inRoot("src", "pdf", "text", "typeface.rs"), "utf8").match(/\w+\.ttf/g);
  const packages = inRoot("node_modules", "@expo-google-fonts");
  const installed = readdirSync(packages, { recursive: true });
  mkdirSync(renderer.fonts, { recursive: true });
  // An edge that runs may read them: none is missing for a moment.
  for (const name of readdirSync(renderer.fonts)) if (!names.includes(name)) rmSync(join(renderer.fonts, name), { recursive: true });
  for (const name of new Set(names)) {
    const font = installed.find((path) => basename(path) === name);
    if (!font) throw new Failure(`${name} is in no package of node_modules/@expo-google-fonts`);
    copyFileSync(join(packages, font), join(renderer.fonts, `${name}.new`));
    renameSync(join(renderer.fonts, `${name}.new`), join(renderer.fonts, name));
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

function madeFrom(crate, ...scripts) {
  const packages = JSON.parse(readFileSync(inRoot("package.json"), "utf8")).devDependencies;
  const hash = createHash("sha256");
  for (const file of [compiled(crate), ...scripts]) hash.update(readFileSync(file));
  const versions = [lockedVersion("worker"), lockedVersion("wasm-bindgen"), packages.binaryen, packages.esbuild];
  return hash.update(JSON.stringify(versions)).digest("hex");
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
