// Finds terms in texts by the rules of the API: whole words in their order, without regard to case and accents.

/**
 * Matches accents and Arabic tatweel. Combining marks of other scripts are kept because they form other letters, as do
 * hamza and madda.
 */
const ACCENTS =
  /(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}]\p{M}*)(?![\u0653-\u0655])\p{M}|\u0640/gu;

const PLAIN: Record<string, string> = {
  đ: "d",
  ð: "d",
  ł: "l",
  ø: "o",
  ı: "i",
  ħ: "h",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ß: "ss",
};

const fold = (text: string) =>
  text
    .normalize("NFKD")
    .replace(ACCENTS, "")
    .toLowerCase()
    .replace(/[đðłøıħæœþß]/g, (letter) => PLAIN[letter] ?? letter)
    .normalize("NFC");

/** A letter of a script without spaces between words. Each is a word of its own, so terms are found inside runs. */
const UNSPACED =
  "[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]\\p{M}*";
/** `+` and `#` directly after a word belong to it, as in `C++`. */
const WORD = new RegExp(`${UNSPACED}|(?:(?!${UNSPACED})[\\p{L}\\p{N}\\p{M}])+[+#]*`, "gu");

interface Word {
  start: number;
  end: number;
  folded: string;
}

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    folded: fold(word),
  }));

interface Term {
  words: string[];
  /** True if the last word is the beginning of a word, as in `seru*`. */
  isBeginning: boolean;
}

const termOf = (term: string): Term => ({
  words: wordsOf(term).map(({ folded }) => folded),
  isBeginning: term.endsWith("*"),
});

const occursAt = (words: Word[], at: number, { words: wanted, isBeginning }: Term) =>
  wanted.length > 0 &&
  wanted.every((word, place) => {
    const found = words[at + place]?.folded;
    return isBeginning && place === wanted.length - 1 ? found?.startsWith(word) : found === word;
  });

/** Splits a text at the terms. Every second piece is an occurrence of a term. */
export function splitAtTerms(text: string, terms: string[]): string[] {
  const words = wordsOf(text);
  const longestFirst = terms.map(termOf).sort((one, other) => other.words.length - one.words.length);
  const pieces: string[] = [];
  let done = 0;
  for (let at = 0; at < words.length; ) {
    const { words: matched } = longestFirst.find((term) => occursAt(words, at, term)) ?? { words: [] };
    const [first, last] = [words[at], words[at + matched.length - 1]];
    if (matched.length > 0 && first && last) {
      pieces.push(text.slice(done, first.start), text.slice(first.start, last.end));
      done = last.end;
    }
    at += Math.max(1, matched.length);
  }
  return [...pieces, text.slice(done)];
}

export const contains = (text: string, term: string): boolean => splitAtTerms(text, [term]).length > 1;

const EXCLUDED = /(?<=^|[\s(])(?:-|NOT\b\s*)(?:\([^)]*\)|"[^"]*"|[^\s()"]+)/g;
const PHRASE = /"([^"]*)"(~\d+)?/g;

/** Returns the words and phrases that a query searches for, without those that it excludes. */
export function termsOfQuery(q: string): string[] {
  const wanted = q.replaceAll(EXCLUDED, " ");
  const phrases = [...wanted.matchAll(PHRASE)].flatMap(([, phrase = "", isNear]) =>
    isNear ? phrase.split(/\s+/) : [phrase],
  );
  const words = wanted.replaceAll(PHRASE, " ").split(/[\s()]+/);
  return [...phrases, ...words.filter((word) => word !== "" && word !== "AND" && word !== "OR")];
}
