// The files that a deployment serves beside its interfaces, without running the Worker: the dashboard, documents for programs
// and agents, and the pages at /docs/. `node scripts/build.mjs site` makes worker/site anew.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { description } from "./description.mjs";
import { openapi } from "./openapi/document.mjs";
import { siteFolder } from "./project.mjs";
import { replaceFolder } from "./replace.mjs";
import { buildDashboard } from "./site/dashboard.mjs";
import { buildDocs, docsHeaders } from "./site/docs.mjs";
import { writeLicences } from "./site/licences.mjs";
import { guideFiles, llms } from "./site/llms.mjs";
import { work } from "./step.mjs";

/** Everything is for everybody, and changes with a deployment alone; nobody has to guess what a file is. */
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

/** Writes every file anew. An edge that runs goes on with the files that it has. */
export async function buildSite(target = siteFolder) {
  const described = await description();
  const writeFiles = async (folder) => {
    const write = (path, text) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    write("v1/openapi.json", JSON.stringify(openapi(described)));
    write("v1/changelog.json", JSON.stringify(described.changelog));
    const ofDocs = await buildDocs(folder);
    for (const { path, file } of guideFiles()) write(path, readFileSync(file));
    write("llms.txt", llms(described));
    const dashboard = await buildDashboard(folder);
    writeLicences(folder, [...ofDocs, ...dashboard.bundled]);
    write("_headers", [HEADERS, docsHeaders, dashboard.headers].join("\n"));
  };
  await work("Writing the documents", () => replaceFolder(target, writeFiles));
}
