// Writes the page at /docs/licenses/: licences of third-party code in all served files and in the command.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { allCrates, fontPackages, packagesOf, thirdParty, workerPackages } from "../licences.mjs";
import { writePage } from "./guides.mjs";
import { bar, escape, page } from "./page.mjs";

/** Writes the page and the same as text, given the files that were bundled into scripts. */
export function writeLicences(folder, bundled) {
  const text = thirdParty("Third-party code and fonts in Overheard", [
    ...allCrates(),
    ...fontPackages(),
    ...workerPackages(),
    ...packagesOf(bundled),
  ]);
  const title = "Licences of third-party code";
  const body = `${bar("Licences", { search: false })}\n<main><h1>${title}</h1>\n<pre>${escape(text)}</pre></main>`;
  writePage(
    folder,
    "/docs/licenses/",
    page({
      title,
      description: "Crates, packages and fonts in Overheard, with their licences.",
      head: '<link rel="stylesheet" href="/docs/assets/guides.css">\n',
      body,
    }),
  );
  writeFileSync(join(folder, "docs", "licenses", "THIRD-PARTY.txt"), text);
}
