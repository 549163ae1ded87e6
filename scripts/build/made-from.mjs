// Stamps of the sources of a build folder: an unchanged folder is not optimised again.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot, lockedVersion } from "../project.mjs";

const NOTE = ".made-from";

/** The stamp of something made from files, optimised or quickly. */
export function stampOf(files, { quick }) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  const packages = (folder) => JSON.parse(readFileSync(inRoot(folder, "package.json"), "utf8")).devDependencies;
  const versions = [
    lockedVersion("worker"),
    lockedVersion("wasm-bindgen"),
    packages("scripts").binaryen,
    packages("").esbuild,
  ];
  return `${hash.update(JSON.stringify(versions)).digest("hex")}${quick ? " quick" : ""}`;
}

/** Returns true if a folder notes this stamp. */
export const isMadeFrom = (folder, stamp) =>
  existsSync(join(folder, NOTE)) && readFileSync(join(folder, NOTE), "utf8") === stamp;

/** Notes a stamp in a folder. */
export const noteMadeFrom = (folder, stamp) => writeFileSync(join(folder, NOTE), stamp);

/** Returns true if what is in a folder is not optimised: nothing of it may be deployed. */
export const isQuickBuild = (folder) =>
  existsSync(join(folder, NOTE)) && readFileSync(join(folder, NOTE), "utf8").endsWith(" quick");
