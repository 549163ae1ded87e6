// Copies the reference at /docs/: Scalar's own build for browsers, unchanged.
import { cpSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { packagesIn } from "../project.mjs";
import { bar, page } from "./page.mjs";

const PACKAGE = packagesIn("scripts", "@scalar", "api-reference");
const { version } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));

/** The renderer's address. It includes the version, so that browsers may cache it forever. */
export const SCALAR = `/docs/assets/scalar-${version}/`;

export const referencePage = () =>
  page({
    title: "Overheard API reference",
    description: "Every operation of the Data API and the Account API: parameters, bodies, answers and refusals.",
    head: '<link rel="stylesheet" href="/docs/assets/reference.css">\n<script type="module" src="/docs/assets/reference.js"></script>\n',
    body: `${bar("Reference", { search: false })}
<noscript><p class="alone">The reference needs JavaScript. <a href="/docs/guides/">The guides</a> do not, and <a href="/v1/openapi.json">the OpenAPI document</a> says the same.</p></noscript>
<div id="reference"></div>`,
  });

/** The renderer's package.json. */
export const SCALAR_PACKAGE = join(PACKAGE, "package.json");

/** Copies the renderer, without files for its developers. */
export function copyScalar(folder) {
  const from = join(PACKAGE, "dist", "browser");
  const files = [
    "standalone.esm.js",
    ...readdirSync(join(from, "chunks"))
      .filter((name) => name.endsWith(".js"))
      .map((name) => join("chunks", name)),
  ];
  for (const file of files) cpSync(join(from, file), join(folder, SCALAR, file));
}
