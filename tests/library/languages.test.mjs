// The corpus of queries in several languages, judged by ICU: its word boundaries decide where a language has blanks.
// Elsewhere they depend on the words around, and a text matches if it contains the query.

import assert from "node:assert/strict";
import test from "node:test";
import languages from "../corpus/languages.json" with { type: "json" };

const WITHOUT_BLANKS = ["ja", "zh", "th"];

/** Removes case and the accents of scripts that have them. */
function plain(text) {
  const letters = text.normalize("NFKC").toLowerCase().replaceAll("ı", "i").replaceAll("đ", "d").normalize("NFD");
  return letters.replace(/(?<=[\p{Script=Latin}\p{Script=Arabic}])\p{M}/gu, "").normalize("NFC");
}

function words(text, language) {
  const segments = new Intl.Segmenter(language, { granularity: "word" }).segment(plain(text));
  return Array.from(segments)
    .filter((segment) => segment.isWordLike)
    .map((segment) => segment.segment);
}

function contains(text, phrase, language) {
  if (WITHOUT_BLANKS.includes(language)) {
    return plain(text).includes(plain(phrase));
  }
  const [all, wanted] = [words(text, language), words(phrase, language)];
  return all.some((_, start) => wanted.every((word, at) => all[start + at] === word));
}

for (const { language, texts, queries } of languages) {
  test(`matches in ${language} are those of ICU`, () => {
    assert.equal(queries.length, 10);
    for (const { q, matches } of queries) {
      const phrases = q.match(/"[^"]*"|[^\s"]+/g).map((phrase) => phrase.replaceAll('"', ""));
      const found = texts.filter((text) => phrases.every((phrase) => contains(text, phrase, language)));
      assert.deepEqual(
        found,
        matches.map((at) => texts[at]),
        q,
      );
    }
  });
}
