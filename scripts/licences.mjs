// Checks the licences of third-party code, and writes the THIRD-PARTY texts of products that embed it.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { environment, inRoot, packagesIn, root, wasmTarget } from "./project.mjs";
import { Failure } from "./step.mjs";

/** Allowed SPDX ids: permissive licences. Any other licence needs a decision first. */
const ALLOWED = [
  "0BSD",
  "Apache-2.0",
  "Apache-2.0 WITH LLVM-exception",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BSL-1.0",
  "CC0-1.0",
  "CDLA-Permissive-2.0",
  "ISC",
  "MIT",
  "OFL-1.1",
  "Unicode-3.0",
  "Unlicense",
  "Zlib",
];

/** Licences without conditions for redistribution. */
const WITHOUT_CONDITIONS = ["0BSD", "CC0-1.0", "Unlicense"];

/** Files with a licence, or with notices that must be passed on. */
const LICENCE_FILE = /^(licen[cs]e|copying|notice|unlicense|ofl)/i;

/** Returns the licence text of a component that includes none, or undefined if the text is unknown. */
function standardText({ license, owner }) {
  const permission = () => readFileSync(inRoot("LICENSE"), "utf8").split("\n").slice(4).join("\n");
  if (WITHOUT_CONDITIONS.includes(license)) return `It may be used under the terms of ${license}.`;
  return /\bMIT\b/.test(license) ? `MIT License\n\nCopyright (c) ${owner}\n\n${permission()}` : undefined;
}

const cargo = (...args) =>
  execFileSync("cargo", args, {
    cwd: root,
    env: environment(),
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "pipe"],
  });

/** Cargo arguments of the served and released products, with their features. */
const EDGE = ["-p", "overheard-worker", "-p", "overheard-render", "--target", wasmTarget];
const MODULE = ["-p", "overheard-wasm", "--features", "full", "--target", wasmTarget];
const COMMAND = ["-p", "overheard-cli"];

/** Returns the third-party crates in the output of `cargo tree` for these arguments. */
function cratesOf(...asked) {
  const tree = (args) => cargo("tree", "--locked", "--edges", "normal", "--prefix", "none", "--format", "{p}", ...args);
  const used = new Set(
    asked.flatMap((args) => tree(args).split("\n")).map((line) => line.split(" ").slice(0, 2).join(" ")),
  );
  return JSON.parse(cargo("metadata", "--locked", "--format-version", "1"))
    .packages.filter(({ name, version, source }) => source !== null && used.has(`${name} v${version}`))
    .map(({ name, version, license, authors, manifest_path }) =>
      component({
        name,
        version,
        license: license ?? "",
        folder: dirname(manifest_path),
        owner: authors.join(", ") || `the authors of ${name}`,
      }),
    );
}

/** Returns the npm packages of bundled files. */
export function packagesOf(files) {
  const inside = `${sep}node_modules${sep}`;
  const folders = new Set();
  for (const file of files) {
    const at = file.lastIndexOf(inside);
    if (at < 0) continue;
    const parts = file.slice(at + inside.length).split(sep);
    folders.add(join(file.slice(0, at + inside.length), ...parts.slice(0, parts[0].startsWith("@") ? 2 : 1)));
  }
  return [...folders]
    .filter((folder) => existsSync(join(folder, "package.json")))
    .map((folder) => {
      const { name, version, license = "", author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      return component({
        name,
        version,
        license: typeof license === "string" ? license : license.type,
        folder,
        owner: author?.name ?? author ?? `the authors of ${name}`,
      });
    });
}

/**
 * Returns the package.json files of a package and its dependencies, for a package that is published as a bundle of
 * them.
 */
export function filesOfTree(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const { dependencies = {} } = JSON.parse(readFileSync(file, "utf8"));
  for (const name of Object.keys(dependencies)) {
    for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
      const candidate = join(folder, "node_modules", name, "package.json");
      if (!existsSync(candidate)) continue;
      filesOfTree(candidate, found);
      break;
    }
  }
  return found;
}

function component({ folder, owner, ...what }) {
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && LICENCE_FILE.test(entry.name),
  );
  const texts = files.map(({ name }) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim());
  const standard = texts.length === 0 && standardText({ ...what, owner });
  return { ...what, texts: standard ? [standard] : texts };
}

/** Returns true if allowed licences alone satisfy an SPDX expression. */
export function isAllowed(expression) {
  const tokens = expression.replaceAll("/", " OR ").match(/[()]|[^\s()]+( WITH [^\s()]+)?/g) ?? [];
  const all = () => {
    let fulfilled = one();
    while (tokens[0] === "AND") fulfilled = (tokens.shift(), one()) && fulfilled;
    return fulfilled;
  };
  const any = () => {
    let fulfilled = all();
    while (tokens[0] === "OR") fulfilled = (tokens.shift(), all()) || fulfilled;
    return fulfilled;
  };
  let isCut = false;
  const one = () => {
    const token = tokens.shift();
    isCut ||= token === undefined;
    if (token !== "(") return ALLOWED.includes(token);
    const fulfilled = any();
    return tokens.shift() === ")" && fulfilled;
  };
  return any() && tokens.length === 0 && !isCut;
}

/** Fails if a component's licence is not allowed, or has no text. */
export function checkComponents(components) {
  const bad = components
    .filter(({ license }) => !isAllowed(license))
    .map(({ name, version, license }) => `${name} ${version} is licensed as '${license}'`);
  const mute = components
    .filter(({ texts }) => texts.length === 0)
    .map(({ name, version }) => `${name} ${version} has no licence file`);
  const faults = [...bad, ...mute];
  if (faults.length > 0)
    throw new Failure(`${faults.join("; ")}. Allowed licences: ${ALLOWED.join(", ")} (scripts/licences.mjs)`);
}

/** Returns the THIRD-PARTY text of components: their names and licences, then every licence text once. */
export function thirdParty(title, components) {
  checkComponents(components);
  const named = ({ name, version }) => `${name} ${version}`;
  const sorted = [...new Map(components.map((one) => [named(one), one])).values()].sort((a, b) =>
    named(a) < named(b) ? -1 : 1,
  );
  const users = new Map();
  for (const one of sorted) {
    for (const text of one.texts) users.set(text, [...(users.get(text) ?? []), named(one)]);
  }
  const texts = [...users].map(([text, names]) => `${"-".repeat(80)}\n${names.join(", ")}\n\n${text}\n`);
  return `${title}\n\n${sorted.map((one) => `${named(one)}: ${one.license}`).join("\n")}\n\n${texts.join("\n")}`;
}

/** Returns the crates of all served and released products. */
export const allCrates = () => cratesOf(EDGE, MODULE, COMMAND);

/** Returns the text for the module that the npm package and the wheel embed. */
export const moduleLicences = () =>
  thirdParty("Third-party code in the WebAssembly modules of Overheard", cratesOf(MODULE));

/** Returns the npm packages in the Worker's script. */
export const workerPackages = () => packagesOf(filesOfTree(inRoot("node_modules", "hyparquet-writer", "package.json")));

/** Returns the font packages that reports embed. */
export const fontPackages = () => {
  const folder = packagesIn("scripts", "@expo-google-fonts");
  return packagesOf(readdirSync(folder).map((name) => join(folder, name, "package.json")));
};
