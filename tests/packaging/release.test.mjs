// A release: the same version number in every file and every build, and complete artefacts.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { cliBinary, environment, inRoot, root } from "../../scripts/project.mjs";
import { notesOf } from "../../scripts/release/notes.mjs";
import { setVersion, versionPlaces, versionOf } from "../../scripts/release/version.mjs";
import { packed } from "./support/project.mjs";

const folder = mkdtempSync(join(tmpdir(), "overheard-release-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const version = versionOf(root);
const changelog = readFileSync(inRoot("CHANGELOG.md"), "utf8");

/** Runs one of the project's scripts. Returns its exit code and output. */
function script(name, ...args) {
  try {
    const options = { cwd: root, env: environment(), encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] };
    return { code: 0, stdout: execFileSync(process.execPath, [inRoot("scripts", name), ...args], options), stderr: "" };
  } catch ({ status, stdout, stderr }) {
    return { code: status, stdout, stderr };
  }
}

test("every file with a version has the same one", () => {
  const places = versionPlaces(root);
  for (const { at, version: said } of places) assert.equal(said, version, at);
  const files = new Set(places.map(({ at }) => at.split(" ")[0]));
  for (const file of [
    "Cargo.toml",
    "Cargo.lock",
    "package.json",
    "pkg/package.json",
    "www/package.json",
    "package-lock.json",
    "docs/library.md",
    "clients/python/pyproject.toml",
    "clients/python/src/overheard/_version.py",
    "docs/python.md",
  ]) {
    assert.ok(files.has(file), file);
  }
  // The crates of the workspace, and the entries of npm.
  assert.ok(places.filter(({ at }) => at === "Cargo.lock").length > 10);
  assert.equal(script("version.mjs").stdout, `${version}\n`);
});

test("builds have the same version", async () => {
  const command = execFileSync(cliBinary(), ["--version"], { encoding: "utf8" });
  assert.equal(command, `overheard ${version}\n`);
  assert.match((await packed()).path, new RegExp(`overheard-${version}\\.tgz$`));
  const described = inRoot("pkg", "generated", "openapi.json");
  if (existsSync(described)) assert.equal(JSON.parse(readFileSync(described, "utf8")).info.version, version);
});

test("the version is set everywhere at once, and nothing else changes", () => {
  const copy = join(folder, "copy");
  for (const { at } of versionPlaces(root))
    cpSync(inRoot(at.split(" ")[0]), join(copy, at.split(" ")[0]), { recursive: true });
  const before = versionPlaces(copy);
  const files = [...new Set(before.map(({ at }) => at.split(" ")[0]))];
  assert.deepEqual(setVersion(copy, "7.8.9-rc.1", { dryRun: true }), files);
  assert.deepEqual(versionPlaces(copy), before);
  assert.deepEqual(setVersion(copy, "7.8.9-rc.1"), files);
  assert.deepEqual(
    versionPlaces(copy),
    before.map(({ at }) => ({ at, version: "7.8.9-rc.1" })),
  );
  // Setting the old version again restores every file, so nothing else has changed.
  setVersion(copy, version);
  for (const file of files)
    assert.equal(readFileSync(join(copy, file), "utf8"), readFileSync(inRoot(file), "utf8"), file);
  assert.deepEqual(setVersion(copy, version), []);
});

test("an invalid version is refused", () => {
  for (const wrong of ["2", "v0.3.0", "0.3", "0.3.0 "]) {
    const { code, stderr } = script("version.mjs", wrong);
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`^overheard: VERSION '${wrong}' is no version\\. Allowed: `));
  }
  assert.match(script("version.mjs", "0.3.0", "--dry-run").stdout, /^Would set 0\.3\.0 in:\n {2}Cargo\.toml\n/);
  assert.equal(versionOf(root), version);
  for (const name of ["version.mjs", "publish.mjs"])
    assert.match(script(name, "--help").stdout, /^Usage: node scripts\//);
});

test("the changelog and the guide describe the version", () => {
  assert.match(changelog, new RegExp(`^## \\[${version.replaceAll(".", "\\.")}\\] - \\d{4}-\\d{2}-\\d{2}$`, "m"));
  const guide = `docs/migrations/${version.split(".").slice(0, 2).join(".")}.md`;
  assert.ok(existsSync(inRoot(guide)), guide);
  const text =
    "# Changelog\n\n## [Unreleased]\n\n- c\n\n## [0.2.0] - 2027-01-02\n\n### Added\n\n- b\n\n## [0.1.0] - 2027-01-01\n\n- a\n";
  assert.equal(notesOf(text, "0.2.0"), "### Added\n\n- b");
  assert.deepEqual(
    [notesOf(text, "0.1.0"), notesOf(text, "0.3.0"), notesOf(text, "Unreleased")],
    ["- a", undefined, undefined],
  );
});

/** Returns the files that the dry run creates for some parts, and its output. */
function dryRun(...parts) {
  const out = join(folder, parts.join("-"));
  const { code, stdout, stderr } = script("publish.mjs", ...parts, "--no-verify", "--out", out);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /Nothing was published\./);
  return { out, stdout, files: readdirSync(out).sort() };
}

test("the crate and the package are complete, and the dry run names their registries", () => {
  const { out, stdout, files } = dryRun("crate", "package");
  const [crate, tarball] = [`overheard-${version}.crate`, `overheard-${version}.tgz`];
  assert.deepEqual(files, ["RELEASE_NOTES.md", crate, tarball].sort());
  assert.match(
    stdout,
    /^what +file +size +would be published to\ncrate +overheard-\S+\.crate +\d+ kB +\S.*\npackage +overheard-\S+\.tgz +\d+ kB +https?:/m,
  );
  assert.equal(
    readFileSync(join(out, "RELEASE_NOTES.md"), "utf8"),
    `# Overheard ${version}\n\n${notesOf(changelog, version)}\n`,
  );
  const inside = execFileSync("tar", ["-tzf", join(out, crate)], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((path) => path.slice(path.indexOf("/") + 1));
  const sources = readdirSync(inRoot("src"), { recursive: true })
    .map((path) => `src/${path}`)
    .filter((path) => statSync(inRoot(path)).isFile());
  const others = inside.filter((path) => !sources.includes(path));
  assert.deepEqual(
    sources.filter((path) => !inside.includes(path)),
    [],
  );
  assert.deepEqual(others.filter((path) => path !== ".cargo_vcs_info.json").sort(), [
    "Cargo.lock",
    "Cargo.toml",
    "Cargo.toml.orig",
    "LICENSE",
  ]);
  assert.ok(statSync(join(out, crate)).size < 1_000_000, "the crate is small");
  const manifest = execFileSync("tar", ["-xzOf", join(out, crate), `overheard-${version}/Cargo.toml`], {
    encoding: "utf8",
  });
  for (const member of [
    /^license = "MIT"$/m,
    /^readme = "src\/README\.md"$/m,
    /^description = "/m,
    /^categories = \[/m,
  ])
    assert.match(manifest, member);
});

test("the wheel is complete", (context) => {
  const { stdout, files } = dryRun("wheel");
  const missing = /^wheel +not packed +(.*)$/m.exec(stdout);
  if (missing) return context.skip(missing[1]);
  assert.deepEqual(
    files,
    ["RELEASE_NOTES.md", `overheard-${version}-py3-none-any.whl`, `overheard-${version}.tar.gz`].sort(),
  );
});

test("the OpenAPI document and the collections are written for the release", () => {
  const { files, out } = dryRun("documents");
  assert.deepEqual(files, [
    "RELEASE_NOTES.md",
    "openapi.json",
    "overheard.bruno.zip",
    "overheard.postman_collection.json",
  ]);
  assert.equal(JSON.parse(readFileSync(join(out, "openapi.json"), "utf8")).info.version, version);
});

test("an unknown part is refused with a list of the known ones", () => {
  const { code, stderr } = script("publish.mjs", "crates");
  assert.deepEqual(
    [code, stderr],
    [1, "overheard: there is no part crates. Allowed: crate, package, wheel, documents\n"],
  );
});
