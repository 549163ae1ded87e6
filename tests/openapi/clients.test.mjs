// Generators make clients of the OpenAPI document that compile strictly, and that an edge answers: by the commands of
// docs/openapi.md, which shows how they are used.
import assert from "node:assert/strict";
import { copyFileSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { description } from "../../scripts/description.mjs";
import { openapi } from "../../scripts/openapi/document.mjs";
import { inRoot, packagesIn } from "../../scripts/project.mjs";
import { see } from "../support/account.mjs";
import { blocks } from "../support/documents-shown.mjs";
import { startAskedEdge } from "./support/edge.mjs";
import { node, python, pythonTool } from "./support/programs.mjs";
import { temporaryFolder, written } from "./support/written.mjs";

const HERE = ["tests", "openapi"];
const shown = blocks(readFileSync(inRoot("docs", "openapi.md"), "utf8"));
const commands = shown
  .flatMap(({ language, lines }) => (language === "sh" ? lines : []))
  .map((line) => line.replace("npx ", "").split(" "));
/** What follows the name of a program in the document, in the one command that also has a word. */
const argumentsOf = (name, word = name) =>
  commands.find((command) => command[0] === name && command.includes(word)).slice(1);
/** The block of a language that names something. */
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
 * What all programs are to find out: who leads, how many mentions of a month are positive on a platform, why a size is
 * refused.
 */
async function expected() {
  const { counts } = await see(edge, edge.account, TONE).then(({ json }) => json);
  return { leader: "Velunara", positive: counts.positive, code: "limit_violation" };
}
/** And those of openapi-generator besides, from `meta` and from `_meta`. */
async function expectedOfBoth() {
  const { meta, _meta } = await see(edge, edge.account, TONE, { headers: { Prefer: "meta" } }).then(({ json }) => json);
  return { ...(await expected()), mentions: meta.mentions, version: _meta.dataset_version };
}
const found = (output) => JSON.parse(output.trim().split("\n").at(-1));
const credentials = () => ({ URL: edge.url, KEY: edge.secret, TOKEN: edge.account.token });

/** A folder with the document in it. */
function place() {
  const folder = temporaryFolder();
  written("openapi.json", JSON.stringify(document), folder);
  return folder;
}

test("openapi-typescript makes types that compile strictly and fit what is answered", async () => {
  const folder = place();
  // What it imports is found among this project's packages.
  symlinkSync(packagesIn("tests"), join(folder, "node_modules"));
  written("package.json", '{"type":"module"}', folder);
  written(
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

test("openapi-python-client makes a client that type checks strictly and is answered", async () => {
  const folder = place();
  const made = good(await pythonTool("openapi-python-client", argumentsOf("openapi-python-client"), { cwd: folder }));
  assert.doesNotMatch(made, /warning|error/i);
  const client = join(folder, "client");
  const use = inRoot(...HERE, "clients", "use.py");
  const program = written("shown.py", `KEY = ""\n${programIn("python", "overheard_client")}\n`, folder);
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

test("openapi-generator makes a client for Python that has all members and is answered", async () => {
  const folder = place();
  good(await pythonTool("openapi-generator-cli", argumentsOf("openapi-generator-cli", "python"), { cwd: folder }));
  const client = join(folder, "python");
  const use = inRoot(...HERE, "clients", "generator.py");
  const program = written("shown.py", `TOKEN = ""\n${programIn("python", "openapi_client")}\n`, folder);
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

test("openapi-generator makes a client for TypeScript that compiles strictly, has all members and is answered", async () => {
  const folder = place();
  good(
    await pythonTool("openapi-generator-cli", argumentsOf("openapi-generator-cli", "typescript-fetch"), {
      cwd: folder,
    }),
  );
  written("package.json", '{"type":"module"}', folder);
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
