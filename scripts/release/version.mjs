// The number of a release, in every file that says it. Cargo.toml rules; the others follow.
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** As Semantic Versioning has it, without build metadata. */
const NUMBER = /\d+\.\d+\.\d+(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?/;
const number = NUMBER.source;

/** Where documents tell what to install. */
const DOCUMENTS = ["README.md", "docs", "pkg/README.md", "examples", "clients"];
/** What belongs to others, or tells of one version for ever. */
const PASSED_OVER = /(^|\/)(node_modules|migrations|dist|\.venv|venv|build)\//;

export const isVersion = (text) => new RegExp(`^${number}$`).test(text);

/** A file in which each match of a pattern is the number. */
const matching = (file, pattern) => ({
  file,
  read: (text) => [...text.matchAll(pattern)].map(([found]) => ({ at: "", version: found })),
  write: (text, version) => text.replaceAll(pattern, version),
});

/** A JSON file with the number at some places: lists of names. */
const members = (file, ...places) => ({
  file,
  read: (text) =>
    places.map((names) => ({
      at: ` ${names.join(".")}`,
      version: names.reduce((object, name) => object?.[name], JSON.parse(text)),
    })),
  write: (text, version) => {
    const document = JSON.parse(text);
    for (const names of places) {
      const owner = names.slice(0, -1).reduce((object, name) => object[name], document);
      owner[names.at(-1)] = version;
    }
    return `${JSON.stringify(document, null, 2)}\n`;
  },
});

const RULING = matching("Cargo.toml", new RegExp(`(?<=^\\[workspace\\.package\\]\\nversion = ")${number}(?=")`, "gm"));

/** Every file that says the number, and how. */
function places(root) {
  const described = [
    RULING,
    // The crates of this project: the only ones without a source.
    matching(
      "Cargo.lock",
      new RegExp(`(?<=^name = "overheard[a-z-]*"\\nversion = ")${number}(?="\\n(?!source))`, "gm"),
    ),
    members("package.json", ["version"]),
    members("pkg/package.json", ["version"]),
    members("www/package.json", ["version"], ["dependencies", "overheard"]),
    members(
      "package-lock.json",
      ["version"],
      ["packages", "", "version"],
      ["packages", "pkg", "version"],
      ["packages", "www", "version"],
      ["packages", "www", "dependencies", "overheard"],
    ),
    members("examples/package-lock.json", ["packages", "../pkg", "version"]),
    // What documents show of answers and of what commands print.
    matching("docs/maintenance.md", new RegExp(`(?<=The edge and this command are )${number}`, "g")),
    matching(
      "docs/versioning.md",
      new RegExp(`(?<=^\\{"version":"|^\\| version of the product \\| \`)${number}`, "gm"),
    ),
    matching("clients/python/pyproject.toml", new RegExp(`(?<=^version = ")${number}(?=")`, "gm")),
    matching("clients/python/src/overheard/_version.py", new RegExp(`(?<=^__version__ = ")${number}(?=")`, "gm")),
  ];
  const files = DOCUMENTS.filter((path) => existsSync(join(root, path))).flatMap((path) =>
    path.endsWith(".md") ? [path] : readdirSync(join(root, path), { recursive: true }).map((name) => `${path}/${name}`),
  );
  const documents = files
    .filter((file) => file.endsWith(".md") && !PASSED_OVER.test(file))
    .map((file) => matching(file, new RegExp(`(?<=\\boverheard-)${number}(?=\\.tgz|\\.crate|\\.tar\\.gz|-py3)`, "g")));
  return [...described, ...documents].filter(({ file }) => existsSync(join(root, file)));
}

const textOf = (root, file) => readFileSync(join(root, file), "utf8");

/** The number that rules. */
export const versionOf = (root) => RULING.read(textOf(root, RULING.file))[0].version;

/** Every place that says the number: the file with what is inside, and what it says. */
export const told = (root) =>
  places(root).flatMap(({ file, read }) =>
    read(textOf(root, file)).map(({ at, version }) => ({ at: `${file}${at}`, version })),
  );

/** Sets the number everywhere; gives the files that change. With `dryRun` it only tells. */
export function setVersion(root, version, { dryRun = false } = {}) {
  const changed = places(root)
    .map(({ file, write }) => ({ file, before: textOf(root, file), after: write(textOf(root, file), version) }))
    .filter(({ before, after }) => before !== after);
  if (!dryRun) for (const { file, after } of changed) writeFileSync(join(root, file), after);
  return changed.map(({ file }) => file);
}
