// Builds the Worker: compiles it, binds it to JavaScript, optimises it, and bundles it into `build/` of its folder.
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DESCRIBING } from "../description.mjs";
import { builtClickHouseWorker, builtWorker, packagesIn, workerScript, workerWasm } from "../project.mjs";
import { replaceFolder } from "../replace.mjs";
import { skip, step, stepOfSeveral } from "../step.mjs";
import { bind, compilingBindgen } from "./bindgen.mjs";
import { cargoFailure, compiledWasm, compilingWasm } from "./cargo.mjs";
import { datasetSetting } from "./dataset.mjs";
import { hasStamp, writeStamp, stampOf } from "./made-from.mjs";
import { compilingRenderer, finishRenderer } from "./renderer.mjs";
import { checkSize } from "./size.mjs";

/**
 * Largest compressed size of the uploaded Worker, in bytes. The platform refuses 3,000,000 bytes on its free plan. Two
 * thirds of that keep cold starts short and leave a reserve. The tools for agents, the dashboard's API and alerts came
 * on top of both interfaces.
 */
const GZIP_BUDGET = 2_020_000;

/**
 * WebAssembly features that rustc and wasm-bindgen use and workerd supports. They are listed because `--all-features`
 * would use more.
 */
const WORKER_FEATURES = [
  "mutable-globals",
  "sign-ext",
  "nontrapping-float-to-int",
  "bulk-memory",
  "multivalue",
  "reference-types",
  "exception-handling",
];

const CRATE = "overheard-worker";

/** Makes wasm-bindgen's macros use futures from js-sys, as the crate `worker` expects. */
const ENVIRONMENT = { WASM_BINDGEN_USE_JS_SYS: "1" };

/** Returns the features of the Worker that reads its dataset from a database. */
const featuresOf = (dataset) => (dataset === "clickhouse" ? [`${CRATE}/clickhouse`] : []);

/**
 * Returns the cargo command that compiles the Worker. A quick build includes the crate that describes the core, whose
 * code it shares.
 */
export const compilingWorker = ({ quick, dataset = datasetSetting() }) =>
  compilingWasm([CRATE, ...(quick ? [DESCRIBING] : [])], { quick, features: featuresOf(dataset), env: ENVIRONMENT });

/** Builds the Worker and the renderer. */
export async function buildWorker({ quick = false } = {}) {
  // For half of the time, compiling a Worker optimises one whole crate on one processor.
  await stepOfSeveral(
    "Compiling the Worker and the renderer",
    [compilingWorker({ quick }), compilingRenderer({ quick }), ...compilingBindgen({ quick })],
    { explain: cargoFailure },
  );
  await finishWorker({ quick });
  await finishRenderer({ quick });
}

/** Binds, optimises and bundles the compiled Worker. */
export async function finishWorker({ quick }) {
  await bundleWorker(builtWorker("worker"), CRATE, "the Worker", { quick });
  if (!quick) checkSize("Worker", [workerWasm, workerScript], GZIP_BUDGET);
}

/** Builds the Worker that reads its dataset from ClickHouse, quickly and beside the other one: for its tests. */
export async function buildClickHouseWorker() {
  const quick = true;
  await stepOfSeveral(
    "Compiling the Worker for ClickHouse",
    [compilingWorker({ quick, dataset: "clickhouse" }), ...compilingBindgen({ quick })],
    { explain: cargoFailure },
  );
  await bundleWorker(builtClickHouseWorker, CRATE, "the Worker for ClickHouse", { quick });
}

/** Builds the optimised Worker of another crate. */
export async function buildWorkerIn(folder, crate, name) {
  await stepOfSeveral(
    `Compiling ${name}`,
    [compilingWasm([crate], { quick: false, env: ENVIRONMENT }), ...compilingBindgen({ quick: false })],
    { explain: cargoFailure },
  );
  await bundleWorker(builtWorker(folder), crate, name, { quick: false });
}

/**
 * Puts a compiled Worker and its script into `build/` at once, so that a running edge never reads an incomplete one.
 */
async function bundleWorker({ folder, build, script, wasm, named }, crate, name, { quick }) {
  const module = compiledWasm(crate, { quick });
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const stamp = stampOf([module, ...scripts.map((name) => join(folder, name))], { quick });
  const outputs = [script, wasm, ...(quick ? [] : [named])];
  if (hasStamp(build, stamp) && outputs.every(existsSync)) return skip(`Binding ${name}`, "unchanged");
  await replaceFolder(build, async (staged) => {
    await bind(`Binding ${name}`, "worker", module, staged, { quick });
    if (!quick) await optimise(name, join(staged, basename(wasm)), join(staged, basename(named)));
    await bundleEntry(join(folder, "entry.js"), staged, basename(script));
    writeStamp(staged, stamp);
  });
}

/** Optimises a module, and keeps one with the names of its functions beside it. They are a twentieth of the compressed upload. */
async function optimise(name, module, named) {
  const optimiser = packagesIn("scripts", "binaryen", "bin", "wasm-opt");
  const features = WORKER_FEATURES.map((feature) => `--enable-${feature}`);
  await step(`Optimising ${name}`, optimiser, ["-O", "--debuginfo", ...features, module, "-o", named]);
  await step(`Removing names from ${name}`, optimiser, ["--strip-debug", ...features, named, "-o", module]);
}

/** Bundles a Worker's entry with the loader in a folder into one script. */
async function bundleEntry(entry, folder, script) {
  // Imported late, because the setup installs it.
  const { build } = await import("esbuild");
  const loader = join(folder, "index.js");
  const output = join(folder, script);
  const options = {
    entryPoints: [entry],
    alias: { "worker-module": loader, "platform-calls": join(dirname(entry), "platform-calls.js") },
    external: ["./index_bg.wasm", "cloudflare:*"],
  };
  const { outputFiles } = await build({
    ...options,
    outfile: output,
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  rmSync(join(folder, "snippets"), { recursive: true, force: true });
  // workerd gets a module's compiled code from an ordinary import.
  writeFileSync(output, outputFiles[0].text.replaceAll("import source ", "import "));
}
