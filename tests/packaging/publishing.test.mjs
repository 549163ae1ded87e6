// The published package: the right files, and metadata that tools and compilers accept.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inRoot } from "../../scripts/project.mjs";
import { binary, copy, output, packed, project } from "./support/project.mjs";

test("the package has only its code, its types and its metadata", async () => {
  const { files } = await packed();
  const outside = files.filter(
    (file) =>
      !/^(package\.json|README\.md|LICENSE|THIRD-PARTY|[a-z]+\.d\.ts|types\/[a-z]+\.d\.ts|dist\/(overheard|data)\.wasm|generated\/[a-z-]+\.(js|json|d\.ts)|src\/.+\.js|bin\/overheard\.js)$/.test(
        file,
      ),
  );
  assert.deepEqual(outside, []);
  for (const file of [
    "package.json",
    "README.md",
    "index.d.ts",
    "slim.d.ts",
    "data.d.ts",
    "forms.d.ts",
    "query.d.ts",
    "tools.d.ts",
    "bin/overheard.js",
    "dist/overheard.wasm",
    "dist/data.wasm",
    "generated/answers.js",
    "generated/catalog.d.ts",
    "generated/names.js",
    "generated/recognise.js",
    "generated/schema.js",
  ]) {
    assert.ok(files.includes(file), file);
  }
});

test("every file that the metadata names exists", async () => {
  const { files } = await packed();
  const description = JSON.parse(readFileSync(inRoot("pkg", "package.json"), "utf8"));
  const named = JSON.stringify({ ...description, exports: Object.values(description.exports) }).match(
    /"\.\/[^"*]+\.(js|d\.ts|wasm|json)"/g,
  );
  const paths = named.map((quoted) => quoted.slice(3, -1));
  assert.ok(paths.length > 15);
  for (const path of paths) assert.ok(files.includes(path), path);
});

test("a package without a build is not packed, and the error says what to do", async () => {
  const sources = (await packed()).files.filter((file) => !/^(dist|generated)\/|^(LICENSE|THIRD-PARTY)$/.test(file));
  const packing = async (built, description = {}) => {
    const folder = copy([...sources, "prepack.mjs", ...built]);
    const file = join(folder, "package.json");
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), ...description }));
    const tarball = await output("npm", ["pack", "--json"], folder).then(
      () => "packed",
      (error) => error.message,
    );
    return { said: tarball, left: readdirSync(folder).filter((name) => name.endsWith(".tgz")) };
  };
  const nothing = await packing([]);
  assert.match(nothing.said, /the package is not built/);
  for (const part of [
    "dist/data.wasm",
    "dist/overheard.wasm",
    "generated/answers.js",
    "generated/catalog.d.ts",
    "generated/names.js",
    "generated/parameters.d.ts",
    "generated/recognise.js",
    "generated/schema.js",
    "generated/strings.js",
    "LICENSE",
    "THIRD-PARTY",
  ])
    assert.ok(nothing.said.includes(part), `${part}: ${nothing.said}`);
  assert.match(nothing.said, /npm run build -- package/);
  assert.deepEqual(nothing.left, []);
  const built = (await packed()).files.filter((file) => !sources.includes(file));
  const almost = await packing(built.filter((file) => file !== "generated/recognise.js"));
  assert.match(almost.said, /: generated\/recognise\.js missing\./);
  assert.equal((await packing(built)).said, "packed");

  // Files that the metadata may name later must exist too.
  const { exports, files } = JSON.parse(readFileSync(inRoot("pkg", "package.json"), "utf8"));
  const more = {
    exports: { ...exports, "./notes.json": "./notes.json" },
    bin: { overheard: "./bin/overheard.js", other: "./bin/other.js" },
    files: [...files, "dist/*.json", "dist/*.wasm", "manuals"],
  };
  assert.match((await packing(built, more)).said, /: bin\/other\.js, dist\/\*\.json, manuals, notes\.json missing\./);
});

test("the package has no dependencies", async () => {
  const { dependencies, peerDependencies, optionalDependencies, scripts } = JSON.parse(
    readFileSync(inRoot("pkg", "package.json"), "utf8"),
  );
  assert.deepEqual([dependencies, peerDependencies, optionalDependencies], [undefined, undefined, undefined]);
  // The package has no install script.
  assert.deepEqual(Object.keys(scripts), ["prepack"]);
  const cwd = await project("alone", {});
  assert.deepEqual(Object.keys(JSON.parse(readFileSync(join(cwd, "package-lock.json"), "utf8")).packages).sort(), [
    "",
    "node_modules/overheard",
  ]);
});

test("publint finds no problems", async () => {
  assert.match(await output(binary("publint"), ["run", (await packed()).path, "--strict"]), /All good!/);
});

test("its types resolve in every environment with ECMAScript modules", async () => {
  assert.match(await output(binary("attw"), [(await packed()).path, "--profile", "esm-only"]), /"overheard\/slim"/);
});
