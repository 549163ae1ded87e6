// Writes the pages at /docs/: the reference, the guides and the downloads.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { filesOfTree } from "../licences.mjs";
import { inRoot } from "../project.mjs";
import { writeCollections } from "./collections.mjs";
import { buildGuides, writePage } from "./guides.mjs";
import { SCALAR, SCALAR_PACKAGE, copyScalar, referencePage } from "./reference.mjs";
import { searchIndex } from "./search.mjs";

export { docsHeaders } from "./headers.mjs";

const asset = (...parts) => inRoot("scripts", "site", "assets", ...parts);

/**
 * Writes `docs/` of the site's folder, and returns the files that were bundled into its scripts. `v1/openapi.json` must
 * exist.
 */
export async function buildDocs(folder) {
  const document = JSON.parse(readFileSync(join(folder, "v1", "openapi.json"), "utf8"));
  rmSync(join(folder, "docs"), { recursive: true, force: true });
  const { guides, css } = await buildGuides(folder);
  writePage(folder, "/docs/", referencePage());
  await writeCollections(join(folder, "docs"), document);
  const assets = join(folder, "docs", "assets");
  mkdirSync(assets, { recursive: true });
  const bundled = await bundleScripts(assets);
  copyScalar(folder);
  cpSync(asset("theme.js"), join(assets, "theme.js"));
  cpSync(inRoot("www", "explore", "public", "icon.svg"), join(assets, "icon.svg"));
  // The playground's colours.
  const colours = readFileSync(inRoot("www", "explore", "src", "styles", "colours.css"), "utf8");
  const styles = (...names) => names.map((name) => readFileSync(asset(name), "utf8")).join("\n");
  writeFileSync(join(assets, "bar.css"), colours + styles("bar.css"));
  writeFileSync(join(assets, "guides.css"), styles("guides.css", "search.css") + css);
  writeFileSync(join(assets, "reference.css"), styles("reference.css"));
  writeFileSync(join(assets, "search.json"), searchIndex(guides, document));
  return [...bundled, ...filesOfTree(SCALAR_PACKAGE)];
}

async function bundleScripts(outdir) {
  const { metafile } = await build({
    metafile: true,
    entryPoints: [asset("guides.js"), asset("reference.js")],
    bundle: true,
    format: "esm",
    minify: true,
    target: "es2022",
    outdir,
    plugins: [
      {
        name: "scalar",
        setup: ({ onResolve }) =>
          onResolve({ filter: /^\.\/scalar\// }, ({ path }) => ({
            path: path.replace("./scalar/", SCALAR),
            external: true,
          })),
      },
    ],
    logLevel: "warning",
  });
  return Object.keys(metafile.inputs).map((path) => inRoot(path));
}
