// Tests an edge with requests that schemathesis generates from the OpenAPI document: valid and invalid ones, singly and
// in the order of links. With OVERHEARD_SCHEMATHESIS=all it also tries every bound of every parameter, some ten
// thousand requests.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { description } from "../../scripts/description.mjs";
import { openapi } from "../../scripts/openapi/document.mjs";
import { inRoot } from "../../scripts/project.mjs";
import { startAskedEdge } from "./support/edge.mjs";
import { pythonTool } from "./support/programs.mjs";
import { BRANDS } from "./support/questions.mjs";
import { temporaryFolder, writeTextFile } from "./support/written.mjs";

const HERE = ["tests", "openapi", "schemathesis"];
/** Requests of each operation, in addition to those of links and examples. */
const EACH = process.env.OVERHEARD_SCHEMATHESIS === "all" ? 50 : 10;
const PHASES =
  process.env.OVERHEARD_SCHEMATHESIS === "all" ? "examples,coverage,fuzzing,stateful" : "examples,fuzzing,stateful";
const LEAST = process.env.OVERHEARD_SCHEMATHESIS === "all" ? 5000 : 400;

/** Source of an entry module that wraps the Worker and drops deliveries to generated addresses. */
const ALONE = `
export { default } from "./index.js";
export * from "./index.js";
globalThis.fetch = () => Promise.reject(new Error("nobody is asked from here"));
`;

const folder = temporaryFolder();
let edge, file;
before(async () => {
  edge = await startAskedEdge({ entry: ALONE });
  file = writeTextFile("openapi.json", JSON.stringify(openapi(await description())), folder);
});
after(() => edge?.stop());

test("no check of schemathesis fails, on any operation", async () => {
  const env = {
    HOOKS: inRoot(...HERE, "hooks.py"),
    KEY: edge.secret,
    TOKEN: edge.account.token,
    BRANDS: BRANDS.map(({ label }) => label).join(),
    PYTHONDONTWRITEBYTECODE: "1",
  };
  const args = [
    "--config-file",
    inRoot(...HERE, "schemathesis.toml"),
    "run",
    file,
    "--url",
    edge.url,
    "--phases",
    PHASES,
    "--max-examples",
    String(EACH),
    "--no-color",
  ];
  const { code, output } = await pythonTool("schemathesis", args, { env });
  assert.equal(code, 0, output);
  const [, tested] = output.match(/Tested: (\d+)/);
  assert.equal(Number(tested), Number(output.match(/Selected: \d+\/(\d+)/)[1]), "every operation");
  const [, count] = output.match(/(\d+) generated/);
  assert.ok(Number(count) >= LEAST, `${count} requests`);
  process.stderr.write(`${output.slice(output.indexOf("= SUMMARY ="))}\n`);
});
