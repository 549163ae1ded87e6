// Packs the released artefacts, checks them, and publishes them on request.
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { description } from "./description.mjs";
import { openapi } from "./openapi/document.mjs";
import { environment, inRoot, root, targetDirectory } from "./project.mjs";
import { notesOf } from "./release/notes.mjs";
import { projectPython } from "./python/environment.mjs";
import { versionPlaces, versionOf } from "./release/version.mjs";
import { Failure, chosen, looksOffline, main, show, skip, step, work } from "./step.mjs";

const HELP = `Usage: node scripts/publish.mjs [crate] [package] [wheel] [documents] [--publish] [--no-verify] [--out FOLDER]

Packs the core's crate, the npm package and the Python client's wheel, and looks whether they are whole, and writes the
OpenAPI document and the request collections: all of them, or those that are named. Nothing is published without --publish.

  --publish      publishes them, with the credentials of cargo, npm and twine. Takes a checkout without changes.
                 Documents are attached to the release, with its notes
  --no-verify    does not compile the packed crate once more
  --out FOLDER   where the files go, and the notes of the release; target/publish/VERSION as it comes
  --help         this
`;

const OPENAPI = "openapi.json";
const PYTHON_CLIENT = inRoot("clients", "python");
const offline = (output) =>
  looksOffline(output) ? "the registry cannot be reached. Look at the network and try again" : undefined;
const output = (command, args) =>
  execFileSync(command, args, { cwd: root, env: environment(), encoding: "utf8" }).trim();

/** Returns the registry that each tool would publish to, by this machine's configuration. */
const registries = {
  crate: () => process.env.CARGO_REGISTRY_DEFAULT ?? "cargo's registry",
  package: () => output("npm", ["config", "get", "registry"]),
  wheel: () => process.env.TWINE_REPOSITORY_URL ?? process.env.TWINE_REPOSITORY ?? "twine's repository",
  documents: () => "the release, with its notes",
};

/** Each part packs itself into a folder and returns its files, or why there are none. `publish` publishes them. */
const PARTS = {
  crate: {
    name: "crate",
    async pack({ out, verify, publish, version }) {
      const args = [
        "package",
        "-p",
        "overheard",
        "--locked",
        ...(verify ? ["--all-features"] : ["--no-verify"]),
        ...(publish ? [] : ["--allow-dirty"]),
      ];
      await step("Packing the crate", "cargo", args, { explain: offline });
      const file = `overheard-${version}.crate`;
      copyFileSync(join(targetDirectory(), "package", file), join(out, file));
      return { files: [file] };
    },
    // No verification, because the crate was just compiled.
    publish: () => show("Publishing the crate", "cargo", ["publish", "-p", "overheard", "--locked", "--no-verify"]),
  },
  package: {
    name: "package",
    async pack({ out }) {
      const packed = JSON.parse(
        await step("Packing the package", "npm", ["pack", inRoot("pkg"), "--json", "--pack-destination", out]),
      );
      // Shows npm's remarks on the package's metadata before it is published.
      await step(
        "Trying to publish the package",
        "npm",
        ["publish", inRoot("pkg"), "--dry-run", "--access", "public"],
        { explain: offline },
      );
      return { files: packed.map(({ filename }) => filename) };
    },
    publish: ({ out, files }) =>
      show("Publishing the package", "npm", ["publish", join(out, files[0]), "--access", "public"]),
  },
  wheel: {
    name: "wheel",
    async pack({ out }) {
      const python = await projectPython();
      if (python === undefined) return { missing: "there is no Python 3.10 or newer with venv" };
      const before = new Set(readdirSync(out));
      // The requirements also pin the build tools.
      await step("Building the wheel", python, ["-m", "build", "--no-isolation", "--outdir", out, PYTHON_CLIENT]);
      const files = readdirSync(out).filter((file) => !before.has(file));
      await step("Checking the wheel", python, [
        "-m",
        "twine",
        "check",
        "--strict",
        ...files.map((file) => join(out, file)),
      ]);
      return { files };
    },
    async publish({ out, files }) {
      await show("Publishing the wheel", await projectPython(), [
        "-m",
        "twine",
        "upload",
        ...files.map((file) => join(out, file)),
      ]);
    },
  },
  documents: {
    name: "documents",
    async pack({ out }) {
      // Imported late, because the converter is a package.
      const { COLLECTIONS, writeCollections } = await import("./site/collections.mjs");
      const document = openapi(await description());
      await work("Writing the OpenAPI document and the collections", async () => {
        writeFileSync(join(out, OPENAPI), `${JSON.stringify(document, null, 1)}\n`);
        await writeCollections(out, document);
      });
      return { files: [OPENAPI, ...Object.values(COLLECTIONS)] };
    },
    // The release manager attaches them beside the notes.
    publish: () => {},
  },
};

/** Checks the preconditions of a release; returns its notes. */
function checkedNotes(version, publish) {
  const others = versionPlaces(root).filter((place) => place.version !== version);
  if (others.length > 0) {
    throw new Failure(
      `Cargo.toml says ${version}, but ${others[0].at} says ${others[0].version}. Run: node scripts/version.mjs ${version}`,
    );
  }
  const notes = notesOf(readFileSync(inRoot("CHANGELOG.md"), "utf8"), version);
  if (!notes)
    throw new Failure(
      `CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD". Write what changed before it is published`,
    );
  const changes = publish ? output("git", ["status", "--porcelain"]) : "";
  if (changes !== "") throw new Failure(`what is published must be committed, and this is not:\n${changes}`);
  return notes;
}

const size = (path) => `${(statSync(path).size / 1000).toLocaleString("en", { maximumFractionDigits: 0 })} kB`;

/** Prints a line for each packed file. */
function report(packed, out, publish) {
  const rows = packed.flatMap(({ part, files = [], missing }) =>
    missing
      ? [[part.name, "not packed", "", missing]]
      : files.map((file) => [part.name, file, size(join(out, file)), registries[part.name]()]),
  );
  const table = [["what", "file", "size", publish ? "published to" : "would be published to"], ...rows];
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join("  ")
      .trimEnd(),
  );
  process.stdout.write(`${lines.join("\n")}\n\nFiles and RELEASE_NOTES.md are in ${out}\n`);
  if (!publish) process.stdout.write("Nothing was published. To publish: node scripts/publish.mjs --publish\n");
}

await main(import.meta.url, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      publish: { type: "boolean", default: false },
      "no-verify": { type: "boolean", default: false },
      out: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) return void process.stdout.write(HELP);
  const parts = chosen(PARTS, positionals);
  const version = versionOf(root);
  const { publish } = values;
  const notes = checkedNotes(version, publish);
  const out = values.out ?? join(targetDirectory(), "publish", version);
  if (values.out === undefined) rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "RELEASE_NOTES.md"), `# Overheard ${version}\n\n${notes}\n`);
  const packed = [];
  for (const part of parts) {
    const { files, missing } = await part.pack({ out, verify: !values["no-verify"], publish, version });
    if (missing) {
      skip(`The ${part.name}`, missing);
      if (publish) throw new Failure(`the ${part.name} cannot be published: ${missing}`);
    }
    packed.push({ part, files, missing });
  }
  // Publishing begins only after everything is packed and checked.
  if (publish) for (const { part, files } of packed) await part.publish({ out, files });
  report(packed, out, publish);
});
