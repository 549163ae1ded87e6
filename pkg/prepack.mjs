// Stops `npm pack` and `npm publish` where the package is not whole: what it loads is made by the project's build.
import { existsSync, readFileSync, readdirSync } from "node:fs";

const at = (path, base = import.meta.url) => new URL(path, base);
const { exports } = JSON.parse(readFileSync(at("package.json"), "utf8"));

/** The files that the package's description names. */
const named = (value) => (typeof value === "string" ? [at(value)] : Object.values(value).flatMap(named));
/** The files that a script loads beside itself. */
const loaded = (script) => [...readFileSync(script, "utf8").matchAll(/(?:from|import|new URL\() ?"(\.{1,2}\/[^"]+)"/g)].map(([, path]) => at(path, script));

const within = (folder, ending) => readdirSync(at(folder), { recursive: true }).filter((path) => path.endsWith(ending)).map((path) => at(`${folder}/${path}`));
const types = within("types", ".d.ts").flatMap(loaded).map(({ href }) => href.replace(/\.js$/, ".d.ts"));
const needed = new Set([at("LICENSE"), ...named(exports), ...within("src", ".js").flatMap(loaded), ...types].map(String));
const missing = [...needed].filter((file) => !existsSync(new URL(file))).map((file) => file.slice(at(".").href.length)).sort();

if (missing.length > 0) {
  process.stderr.write(`overheard: the package is not built, so it cannot be packed: ${missing.join(", ")} missing. Run \`npm run build -- package\` in the project's folder first.\n`);
  process.exit(1);
}
