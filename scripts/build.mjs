// Builds what runs: the Worker for the edge, the operator's command and the npm package.
// `node scripts/build.mjs [worker] [cli] [package]`, all by default. With `--quick` the Worker is not optimised: for
// trying out what was changed, never for what is deployed or measured.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { builtWorker, inRoot, lockedVersion, renderWasm, targetDirectory, tool, wasmTarget, workerAssets, workerCore, workerScript, workerWasm } from "./project.mjs";
import { setup, underProjectNode } from "./setup.mjs";
import { Failure, chosen, looksOffline, main, skip, step } from "./step.mjs";

/**
 * What the Worker may weigh as it is uploaded, compressed. The platform refuses 3,000,000 bytes on its free plan;
 * less than half of that keeps cold starts short and leaves room to grow before anything must be thrown out.
 */
const GZIP_BUDGET = 2_000_000;

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

/** What makes documents is loaded seldom, and is to be quick then. */
const RENDER_PROFILE = { CARGO_PROFILE_RELEASE_OPT_LEVEL: "2" };

/** Where the Worker finds the module that makes documents (worker/src/render.rs). */
const RENDER_GLOBAL = "OVERHEARD_RENDER";

/** The fonts of reports, by package and weight (src/report/pdf/text/typeface.rs). */
const FONTS = [
  ["noto-sans", "400Regular"],
  ["noto-sans", "700Bold"],
  ["amiri", "400Regular"],
  ...["hebrew", "thai", "jp", "kr", "sc", "math"].map((script) => [`noto-sans-${script}`, "400Regular"]),
];

const cargoFailure = (output) => (looksOffline(output) ? "no network: cargo could not download the crates of Cargo.lock; connect, then run the command again" : undefined);

export async function buildWorker({ quick = false } = {}) {
  await buildWorkerIn("worker", "overheard-worker", "the Worker", { quick });
  await buildRender({ quick });
  putTogether();
  if (!quick) checkSize();
}

/** Builds the module that makes documents of reports, which the Worker loads where one is made. */
async function buildRender({ quick }) {
  const env = { ...workerTools({ quick }), ...(quick ? {} : RENDER_PROFILE) };
  const crate = "overheard-render";
  await step("Compiling what makes documents", "cargo", ["build", "--release", "--lib", "--target", wasmTarget, "-p", crate], { env, explain: cargoFailure });
  const stampFile = `${renderWasm}${STAMP}`;
  const stamp = `${madeFrom(crate)}${quick ? " quick" : ""}`;
  if (existsSync(renderWasm) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return skip("Optimising what makes documents", "unchanged");
  const made = compiled(crate);
  if (quick) copyFileSync(made, renderWasm);
  else await step("Optimising what makes documents", env.WASM_OPT_BIN, ["-O2", "--all-features", made, "-o", renderWasm]);
  writeFileSync(stampFile, stamp);
}

/**
 * The Worker's script: that of wasm-bindgen, and before it the module that makes documents, compiled with the script and
 * instantiated only where a report is made. Beside them the fonts, as static files.
 */
function putTogether() {
  if (!readFileSync(workerScript, "utf8").includes(RENDER_GLOBAL)) renameSync(workerScript, workerCore);
  const script = `import render from "./render.wasm";\nglobalThis.${RENDER_GLOBAL} = render;\nexport * from "./core.js";\nexport { default } from "./core.js";\n`;
  writeFileSync(workerScript, script);
  const fonts = join(workerAssets, "fonts");
  mkdirSync(fonts, { recursive: true });
  for (const [family, weight] of FONTS) {
    const folder = inRoot("node_modules", "@expo-google-fonts", family, weight);
    const [file] = readdirSync(folder).filter((name) => name.endsWith(".ttf"));
    copyFileSync(join(folder, file), join(fonts, file));
  }
}

/** Builds the Worker of a crate: `build/` in the crate's folder is what runs. */
export async function buildWorkerIn(folder, crate, name, { quick = false } = {}) {
  const env = workerTools({ quick });
  await step(`Compiling ${name}`, "cargo", ["build", "--release", "--lib", "--target", wasmTarget, "-p", crate], { env, explain: cargoFailure });
  const { build, script, wasm } = builtWorker(folder);
  const stampFile = join(build, STAMP);
  const stamp = `${madeFrom(crate)}${quick ? " quick" : ""}`;
  const current = existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp && [script, wasm].every(existsSync);
  if (current) return skip(`Optimising ${name}`, "unchanged");
  await step(`Optimising ${name}`, tool("worker-build"), [folder, "--release", ...(quick ? ["--no-opt"] : [])], { env });
  writeFileSync(stampFile, stamp);
}

export async function buildCli() {
  await step("Compiling the operator's command", "cargo", ["build", "--release", "-p", "overheard-cli"], { explain: cargoFailure });
}

export async function buildPackage() {
  // What bundles is installed by the setup.
  const { buildPackage: build } = await import("./package.mjs");
  await build();
}

const compiled = (crate) => join(targetDirectory(), wasmTarget, "release", `${crate.replaceAll("-", "_")}.wasm`);

function madeFrom(crate) {
  const wasm = readFileSync(compiled(crate));
  const packages = JSON.parse(readFileSync(inRoot("package.json"), "utf8")).devDependencies;
  const versions = [lockedVersion("worker"), lockedVersion("wasm-bindgen"), packages.binaryen, packages.esbuild];
  return createHash("sha256").update(wasm).update(JSON.stringify(versions)).digest("hex");
}

function checkSize() {
  const files = [workerWasm, workerCore, renderWasm].map((file) => readFileSync(file));
  const [wasm, script, render] = files.map((bytes) => ({ raw: bytes.length, gzip: gzipSync(bytes).length }));
  const total = { raw: wasm.raw + script.raw + render.raw, gzip: wasm.gzip + script.gzip + render.gzip };
  const bytes = (number) => number.toLocaleString("en");
  process.stderr.write(
    `Worker: ${bytes(total.raw)} bytes, gzip ${bytes(total.gzip)} (wasm ${bytes(wasm.gzip)}, script ${bytes(script.gzip)}, documents ${bytes(render.gzip)}) of ${bytes(GZIP_BUDGET)} allowed\n`,
  );
  if (total.gzip > GZIP_BUDGET) throw new Failure(`the Worker weighs ${bytes(total.gzip)} bytes gzip: more than the budget of ${bytes(GZIP_BUDGET)}`);
}

const PARTS = { worker: buildWorker, cli: buildCli, package: buildPackage };

await main(import.meta.url, async () => {
  const options = process.argv.slice(2);
  const asked = chosen(PARTS, options.filter((option) => option !== "--quick"));
  await setup();
  await underProjectNode();
  for (const build of asked) await build({ quick: options.includes("--quick") });
});
