// The guardrail corpus as cases of the same form as those that are timed: whoever is timed must agree with all of them.
import { FILES, bodyOf, casesOf } from "../../../tests/support/corpus.mjs";

/**
 * What `JSON.parse` and `TextDecoder` make valid before a validator sees it: members that are given twice, halves of
 * surrogate pairs, bytes that are no UTF-8, numbers beyond doubles. No peer can refuse these; that is told and not held
 * against them.
 */
const UNSEEN_BY_PEERS = [
  /^rejects_(field|filter|bound)_given_twice/,
  /^rejects_(lone_high|lone_low|reversed)_surrogate_escapes?$|^rejects_high_surrogate_escape_before_letter$/,
  /_too_large_for_a_double$/,
  /^rejects_(invalid|overlong|cut)_utf8|_utf8$|^rejects_utf8_|^rejects_latin_1_text$|^rejects_byte_order_mark$/,
];

/** Every case of the corpus: `{ name, operation, base64, canonical, unseen }`. */
export const CORPUS = Object.entries(FILES).flatMap(([file, operation]) =>
  casesOf(file).map((example) => ({
    name: `${file} ${example.name}`,
    operation,
    base64: bodyOf(example).toString("base64"),
    canonical: example.accept?.canonical,
    unseen: UNSEEN_BY_PEERS.some((names) => names.test(example.name)),
  })),
);
