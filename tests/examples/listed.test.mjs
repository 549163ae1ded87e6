// The links and files in the examples' documents exist.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { inRoot } from "../../scripts/project.mjs";

const list = inRoot("examples", "README.md");
const folders = readdirSync(inRoot("examples"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
  .map(({ name }) => name);
const read = (file) => readFileSync(file, "utf8");

test("every example has a README that the list of examples links to", () => {
  assert.ok(folders.length >= 2);
  for (const name of folders)
    assert.ok(read(list).includes(`](${name}/README.md)`), `examples/${name} is not in examples/README.md`);
});

test("links and files in their documents exist", () => {
  for (const file of [list, ...folders.map((name) => inRoot("examples", name, "README.md"))]) {
    const text = read(file);
    const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link]) => link);
    const files = text
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .flatMap((line) => [...line.split("|")[1].matchAll(/`([^`]+\.\w+)`/g)].map(([, name]) => name));
    for (const path of [...links, ...files]) assert.ok(existsSync(join(dirname(file), path)), `${file} names ${path}`);
  }
});
