// Every text of the dashboard is in the catalogues and translated. `npm run texts -w www` adds new texts to them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inRoot } from "../../scripts/project.mjs";
import { texts } from "../../www/texts.mjs";
import { filesOf } from "./comments.mjs";
import { LANGUAGES, placeholdersOf, readTexts, textsOutside } from "./texts.mjs";

/** Writes requests as code, which is the same in every language. */
const CODE = "www/src/data/requests.ts";

const { source, catalogues } = await readTexts();
const messages = Object.entries(source).map(([id, { message }]) => ({ id, message }));

test("the catalogues have the texts of the source files, and no others", () => {
  assert.ok(messages.length > 800, `${messages.length} texts were read`);
  for (const [language, catalogue] of Object.entries(catalogues)) {
    const [known, wanted] = [new Set(Object.keys(catalogue)), new Set(messages.map(({ id }) => id))];
    const missing = messages.filter(({ id }) => !known.has(id)).map(({ message }) => message);
    assert.deepEqual(missing, [], `${language}: run \`npm run texts -w www\``);
    const unused = [...known].filter((id) => !wanted.has(id)).map((id) => catalogue[id].message);
    assert.deepEqual(unused, [], `${language}: run \`npm run texts -w www\``);
  }
});

for (const language of LANGUAGES) {
  test(`${language}: every text is translated`, () => {
    const missing = messages.filter(({ id }) => !catalogues[language][id]?.translation).map(({ message }) => message);
    assert.deepEqual(missing, []);
  });

  test(`${language}: every translation has the values and elements of its text`, () => {
    const differ = messages.flatMap(({ id, message }) => {
      const translation = catalogues[language][id]?.translation;
      if (!translation) return [];
      const [expected, actual] = [placeholdersOf(message), placeholdersOf(translation)];
      return expected.join() === actual.join() ? [] : [`${message}: ${translation}`];
    });
    assert.deepEqual(differ, []);
  });
}

test("a build compiles every English text, because the page has no parser of messages", async () => {
  const file = inRoot("www", "src", "parts", "Marks.tsx");
  const { code } = await texts().transform.handler(readFileSync(file, "utf8"), file);
  assert.match(code, /message: \["Small sample"\]/);
  assert.match(code, /message: \[\["n", "plural"/);
  assert.doesNotMatch(code, /message: "/);
});

test("no text of the dashboard is outside the catalogues", () => {
  const files = filesOf(inRoot("."), "www/src").filter((path) => /\.tsx?$/.test(path) && path !== CODE);
  assert.ok(files.length > 100, `${files.length} files were read`);
  assert.deepEqual(files.flatMap(textsOutside), []);
});
