// Stops `npm pack` and `npm publish` where the package is not whole: what it loads is made by the project's build. What
// must be there is what its description names (exports, bin, types, files), and what that loads beside itself.
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path/posix";

const at = (path) => new URL(path, import.meta.url);
const { files, exports, bin = {}, types } = JSON.parse(readFileSync(at("package.json"), "utf8"));

/** The paths in a part of the description. */
const named = (value) => (typeof value === "string" ? [join(value)] : Object.values(value).flatMap(named));

/**
 * What an entry of `files` means: all of a folder, all that fits asterisks. Where that is nothing, the entry itself is
 * missing.
 */
function meant(entry) {
  const folder = entry.includes("*") ? dirname(entry) : entry;
  if (!existsSync(at(folder)) || !statSync(at(folder)).isDirectory()) return [entry];
  const fits = new RegExp(
    `^${entry.includes("*") ? entry.replaceAll(".", "\\.").replaceAll("*", "[^/]*") : `${entry}/.*`}$`,
  );
  const inside = readdirSync(at(folder), { recursive: true })
    .map((path) => join(folder, path))
    .filter((path) => fits.test(path));
  return inside.length > 0 ? inside : [entry];
}

/** What a script or a declaration loads beside itself. */
function loaded(file) {
  const isDeclaration = file.endsWith(".d.ts");
  if (!isDeclaration && !/\.m?js$/.test(file)) return [];
  const found = [...readFileSync(at(file), "utf8").matchAll(/(?:from |import |import\(|new URL\()"(\.{1,2}\/[^"]+)"/g)];
  const paths = found.map(([, path]) => join(dirname(file), path));
  return isDeclaration ? paths.map((path) => path.replace(/\.js$/, ".d.ts")) : paths;
}

const needed = new Set(["LICENSE", ...named({ exports, bin, types }), ...files.flatMap(meant)]);
// What is found on the way is looked into as well.
for (const file of needed)
  if (existsSync(at(file)) && statSync(at(file)).isFile()) for (const path of loaded(file)) needed.add(path);
const missing = [...needed].filter((file) => !existsSync(at(file)) || file.includes("*")).sort();

if (missing.length > 0) {
  process.stderr.write(
    `overheard: the package is not built, so it cannot be packed: ${missing.join(", ")} missing. Run \`npm run build -- package\` in the project's folder first.\n`,
  );
  process.exit(1);
}
