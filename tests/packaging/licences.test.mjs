// Licences of third-party code: only allowed ones, and their texts are included where the code is embedded.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { checkComponents, isAllowed, thirdParty } from "../../scripts/licences.mjs";
import { inRoot } from "../../scripts/project.mjs";

test("an expression is allowed if allowed licences satisfy it", () => {
  const allowed = [
    "MIT",
    "MIT/Apache-2.0",
    "GPL-3.0 OR MIT",
    "(MIT OR GPL-3.0) AND Unicode-3.0",
    "Apache-2.0 WITH LLVM-exception OR GPL-2.0",
  ];
  for (const expression of allowed) assert.equal(isAllowed(expression), true, expression);
  const refused = [
    "",
    "GPL-3.0",
    "MIT AND GPL-3.0",
    "MIT OR",
    "(MIT",
    "SEE LICENSE IN LICENSE",
    "GPL-2.0 WITH LLVM-exception",
  ];
  for (const expression of refused) assert.equal(isAllowed(expression), false, expression);
});

test("a licence that is not allowed, or has no text, is refused by name", () => {
  const one = { name: "left", version: "1.0.0", license: "MIT", texts: ["the text"] };
  const other = { ...one, name: "right" };
  assert.throws(() => checkComponents([{ ...one, license: "GPL-3.0" }]), /left 1\.0\.0 is licensed as 'GPL-3\.0'/);
  assert.throws(() => checkComponents([{ ...one, texts: [] }]), /left 1\.0\.0 has no licence file/);
  const text = thirdParty("Title", [other, one, one]);
  assert.equal(text.match(/the text/g).length, 1);
  assert.match(text, /left 1\.0\.0: MIT\nright 1\.0\.0: MIT\n/);
});

test("the package and the site include the licences of the code that they embed", () => {
  assert.match(readFileSync(inRoot("pkg", "THIRD-PARTY"), "utf8"), /^sha2 \d[^\n]*: MIT OR Apache-2\.0$/m);
  const served = readFileSync(inRoot("worker", "site", "docs", "licenses", "THIRD-PARTY.txt"), "utf8");
  for (const name of ["axum", "krilla", "react", "@scalar/api-reference", "@expo-google-fonts/noto-sans"])
    assert.ok(served.includes(`\n${name} `), name);
});
