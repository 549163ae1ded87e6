// Builds the npm package: its modules from the core, its generated files, and the check of its size.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { compiledWasm, compilingWasm } from "./build/cargo.mjs";
import { moduleLicences } from "./licences.mjs";
import { generate } from "./package/generate.mjs";
import { inRoot, packagesIn, targetDirectory } from "./project.mjs";
import { Failure, step } from "./step.mjs";

/**
 * Largest compressed size that a page loads, in bytes, for the five queries only and for everything. The limits are
 * slightly above the current sizes, so that growth is noticed. docs/library.md compares other packages.
 */
const GZIP_BUDGETS = { data: 20_000, overheard: 52_100 };

/**
 * Each module: the features of its crate, and its compiler and optimiser settings. The module for pages that must be
 * small is optimised for size only. The other one is about as fast as with optimisation for speed. Inlining makes the
 * difference: attributes of functions control it, with a threshold between the usual ones for size and speed.
 */
const MODULES = {
  data: { features: [], level: "z", flags: [], passes: ["-Oz", "--flatten", "--rereloop", "-Oz", "-Oz"] },
  overheard: {
    features: ["--features", "full"],
    level: "s",
    flags: ["-C llvm-args=-inline-threshold=20"],
    passes: ["-O3"],
  },
};

const PROFILE = {
  CARGO_PROFILE_RELEASE_LTO: "true",
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "1",
  CARGO_PROFILE_RELEASE_PANIC: "abort",
};

/**
 * Flags of all modules. The stack is several times the size that a check needs; data after a short stack has short
 * addresses. Webhook deliveries are few, so SHA-256 need not be unrolled.
 */
const FLAGS = ["-C link-arg=-zstack-size=8192", '--cfg sha2_backend_soft="compact"'];

/**
 * WebAssembly features that all engines of recent years have. They are listed because `--all-features` would use newer
 * ones.
 */
const ENGINE = ["bulk-memory", "bulk-memory-opt", "nontrapping-float-to-int", "sign-ext", "mutable-globals"];
const STRIPPED = ["debug", "producers", "target-features"];
/** No code traps intentionally, so the optimiser may assume that none does. */
const OPTIMISE = [
  "-tnh",
  "--gufa-optimizing",
  "--converge",
  ...ENGINE.map((name) => `--enable-${name}`),
  ...STRIPPED.map((what) => `--strip-${what}`),
];

/** Functions that are called often come first: calls have shorter numbers, and gzip finds more repetitions. */
const SORTED = ["--reorder-functions"];

const CRATE = "overheard-wasm";

const folder = inRoot("pkg");

/** Builds the package. A quick build only has the module of a local edge's dashboard, without optimisation. */
export async function buildPackage({ quick = false } = {}) {
  mkdirSync(`${folder}/dist`, { recursive: true });
  if (quick) return finishQuickly();
  for (const [name, module] of Object.entries(MODULES)) await buildModule(name, module);
  writeModuleScript();
  await buildStrings();
  await generate();
  copyFileSync(inRoot("LICENSE"), `${folder}/LICENSE`);
  writeFileSync(`${folder}/THIRD-PARTY`, moduleLicences());
  copyForPython();
  await checkSizes();
}

const target = () => `${targetDirectory()}/package`;

/** Returns the cargo command that compiles the complete module quickly. */
export const compilingQuickly = () => {
  const { features, flags } = MODULES.overheard;
  const { command, args } = compilingWasm([CRATE], { quick: true, target: target() });
  return {
    command,
    args: [...args, ...features],
    env: { CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: [...FLAGS, ...flags].join(" ") },
  };
};

async function finishQuickly() {
  const { command, args, env } = compilingQuickly();
  await step("Compiling the package's module", command, args, { env });
  copyFileSync(compiledWasm(CRATE, { quick: true, target: target() }), `${folder}/dist/overheard.wasm`);
  writeModuleScript();
  // Without the module that copies short texts, JavaScript copies them.
  writeStrings(Buffer.alloc(0));
  await generate({ quick: true });
}

async function buildModule(name, { features, level, flags, passes }) {
  const env = {
    ...PROFILE,
    CARGO_PROFILE_RELEASE_OPT_LEVEL: level,
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: [...FLAGS, ...flags].join(" "),
  };
  const { command, args } = compilingWasm([CRATE], { quick: false, target: target() });
  await step(`Compiling ${name}.wasm`, command, [...args, ...features], { env });
  const compiled = compiledWasm(CRATE, { quick: false, target: target() });
  const output = `${folder}/dist/${name}.wasm`;
  await step(`Optimising ${name}.wasm`, packagesIn("scripts", "binaryen", "bin", "wasm-opt"), [
    ...OPTIMISE,
    ...passes,
    ...SORTED,
    compiled,
    "-o",
    output,
  ]);
}

/** Writes the module as a script for Node.js: server bundlers include a script, but lose a file beside it. */
function writeModuleScript() {
  const text = readFileSync(`${folder}/dist/overheard.wasm`).toString("base64");
  mkdirSync(`${folder}/generated`, { recursive: true });
  writeFileSync(
    `${folder}/generated/module.js`,
    `// Made from dist/overheard.wasm.\nexport default Buffer.from("${text}", "base64");\n`,
  );
}

/** Builds the module that copies short texts, as a part of the script: a third of a kilobyte. */
async function buildStrings() {
  const [assembled, optimised] = ["strings.raw.wasm", "strings.wasm"].map(
    (name) => `${targetDirectory()}/package/${name}`,
  );
  const features = [
    "--enable-gc",
    "--enable-reference-types",
    "--enable-bulk-memory",
    "--enable-sign-ext",
    "--enable-mutable-globals",
  ];
  const tool = (name) => packagesIn("scripts", "binaryen", "bin", name);
  await step("Assembling strings.wasm", tool("wasm-as"), [
    ...features,
    `${folder}/strings/strings.wat`,
    "-o",
    assembled,
  ]);
  await step("Optimising strings.wasm", tool("wasm-opt"), [...features, "-O3", assembled, "-o", optimised]);
  writeStrings(readFileSync(optimised));
}

function writeStrings(module) {
  const text = module.toString("base64");
  const script = `// Made from pkg/strings/strings.wat.\nexport default () => Uint8Array.from(atob("${text}"), (character) => character.charCodeAt(0));\n`;
  mkdirSync(`${folder}/generated`, { recursive: true });
  writeFileSync(`${folder}/generated/strings.js`, script);
}

/** Copies the module to the Python client. The files of a wheel must be in its own folder. */
function copyForPython() {
  copyFileSync(`${folder}/dist/overheard.wasm`, inRoot("clients", "python", "src", "overheard", "overheard.wasm"));
  for (const [from, name] of [
    [inRoot(), "LICENSE"],
    [folder, "THIRD-PARTY"],
  ])
    copyFileSync(join(from, name), inRoot("clients", "python", name));
}

/** Bundles the imports of a page, and fails if they exceed the budget together with the module. */
async function checkSizes() {
  const rows = [];
  for (const [name, budget] of Object.entries(GZIP_BUDGETS)) {
    const script = await bundled(name);
    const module = readFileSync(`${folder}/dist/${name}.wasm`);
    const gzip = gzipSync(script, { level: 9 }).length + gzipSync(module, { level: 9 }).length;
    rows.push({ name, script: script.length, module: module.length, gzip, budget });
  }
  const bytes = (number) => number.toLocaleString("en").padStart(8);
  process.stderr.write("The package in a page     script   module     gzip  allowed\n");
  for (const { name, script, module, gzip, budget } of rows) {
    process.stderr.write(`  ${name.padEnd(20)}${bytes(script)} ${bytes(module)} ${bytes(gzip)} ${bytes(budget)}\n`);
  }
  const heavy = rows.filter(({ gzip, budget }) => gzip > budget).map(({ name }) => name);
  if (heavy.length > 0) throw new Failure(`the package weighs more than is allowed: ${heavy.join(", ")}`);
}

async function bundled(name) {
  const entry = name === "data" ? "overheard/data" : "overheard";
  const { outputFiles } = await build({
    stdin: { contents: `export * from ${JSON.stringify(entry)};`, resolveDir: inRoot("www") },
    bundle: true,
    minify: true,
    format: "esm",
    conditions: ["browser"],
    write: false,
  });
  return outputFiles[0].contents;
}
