// The recogniser's rules for single values: texts, numbers, dates, names of the catalogue, and lists of them.

/**
 * A letter or a digit. It excludes tatweel and the compatibility forms of single marks, which the core folds away.
 * Surrogate pairs are ordinary characters here.
 */
const LETTER = String.raw`(?![\u0640\ufc5e-\ufc63\ufcf2-\ufcf4\ufe70-\ufe7f\uff9e\uff9f])[\p{L}\p{N}]`;
/** A text that begins with one, and needs no escapes in any encoding. */
const SPOKEN = String.raw`^${LETTER}[^"\\\0-\x1f\ud800-\udfff]*$`;

/** Returns an expression for a pattern that is compiled when first used. Reading classes of Unicode takes a millisecond. */
const lazily = (name, source) => `(${name} ??= new RegExp(${JSON.stringify(source)}, "u"))`;

/** The source, which is the same for every catalogue. */
export const VALUES = String.raw`
const { isArray } = Array;
const { stringify } = JSON;
/** Texts that need no escapes in any encoding. */
const PLAIN = /^[^"\\\0-\x1f\ud800-\udfff]+$/;
let spoken, letter;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** The cost units of the last recognised request. */
export let cost;

/**
 * Returns true if JSON.stringify would write the members of a value. A value with another prototype may be anything.
 */
const isObject = (value) => typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype && !value.toJSON;
const allows = (name, use, index) => (NAMES.get(name) >> (use + index)) & 1;
const listOf = (value) => NAMES.get(value) & LIST;
const isOrder = (value) => listOf(value) === ORDER;
const isSize = (value) => Number.isInteger(value) && value > 0 && value <= MOST_RESULTS;
const isNumber = (value) => typeof value === "number" && Math.abs(value) <= LARGEST;
const isText = (value, form) => typeof value === "string" && value.length <= MOST_CHARACTERS && form.test(value);
/** The same, with a letter or a digit at the beginning. */
const isSpoken = (value) => isText(value, ${lazily("spoken", SPOKEN)});
const hasLetter = (value) => isText(value, ${lazily("letter", LETTER)});
/** Returns true for a filter's value. The kind is the number of its list of values, or 0 for any text. */
const isTerm = (value, kind) => (kind ? listOf(value) === kind : isText(value, PLAIN));
const two = (text, at) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528;

/** Returns the number of a date, with 32 days a month. Returns a falsy value if it is no date. */
const dateOf = (value) => {
  if (isText(value, DAY)) {
    const year = two(value, 0) * 100 + two(value, 2);
    const month = two(value, 5);
    const day = two(value, 8);
    const last = month === 2 ? (year % (year % 100 ? 4 : 400) ? 28 : 29) : 30 + ((month + (month >> 3)) & 1);
    return year && month && month < 13 && day && day <= last && (year * 12 + month) * 32 + day;
  }
};

/** Returns a list as text. Its items need no escapes. */
const list = (value, least, most, isItem, kind) => {
  let text = "";
  if (isArray(value) && !value.toJSON && value.length >= least && value.length <= most) {
    for (let at = 0; at < value.length; at++) {
      const item = value[at];
      if (!isItem(item, kind)) return;
      text = at ? text + '","' + item : item;
    }
    return text ? '["' + text + '"]' : "[]";
  }
};
`;
