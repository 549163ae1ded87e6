// Writes the static files of a deployment: the dashboard, files for programs and agents, and the pages at /docs/. `node
// scripts/build.mjs site` writes worker/site.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { description } from "./description.mjs";
import { openapi } from "./openapi/document.mjs";
import { siteFolder } from "./project.mjs";
import { replaceFolder } from "./replace.mjs";
import { buildDashboard } from "./site/dashboard.mjs";
import { guideFiles, llms } from "./site/llms.mjs";
import { work } from "./step.mjs";

/** All files are public, change only with a deployment, and have an explicit type. */
const HEADERS = `/*
  Access-Control-Allow-Origin: *
  Access-Control-Expose-Headers: ETag, X-API-Version
  Strict-Transport-Security: max-age=31536000; includeSubDomains
  X-API-Version: 1
  X-Content-Type-Options: nosniff

/v1/*
  Cache-Control: public, max-age=3600

/llms.txt
  Cache-Control: public, max-age=3600
  Content-Type: text/markdown; charset=utf-8

/docs/guides/*.md
  Content-Type: text/markdown; charset=utf-8
`;

/**
 * Writes every file. A running edge keeps its snapshot of the files. A quick build omits the pages at /docs/ unless
 * they are requested, because they need more packages than a local edge.
 */
export async function buildSite({ quick = false, docs: hasDocs = !quick, target = siteFolder } = {}) {
  const described = await description({ quick });
  const writeFiles = async (folder) => {
    const write = (path, text) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    write("v1/openapi.json", JSON.stringify(openapi(described)));
    write("v1/changelog.json", JSON.stringify(described.changelog));
    const docs = hasDocs ? await writeDocs(folder) : undefined;
    for (const { path, file } of guideFiles()) write(path, readFileSync(file));
    write("llms.txt", llms(described));
    const dashboard = await buildDashboard(folder);
    docs?.writeLicences(dashboard.bundled);
    write("_headers", [HEADERS, docs?.headers, dashboard.headers].filter(Boolean).join("\n"));
  };
  await work("Writing the documents and the dashboard", () => replaceFolder(target, writeFiles));
}

/** Writes the pages at /docs/ except for the licences, which are written after all bundles. */
async function writeDocs(folder) {
  const [{ buildDocs, docsHeaders }, { writeLicences }] = await Promise.all([
    import("./site/docs.mjs"),
    import("./site/licences.mjs"),
  ]);
  const bundled = await buildDocs(folder);
  return { headers: docsHeaders, writeLicences: (others) => writeLicences(folder, [...bundled, ...others]) };
}
