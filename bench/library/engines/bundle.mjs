// Bundles for engines that load one file, in the folder that git ignores.
import { build } from "esbuild";
import { fileURLToPath } from "node:url";

export const GENERATED = fileURLToPath(new URL("../generated", import.meta.url));
const HERE = fileURLToPath(new URL("..", import.meta.url));

/**
 * Bundles one entry, a file of the benchmark or the text of a module in its folder, into `generated/`.
 * `conditions` say for which runtime packages are meant. Returns the path of every file that was written.
 */
export async function bundle(name, { entry, text, conditions = [], minify = false }) {
  const written = { contents: text, resolveDir: HERE, sourcefile: `${name}.mjs` };
  const input =
    text === undefined
      ? { entryPoints: { [name]: `${HERE}${entry}` }, outdir: GENERATED }
      : { stdin: written, outfile: `${GENERATED}/${name}.js` };
  const { metafile } = await build({
    ...input,
    bundle: true,
    minify,
    conditions,
    // As browsers and Workers take it.
    format: "esm",
    target: "es2022",
    platform: conditions.includes("workerd") ? "neutral" : "browser",
    mainFields: ["module", "main"],
    // A module of wasm stays a file of its own beside the bundle.
    loader: { ".wasm": "copy" },
    assetNames: "[name]",
    absWorkingDir: GENERATED,
    metafile: true,
    logLevel: "error",
  });
  return Object.keys(metafile.outputs).map((path) => `${GENERATED}/${path}`);
}
