// Stamps the sources of a build folder, so that an unchanged folder is not optimised again.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot, lockedVersion } from "../project.mjs";

const NOTE = ".made-from";

/** Returns the stamp of an optimised or quick build from files. */
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

/** Returns true if a folder has this stamp. */
export const hasStamp = (folder, stamp) =>
  existsSync(join(folder, NOTE)) && readFileSync(join(folder, NOTE), "utf8") === stamp;

/** Writes a stamp into a folder. */
export const writeStamp = (folder, stamp) => writeFileSync(join(folder, NOTE), stamp);

/** Returns true if a folder has a quick build, which must not be deployed. */
export const isQuickBuild = (folder) =>
  existsSync(join(folder, NOTE)) && readFileSync(join(folder, NOTE), "utf8").endsWith(" quick");
