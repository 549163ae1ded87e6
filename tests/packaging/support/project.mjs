// Creates temporary projects with the packed library, as if it were installed from a registry.
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after } from "node:test";
import { promisify } from "node:util";
import { environment, inRoot, packagesIn } from "../../../scripts/project.mjs";

const run = promisify(execFile);
const folder = temporary(join(tmpdir(), "overheard-packaging-"));

/** Creates a folder whose path begins so. It is deleted after the tests of the file. */
export function temporary(prefix) {
  const made = mkdtempSync(prefix);
  after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** Runs a command and returns its standard output. */
export async function output(command, args, cwd, env = {}) {
  try {
    return (await run(command, args, { cwd, env: { ...environment(), ...env }, maxBuffer: 1 << 26 })).stdout;
  } catch (error) {
    throw new Error(`${command} ${args.join(" ")}\n${error.stdout}\n${error.stderr}`);
  }
}

let tarball;
/** Returns the library as it would be published. */
export function packed() {
  tarball ??= output("npm", ["pack", inRoot("pkg"), "--json", "--pack-destination", folder], folder).then((said) => {
    const [{ filename, files }] = JSON.parse(said);
    return { path: join(folder, filename), files: files.map(({ path }) => path) };
  });
  return tarball;
}

/** Creates a project of these files whose only dependency is the library. Nothing is downloaded. */
export async function project(name, files, within = folder) {
  const cwd = join(within, name);
  write(cwd, { "package.json": JSON.stringify({ name, private: true, type: "module" }), ...files });
  await output("npm", ["install", "--offline", "--no-audit", "--no-fund", (await packed()).path], cwd);
  return cwd;
}

let copies = 0;
/** Creates a folder with these files of the library. */
export function copy(files) {
  const cwd = join(folder, `copy-${(copies += 1)}`);
  for (const path of files) cpSync(inRoot("pkg", path), join(cwd, path));
  return cwd;
}

function write(cwd, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
}

/** Returns the path of a tool that tests the project. */
export const binary = (name) => packagesIn("tests", ".bin", name);

/** Returns the .wasm files that a bundler wrote into a folder. */
export const modulesIn = (path) => readdirSync(path, { recursive: true }).filter((name) => name.endsWith(".wasm"));
