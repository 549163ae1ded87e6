// The Worker that sets reports as PDF, with its fonts beside it.
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { inRoot, packagesIn, renderer, targetDirectory } from "../project.mjs";
import { Failure, skip, step, stepOfSeveral } from "../step.mjs";
import { cargoFailure, compiledWasm, compilingWasm } from "./cargo.mjs";
import { isMadeFrom, noteMadeFrom, stampOf } from "./made-from.mjs";
import { checkSize } from "./size.mjs";

/** Bytes that it may weigh as it is uploaded, compressed. */
const GZIP_BUDGET = 720_000;

const CRATE = "overheard-render";

/** Smaller at the price of speed, of which a document in the background has enough. */
const SMALLER = { CARGO_PROFILE_RELEASE_OPT_LEVEL: "z" };

/** It is compiled beside the Worker, so it has a place of its own. */
const target = () => join(targetDirectory(), "renderer");

/** The cargo command that compiles it. */
export const compilingRenderer = ({ quick }) =>
  compilingWasm([CRATE], { quick, env: quick ? {} : SMALLER, target: target() });

/** Builds it alone. */
export async function buildRenderer({ quick = false } = {}) {
  await stepOfSeveral("Compiling the renderer", [compilingRenderer({ quick })], { explain: cargoFailure });
  await finishRenderer({ quick });
}

/** Makes what runs of the compiled module. */
export async function finishRenderer({ quick }) {
  layFonts();
  const [folder, module] = [dirname(renderer.wasm), compiledWasm(CRATE, { quick, target: target() })];
  const stamp = stampOf([module], { quick });
  if (existsSync(renderer.wasm) && isMadeFrom(folder, stamp)) return skip("Optimising the renderer", "unchanged");
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
  noteMadeFrom(folder, stamp);
  if (!quick) checkSize("Renderer", [renderer.wasm, ...renderer.scripts], GZIP_BUDGET);
}

/** The fonts that reports may need, by the names that src/pdf/text/typeface.rs gives them. */
function layFonts() {
  const names = readFileSync(inRoot("src", "pdf", "text", "typeface.rs"), "utf8").match(/\w+\.ttf/g);
  const packages = packagesIn("scripts", "@expo-google-fonts");
  const installed = readdirSync(packages, { recursive: true });
  mkdirSync(renderer.fonts, { recursive: true });
  // An edge that runs may read them: none is missing for a moment.
  for (const name of readdirSync(renderer.fonts))
    if (!names.includes(name)) rmSync(join(renderer.fonts, name), { recursive: true });
  for (const name of new Set(names)) {
    const font = installed.find((path) => basename(path) === name);
    if (!font) throw new Failure(`${name} is in no package of scripts/node_modules/@expo-google-fonts`);
    copyFileSync(join(packages, font), join(renderer.fonts, `${name}.new`));
    renameSync(join(renderer.fonts, `${name}.new`), join(renderer.fonts, name));
  }
}
