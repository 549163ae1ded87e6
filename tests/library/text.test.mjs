// The module classifies letters as the core does, in all scripts, although it uses the engine's Unicode version.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { check } from "overheard";
import { has_letter, memory, serve } from "../../pkg/src/host.js";
import { inRoot } from "../../scripts/project.mjs";

const { tokens } = JSON.parse(readFileSync(inRoot("tests", "corpus", "text.json"), "utf8"));
/**
 * The core's letters and digits beyond ASCII, from the Python client: the bounds of each range, the second exclusive.
 */
const BOUNDS = readFileSync(inRoot("clients", "python", "src", "overheard", "_generated", "letters.py"), "utf8")
  .match(/= \(([^)]*)\)/)[1]
  .match(/\d+/g)
  .map(Number);

test("texts have a letter or digit if the corpus says so, in q and in terms", () => {
  for (const { text, has, rule } of tokens) {
    const bodies = {
      search: { index: "siv_info", q: text },
      sector: { brands: [{ label: "any", terms: [text] }], from_date: "2026-01-01", to_date: "2026-01-31" },
    };
    for (const [operation, body] of Object.entries(bodies)) {
      const problem = check(operation, body);
      assert.equal(problem === null, has, `${JSON.stringify(text)}: ${rule}`);
      if (!has) assert.match(problem.errors[0].message, /must contain at least one letter or digit\.$/);
    }
  }
});

test("the engine and the core agree which characters are letters", () => {
  const earlier = memory;
  serve(new WebAssembly.Memory({ initial: 1 }));
  try {
    const encoder = new TextEncoder();
    const differing = [];
    for (let code = 0x80, at = 0; code <= 0x10ffff; code++) {
      while (BOUNDS[at] <= code) at++;
      const character = String.fromCodePoint(code);
      // The core may have a later Unicode version than the engine.
      if (/[\p{Cn}\p{Cs}]/u.test(character)) continue;
      const { written } = encoder.encodeInto(character, new Uint8Array(memory.buffer, 0, 8));
      if (has_letter(0, written) !== (at % 2 === 1)) differing.push(code.toString(16));
    }
    assert.deepEqual(differing, []);
  } finally {
    if (earlier) serve(earlier);
  }
});
