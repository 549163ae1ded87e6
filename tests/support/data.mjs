// Finds the dataset of a test: a large one from OVERHEARD_DATA or beside the project, otherwise the demo dataset.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { inRoot, root } from "../../scripts/project.mjs";

export const demoData = inRoot("demo-data");

const place = process.env.OVERHEARD_DATA ?? join(root, "..", "shared", "data");

/** Returns the folder of the dataset of a size ("small" or "full"). Without one, prints why and returns undefined. */
export function dataOf(size) {
  const folder = join(place, size);
  if (existsSync(folder)) return folder;
  process.stderr.write(
    `\n*** NO DATASET '${size}' at ${folder}: what needs it is NOT tested on it. Set OVERHEARD_DATA. ***\n\n`,
  );
  return undefined;
}
