// Which dataset a test asks: large ones of OVERHEARD_DATA or beside the project, else the demo dataset.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { inRoot, root } from "../../scripts/project.mjs";

export const demoData = inRoot("demo-data");

const place = process.env.OVERHEARD_DATA ?? join(root, "..", "shared", "data");

/** The folder of a dataset of this size (small, full), or undefined: the reason is said loudly. */
export function dataOf(size) {
  const folder = join(place, size);
  if (existsSync(folder)) return folder;
  process.stderr.write(
    `\n*** NO DATASET '${size}' at ${folder}: what needs it is NOT tested on it. Set OVERHEARD_DATA. ***\n\n`,
  );
  return undefined;
}
