// Builds what runs: the Worker for the edge, the operator's command and the npm package.
// `node scripts/build.mjs [worker] [cli] [package]`, all by default. With `--quick` the Worker is not optimised: for
// trying out what was changed, never for what is deployed or measured.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { builtWorker, inRoot, lockedVersion, targetDirectory, tool, wasmTarget, workerScript, workerWasm } from "./project.mjs";
import { setup, underProjectNode } from "./setup.mjs";
import { Failure, chosen, looksOffline, main, skip, step } from "./step.mjs";

/**
 * What the Worker may weigh as it is uploaded, compressed. The platform refuses 3,000,000 bytes on its free plan;
 * less than half of that keeps cold starts short and leaves room to grow before anything must be thrown out.
 */
const GZIP_BUDGET = 1_400_000;

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

const cargoFailure = (output) => (looksOffline(output) ? "no network: cargo could not download the crates of Cargo.lock; connect, then run the command again" : undefined);

export async function buildWorker({ quick = false } = {}) {
  await buildWorkerIn("worker", "overheard-worker", "the Worker", { quick });
  if (!quick) checkSize();
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

function madeFrom(crate) {
  const wasm = readFileSync(join(targetDirectory(), wasmTarget, "release", `${crate.replaceAll("-", "_")}.wasm`));
  const packages = JSON.parse(readFileSync(inRoot("package.json"), "utf8")).devDependencies;
  const versions = [lockedVersion("worker"), lockedVersion("wasm-bindgen"), packages.binaryen, packages.esbuild];
  return createHash("sha256").update(wasm).update(JSON.stringify(versions)).digest("hex");
}

function checkSize() {
  const files = [workerWasm, workerScript].map((file) => readFileSync(file));
  const [wasm, script] = files.map((bytes) => ({ raw: bytes.length, gzip: gzipSync(bytes).length }));
  const total = { raw: wasm.raw + script.raw, gzip: wasm.gzip + script.gzip };
  const bytes = (number) => number.toLocaleString("en");
  process.stderr.write(
    `Worker: ${bytes(total.raw)} bytes, gzip ${bytes(total.gzip)} (wasm ${bytes(wasm.gzip)}, script ${bytes(script.gzip)}) of ${bytes(GZIP_BUDGET)} allowed\n`,
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
