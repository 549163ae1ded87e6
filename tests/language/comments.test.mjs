// Comments begin with a verb or a noun and have short sentences, in every area of the source code.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inRoot } from "../../scripts/project.mjs";
import { AREAS, commentLines, filesOf, isFronted, longSentences } from "./comments.mjs";

/** Largest share of an area's comment lines that may begin with a relative word. */
const MAX_FRONTED = 0.02;

for (const area of AREAS) {
  const files = filesOf(inRoot("."), area).map((path) => ({ path, lines: commentLines(inRoot("."), path) }));

  test(`few comment lines in ${area}/ begin with a relative word`, () => {
    const total = files.reduce((sum, { lines }) => sum + lines.length, 0);
    assert.ok(total > 500, `${total} comment lines were read`);
    const fronted = files.flatMap(({ path, lines }) =>
      lines.filter(({ text }) => isFronted(text)).map(({ line, text }) => `${path}:${line}: ${text}`),
    );
    assert.ok(fronted.length <= MAX_FRONTED * total, `${fronted.length} of ${total}:\n${fronted.join("\n")}`);
  });

  test(`sentences of comments in ${area}/ have at most 30 words`, () => {
    const long = files.flatMap(({ path, lines }) =>
      longSentences(lines).map(({ line, words, sentence }) => `${path}:${line}: ${words} words: ${sentence}`),
    );
    assert.deepEqual(long, []);
  });
}
