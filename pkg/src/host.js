// What the core asks of the engine it runs in: unusual numbers by ECMAScript's own rules, and Unicode's letters.
// The module imports this file by its name, so that runtimes that link modules themselves find it.

/**
 * A letter or digit (Unicode's Alphabetic or Number) of a text in NFKC. Tatweel and the marks of scripts whose marks
 * are accents are none, but for the iota below and the marks of hamza and madda.
 */
const LETTER =
  /(?!\u0640|(?=\p{M})[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Inherited}\p{sc=Common}])[\p{Alphabetic}\p{N}]|[\u0345\u0653-\u0655]/u;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
export let memory;
let buffer;
/** What copies short texts quicker than an encoder, where the engine can. */
let strings;

/** Takes the memory of the module that asks. It never grows, so that its buffer stays. */
export function serve(given) {
  memory = given;
  buffer = memory.buffer;
  strings = undefined;
}

/** Takes it. */
export function copyBy(given) {
  strings = given;
}

/**
 * Takes it, if the engine can: its own strings as arrays (the builtins of wasm:js-string) and garbage-collected arrays.
 */
export function quicken(bytes, core) {
  try {
    copyBy(new WebAssembly.Instance(new WebAssembly.Module(bytes, { builtins: ["js-string"] }), { core }).exports);
  } catch {
    // Everything works without.
  }
}

/** The text at a place of the memory. */
export const textAt = (place, length) =>
  strings?.text(place, length) ?? decoder.decode(new Uint8Array(buffer, place, length));

/** Writes a short text to a place of the memory and says how long it is; less than nothing when it is no such text. */
export const putAt = (place, text) => strings?.put(text, place) ?? -1;

export const read_number = (place, length) => Number(textAt(place, length));
export const write_number = (number, place) =>
  encoder.encodeInto(String(number), new Uint8Array(buffer, place, 32)).written;
export const has_letter = (place, length) => LETTER.test(textAt(place, length).normalize("NFKC"));
