// Creates a folder that the operator's command accepts as a project, with an edge that a test has started.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cliBinary } from "../../scripts/project.mjs";

/** Files by which the command recognises a project. */
const MARKS = ["wrangler.toml", "scripts/edge.mjs"];

/**
 * Creates the folder. `url` is the address of its edge. `files` are texts by name; `links` are linked files and folders
 * by name. `put` adds a file. `tellEdge` changes the address of the edge.
 */
export function makeProject({ adminSecret, url, files = {}, links = {} }) {
  const root = mkdtempSync(join(tmpdir(), "overheard-project-"));
  const put = (name, text) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  const tellEdge = (at) => put(".wrangler/edge.json", JSON.stringify({ pid: process.pid, url: at }));
  for (const mark of MARKS) put(mark, "");
  put(".dev.vars", `ADMIN_SECRET=${adminSecret}\n`);
  if (url !== undefined) tellEdge(url);
  symlinkSync(dirname(cliBinary()), join(root, "bin"));
  for (const [name, to] of Object.entries(links)) symlinkSync(to, join(root, name));
  for (const [name, text] of Object.entries(files)) put(name, text);
  return { root, put, tellEdge, remove: () => rmSync(root, { recursive: true, force: true }) };
}
