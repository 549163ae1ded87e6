// Generates clients from the OpenAPI document with the commands of docs/openapi.md. They compile strictly, and their
// requests to an edge succeed.
import assert from "node:assert/strict";
import { copyFileSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { description } from "../../scripts/description.mjs";
import { openapi } from "../../scripts/openapi/document.mjs";
import { inRoot, packagesIn } from "../../scripts/project.mjs";
import { fetchAs } from "../support/account.mjs";
import { blocks } from "../support/documents-shown.mjs";
import { startAskedEdge } from "./support/edge.mjs";
import { node, python, pythonTool } from "./support/programs.mjs";
import { temporaryFolder, writeTextFile } from "./support/written.mjs";

const HERE = ["tests", "openapi"];
const shown = blocks(readFileSync(inRoot("docs", "openapi.md"), "utf8"));
const commands = shown
  .flatMap(({ language, lines }) => (language === "sh" ? lines : []))
  .map((line) => line.replace("npx ", "").split(" "));
/** Returns the arguments of the program's only command in the guide that also contains a word. */
const argumentsOf = (name, word = name) =>
  commands.find((command) => command[0] === name && command.includes(word)).slice(1);
/** Returns the code block of a language that contains a name. */
const programIn = (language, name) =>
  shown
    .find((block) => block.language === language && block.lines.some((line) => line.includes(name)))
    .lines.join("\n");

let edge, document;
before(async () => ([edge, document] = await Promise.all([startAskedEdge(), description().then(openapi)])));
after(() => edge?.stop());

const good = ({ code, output }) => {
  assert.equal(code, 0, output);
  return output;
};
const TONE = "/v1/sentiment?from=2026-10-01&to=2026-10-31&platform=youtube,-tiktok";
/**
 * Computes the expected results of all programs: the leading group, the positive mentions of a month on a platform, and
 * the reason for refusing a size.
 */
async function expected() {
  const { counts } = await fetchAs(edge, edge.account, TONE).then(({ json }) => json);
  return { leader: "Velunara", positive: counts.positive, code: "limit_violation" };
}
/** Computes the expected results of openapi-generator's clients, which also read `meta` and `_meta`. */
async function expectedOfBoth() {
  const { meta, _meta } = await fetchAs(edge, edge.account, TONE, { headers: { Prefer: "meta" } }).then(
    ({ json }) => json,
  );
  return { ...(await expected()), mentions: meta.mentions, version: _meta.dataset_version };
}
const found = (output) => JSON.parse(output.trim().split("\n").at(-1));
const credentials = () => ({ URL: edge.url, KEY: edge.secret, TOKEN: edge.account.token });

/** Creates a folder with the document. */
function place() {
  const folder = temporaryFolder();
  writeTextFile("openapi.json", JSON.stringify(document), folder);
  return folder;
}

test("openapi-typescript generates types that compile strictly and match the answers", async () => {
  const folder = place();
  // Its imports are resolved from this project's packages.
  symlinkSync(packagesIn("tests"), join(folder, "node_modules"));
  writeTextFile("package.json", '{"type":"module"}', folder);
  writeTextFile(
    "shown.ts",
    `declare const process: { env: Record<string, string> };\n${programIn("ts", "openapi-fetch")}\n`,
    folder,
  );
  copyFileSync(inRoot(...HERE, "clients", "use.ts"), join(folder, "use.ts"));
  good(
    await node("tests/openapi/node_modules/openapi-typescript/bin/cli.js", argumentsOf("openapi-typescript"), {
      cwd: folder,
    }),
  );
  const strict = [
    "--strict",
    "--noEmit",
    "--target",
    "es2022",
    "--lib",
    "es2022,dom",
    "--module",
    "nodenext",
    "--types",
    "",
  ];
  good(await node("tests/node_modules/typescript/bin/tsc", [...strict, "use.ts", "shown.ts"], { cwd: folder }));
  assert.deepEqual(
    found(good(await node(join(folder, "use.ts"), [], { cwd: folder, env: credentials() }))),
    await expected(),
  );
});

test("openapi-python-client generates a client that passes strict type checks and gets answers", async () => {
  const folder = place();
  const made = good(await pythonTool("openapi-python-client", argumentsOf("openapi-python-client"), { cwd: folder }));
  assert.doesNotMatch(made, /warning|error/i);
  const client = join(folder, "client");
  const use = inRoot(...HERE, "clients", "use.py");
  const program = writeTextFile("shown.py", `KEY = ""\n${programIn("python", "overheard_client")}\n`, folder);
  good(
    await python(["-m", "mypy", "--strict", "--no-incremental", join(client, "overheard_client"), use, program], {
      cwd: folder,
      env: { MYPYPATH: client },
    }),
  );
  assert.deepEqual(
    found(good(await python([use], { env: { ...credentials(), PYTHONPATH: client } }))),
    await expected(),
  );
});

test("openapi-generator generates a Python client that has all members and gets answers", async () => {
  const folder = place();
  good(await pythonTool("openapi-generator-cli", argumentsOf("openapi-generator-cli", "python"), { cwd: folder }));
  const client = join(folder, "python");
  const use = inRoot(...HERE, "clients", "generator.py");
  const program = writeTextFile("shown.py", `TOKEN = ""\n${programIn("python", "openapi_client")}\n`, folder);
  good(
    await python(["-m", "mypy", "--strict", "--no-incremental", "--follow-imports", "silent", use, program], {
      cwd: folder,
      env: { MYPYPATH: client },
    }),
  );
  assert.deepEqual(
    found(good(await python([use], { env: { ...credentials(), PYTHONPATH: client } }))),
    await expectedOfBoth(),
  );
});

test("openapi-generator generates a TypeScript client that compiles strictly, has all members and gets answers", async () => {
  const folder = place();
  good(
    await pythonTool("openapi-generator-cli", argumentsOf("openapi-generator-cli", "typescript-fetch"), {
      cwd: folder,
    }),
  );
  writeTextFile("package.json", '{"type":"module"}', folder);
  copyFileSync(inRoot(...HERE, "clients", "generator.ts"), join(folder, "use.ts"));
  const strict = [
    "--strict",
    "--target",
    "es2022",
    "--lib",
    "es2022,dom",
    "--module",
    "nodenext",
    "--types",
    "",
    "--outDir",
    "made",
  ];
  good(await node("tests/node_modules/typescript/bin/tsc", [...strict, "use.ts"], { cwd: folder }));
  assert.deepEqual(
    found(good(await node(join(folder, "made", "use.js"), [], { cwd: folder, env: credentials() }))),
    await expectedOfBoth(),
  );
});
