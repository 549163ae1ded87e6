// Generators make clients of the OpenAPI document that compile strictly, and that an edge answers.
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { description } from "../../scripts/description.mjs";
import { openapi } from "../../scripts/openapi/document.mjs";
import { inRoot } from "../../scripts/project.mjs";
import { setupPython } from "../../scripts/setup.mjs";
import { startAskedEdge } from "./support/edge.mjs";
import { node, python, pythonTool } from "./support/programs.mjs";
import { temporaryFolder, written } from "./support/written.mjs";

/** Of the examples in docs: what both clients find out. */
const FOUND = { leader: "Velunara", positive: 37, code: "limit_violation" };

let edge, folder, document;
before(async () => {
  [edge, document] = await Promise.all([startAskedEdge(), description().then(openapi)]);
  folder = temporaryFolder();
  written("openapi.json", JSON.stringify(document), folder);
});
after(() => edge?.stop());

const good = ({ code, output }) => {
  assert.equal(code, 0, output);
  return output;
};
const found = (output) => JSON.parse(output.trim().split("\n").at(-1));
const credentials = () => ({ URL: edge.url, KEY: edge.secret, TOKEN: edge.account.token });

test("openapi-typescript makes types that compile strictly and fit what is answered", async () => {
  const place = join(folder, "typescript");
  mkdirSync(place);
  symlinkSync(inRoot("tests", "openapi", "node_modules"), join(place, "node_modules"));
  copyFileSync(inRoot("tests", "openapi", "clients", "use.ts"), join(place, "use.ts"));
  written("package.json", '{"type":"module"}', place);
  good(await node("tests/openapi/node_modules/openapi-typescript/bin/cli.js", [join(folder, "openapi.json"), "--default-non-nullable", "false", "--output", join(place, "api.d.ts")]));
  good(await node("node_modules/typescript/bin/tsc", ["--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--types", "node", "--typeRoots", inRoot("node_modules", "@types"), "use.ts"], { cwd: place }));
  const { output } = await node("node_modules/node/bin/node", [], {});
  assert.deepEqual(found(good(output)), FOUND);
});

test("openapi-python-client makes a client that type checks strictly and is answered", async () => {
  const place = join(folder, "python");
  const path = `${dirname(await setupPython(inRoot("tests", "openapi", "requirements.txt")))}:${process.env.PATH}`;
  const made = good(await pythonTool("openapi-python-client", ["generate", "--path", join(folder, "openapi.json"), "--output-path", place], { env: { PATH: path } }));
  assert.doesNotMatch(made, /warning|error/i);
  const use = inRoot("tests", "openapi", "clients", "use.py");
  good(await pythonTool("mypy", ["--strict", "--no-incremental", join(place, "overheard_client"), use], { env: { MYPYPATH: place } }));
  assert.deepEqual(found(good(await python([use], { env: { ...credentials(), PYTHONPATH: place } }))), FOUND);
});
