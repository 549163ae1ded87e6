// Runs every case of the corpus in a browser. The package's module has the same results there as in Node.js, where
// tests/library compares it with the corpus.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { check, shape } from "overheard";
import { FILES, bodyOf, casesOf } from "../support/corpus.mjs";
import { outcomeOfFolder } from "./support/browser.mjs";
import { outcomes } from "./support/outcomes.mjs";
import { project } from "./support/project.mjs";

const bodies = (file, operation) =>
  casesOf(file).map((example) => ({ operation, base64: bodyOf(example).toString("base64") }));

const requests = [
  ...Object.entries(FILES).flatMap(([file, operation]) => bodies(file, operation)),
  ...casesOf("account.json").map(({ operation, query }) => ({ operation, query })),
  ...bodies("reports.json", "create-report"),
  ...bodies("webhooks.json", "create-webhook"),
];

const PAGE = `
import { check, init, shape } from "./node_modules/overheard/src/entries/browser.js";
import { outcomes } from "./outcomes.js";

async function run() {
  const requests = await (await fetch("./requests.json")).json();
  await init();
  const byEncoder = outcomes({ check, shape }, requests);
  // The first body loads the module that copies short texts.
  await new Promise((done) => setTimeout(done, 500));
  return { given: [byEncoder, outcomes({ check, shape }, requests)] };
}
globalThis.outcome = await run().catch((error) => ({ failure: String(error) }));`;

test("every case of the corpus has the same outcome in a browser as in Node.js", async () => {
  const folder = await project("corpus", {
    "main.js": PAGE,
    "outcomes.js": readFileSync(new URL("support/outcomes.mjs", import.meta.url), "utf8"),
    "requests.json": JSON.stringify(requests),
  });
  const { given, failure } = await outcomeOfFolder(folder, "/main.js");
  assert.equal(failure, undefined);
  const expected = outcomes({ check, shape }, requests);
  assert.ok(expected.length > 500, `only ${expected.length} requests`);
  for (const inBrowser of given) {
    assert.equal(inBrowser.length, expected.length);
    for (const [at, outcome] of expected.entries())
      assert.deepEqual(inBrowser[at], outcome, JSON.stringify(requests[at]));
  }
});
