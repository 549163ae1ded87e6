// The part of the recogniser that knows single values: texts, numbers, dates, names of the catalogue, and lists of
// them.

/** It is the same for every catalogue. */
export const VALUES = String.raw`
const { isArray } = Array;
const { stringify } = JSON;
/** Texts that are written as they are, whatever their encoding. */
const PLAIN = /^[^"\\\0-\x1f\ud800-\udfff]+$/;
/**
 * The same, with a letter or a digit at the beginning: not tatweel, nor the compatibility forms of marks alone, which
 * the core folds away. Here pairs of surrogates are characters like others.
 */
const SPOKEN = /^(?![\u0640\ufc5e-\ufc63\ufcf2-\ufcf4\ufe70-\ufe7f\uff9e\uff9f])[\p{L}\p{N}][^"\\\0-\x1f\ud800-\udfff]*$/u;
const LETTER = /(?![\u0640\ufc5e-\ufc63\ufcf2-\ufcf4\ufe70-\ufe7f\uff9e\uff9f])[\p{L}\p{N}]/u;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** The cost units of the request that was recognised last. */
export let cost;

/** Whether JSON.stringify would write the members of a value: what has another prototype may be anything. */
const isObject = (value) => typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype && !value.toJSON;
const allows = (name, use, index) => (NAMES.get(name) >> (use + index)) & 1;
const listOf = (value) => NAMES.get(value) & LIST;
const isOrder = (value) => listOf(value) === ORDER;
const isSize = (value) => Number.isInteger(value) && value > 0 && value <= MOST_RESULTS;
const isNumber = (value) => typeof value === "number" && Math.abs(value) <= LARGEST;
const isText = (value, form) => typeof value === "string" && value.length <= MOST_CHARACTERS && form.test(value);
const isSpoken = (value) => isText(value, SPOKEN);
/** A kind is that of a filter: the number of the list that its values are of, or 0 for any text. */
const isTerm = (value, kind) => (kind ? listOf(value) === kind : isText(value, PLAIN));
const two = (text, at) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528;

/** The number of a date, where months have 32 days; nothing that counts as true for what is no date. */
const dateOf = (value) => {
  if (isText(value, DAY)) {
    const year = two(value, 0) * 100 + two(value, 2);
    const month = two(value, 5);
    const day = two(value, 8);
    const last = month === 2 ? (year % (year % 100 ? 4 : 400) ? 28 : 29) : 30 + ((month + (month >> 3)) & 1);
    return year && month && month < 13 && day && day <= last && (year * 12 + month) * 32 + day;
  }
};

/** A list as text. What it is joined of needs no escapes. */
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
