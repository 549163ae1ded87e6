// Stops `npm pack` and `npm publish` if the package is incomplete, because the project's build generates some files.
// Required are the files that package.json names (exports, bin, types, files), and their relative imports.
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path/posix";

const at = (path) => new URL(path, import.meta.url);
const { files, exports, bin = {}, types } = JSON.parse(readFileSync(at("package.json"), "utf8"));

/** Returns the paths in a part of package.json. */
const pathsIn = (value) => (typeof value === "string" ? [join(value)] : Object.values(value).flatMap(pathsIn));

/**
 * Returns the files of an entry of `files`: a folder's files, or those that match its asterisks. Returns the entry
 * itself if there are none.
 */
function filesOf(entry) {
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

/** Returns the relative imports of a script or a declaration. */
function importsOf(file) {
  const isDeclaration = file.endsWith(".d.ts");
  if (!isDeclaration && !/\.m?js$/.test(file)) return [];
  const found = [...readFileSync(at(file), "utf8").matchAll(/(?:from |import |import\(|new URL\()"(\.{1,2}\/[^"]+)"/g)];
  const paths = found.map(([, path]) => join(dirname(file), path));
  return isDeclaration ? paths.map((path) => path.replace(/\.js$/, ".d.ts")) : paths;
}

const needed = new Set(["LICENSE", ...pathsIn({ exports, bin, types }), ...files.flatMap(filesOf)]);
// The loop also visits the files that it adds.
for (const file of needed)
  if (existsSync(at(file)) && statSync(at(file)).isFile()) for (const path of importsOf(file)) needed.add(path);
const missing = [...needed].filter((file) => !existsSync(at(file)) || file.includes("*")).sort();

if (missing.length > 0) {
  process.stderr.write(
    `overheard: the package is not built, so it cannot be packed: ${missing.join(", ")} missing. Run \`npm run build -- package\` in the project's folder first.\n`,
  );
  process.exit(1);
}
