// Builds the Worker that renders reports as PDF, with its fonts beside it.
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { inRoot, packagesIn, renderer, targetDirectory } from "../project.mjs";
import { Failure, skip, step, stepOfSeveral } from "../step.mjs";
import { cargoFailure, compiledWasm, compilingWasm } from "./cargo.mjs";
import { hasStamp, writeStamp, stampOf } from "./made-from.mjs";
import { checkSize } from "./size.mjs";

/** Largest compressed size of the upload, in bytes. */
const GZIP_BUDGET = 720_000;

const CRATE = "overheard-render";

/** Optimises for size. Rendering in the background is fast enough. */
const SMALLER = { CARGO_PROFILE_RELEASE_OPT_LEVEL: "z" };

/** Returns the renderer's own target directory, because it is compiled at the same time as the Worker. */
const target = () => join(targetDirectory(), "renderer");

/** Returns the cargo command that compiles the renderer. */
export const compilingRenderer = ({ quick }) =>
  compilingWasm([CRATE], { quick, env: quick ? {} : SMALLER, target: target() });

/** Builds only the renderer. */
export async function buildRenderer({ quick = false } = {}) {
  await stepOfSeveral("Compiling the renderer", [compilingRenderer({ quick })], { explain: cargoFailure });
  await finishRenderer({ quick });
}

/** Binds, optimises and bundles the compiled module. */
export async function finishRenderer({ quick }) {
  copyFonts();
  const [folder, module] = [dirname(renderer.wasm), compiledWasm(CRATE, { quick, target: target() })];
  const stamp = stampOf([module], { quick });
  if (existsSync(renderer.wasm) && hasStamp(folder, stamp)) return skip("Optimising the renderer", "unchanged");
  const passes = ["-Oz", "--strip-debug", "--strip-producers"];
  if (quick) copyFileSync(module, renderer.wasm);
  else
    await step("Optimising the renderer", packagesIn("scripts", "binaryen", "bin", "wasm-opt"), [
      "--all-features",
      ...passes,
      module,
      "-o",
      renderer.wasm,
    ]);
  writeStamp(folder, stamp);
  if (!quick) checkSize("Renderer", [renderer.wasm, ...renderer.scripts], GZIP_BUDGET);
}

/** Copies the fonts of reports, under their names in src/pdf/text/typeface.rs. */
function copyFonts() {
  const names = readFileSync(inRoot("src", "pdf", "text", "typeface.rs"), "utf8").match(/\w+\.ttf/g);
  const packages = packagesIn("scripts", "@expo-google-fonts");
  const installed = readdirSync(packages, { recursive: true });
  mkdirSync(renderer.fonts, { recursive: true });
  // A running edge may read them, so each font is replaced without a gap.
  for (const name of readdirSync(renderer.fonts))
    if (!names.includes(name)) rmSync(join(renderer.fonts, name), { recursive: true });
  for (const name of new Set(names)) {
    const font = installed.find((path) => basename(path) === name);
    if (!font) throw new Failure(`${name} is in no package of scripts/node_modules/@expo-google-fonts`);
    copyFileSync(join(packages, font), join(renderer.fonts, `${name}.new`));
    renameSync(join(renderer.fonts, `${name}.new`), join(renderer.fonts, name));
  }
}
