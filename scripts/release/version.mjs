// The version number in every file that contains it. The one in Cargo.toml decides.
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A Semantic Versioning number without build metadata. */
const NUMBER = /\d+\.\d+\.\d+(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?/;
const number = NUMBER.source;

/** Documents with installation instructions. */
const DOCUMENTS = ["README.md", "docs", "pkg/README.md", "examples", "clients"];
/** Files of others, or about one fixed version. */
const EXCLUDED = /(^|\/)(node_modules|migrations|dist|\.venv|venv|build)\//;

export const isVersion = (text) => new RegExp(`^${number}$`).test(text);

/** Returns a file in which each match of a pattern is the number. */
const matching = (file, pattern) => ({
  file,
  read: (text) => [...text.matchAll(pattern)].map(([found]) => ({ at: "", version: found })),
  write: (text, version) => text.replaceAll(pattern, version),
});

/** Returns a JSON file with the number at some places, given as lists of names. */
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

/** Returns every file with the number, and how to find it there. */
function places(root) {
  const described = [
    RULING,
    // The crates of this project are the only ones without a source.
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
    // Shown answers and command output in documents.
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
    .filter((file) => file.endsWith(".md") && !EXCLUDED.test(file))
    .map((file) => matching(file, new RegExp(`(?<=\\boverheard-)${number}(?=\\.tgz|\\.crate|\\.tar\\.gz|-py3)`, "g")));
  return [...described, ...documents].filter(({ file }) => existsSync(join(root, file)));
}

const textOf = (root, file) => readFileSync(join(root, file), "utf8");

/** Returns the number that decides. */
export const versionOf = (root) => RULING.read(textOf(root, RULING.file))[0].version;

/** Returns every place of the number: the file with the place inside, and the number there. */
export const versionPlaces = (root) =>
  places(root).flatMap(({ file, read }) =>
    read(textOf(root, file)).map(({ at, version }) => ({ at: `${file}${at}`, version })),
  );

/** Sets the number everywhere; returns the changed files. With `dryRun` it writes nothing. */
export function setVersion(root, version, { dryRun = false } = {}) {
  const changed = places(root)
    .map(({ file, write }) => ({ file, before: textOf(root, file), after: write(textOf(root, file), version) }))
    .filter(({ before, after }) => before !== after);
  if (!dryRun) for (const { file, after } of changed) writeFileSync(join(root, file), after);
  return changed.map(({ file }) => file);
}
