// The core's imports from the JavaScript engine: unusual numbers by ECMAScript's rules, and Unicode's letters.
// The module imports this file by its name, so that runtimes that link modules themselves find it.

/**
 * A letter or digit (Unicode's Alphabetic or Number) of a text in NFKC. Tatweel and the marks of scripts whose marks
 * are accents are none, but for the iota below and the marks of hamza and madda. It is compiled when first used: engines
 * take a millisecond to read classes of Unicode.
 */
const LETTER = String.raw`(?!\u0640|(?=\p{M})[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Inherited}\p{sc=Common}])[\p{Alphabetic}\p{N}]|[\u0345\u0653-\u0655]`;
let letter;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
export let memory;
let buffer;
/** The number of views that are kept. */
const VIEWS = 512;
let views;
/** Copies short texts faster than an encoder, if the engine supports it. */
let strings;

/** Sets the memory of the importing module. It never grows, so its buffer stays valid. */
export function serve(given) {
  memory = given;
  buffer = memory.buffer;
  views = new Array(VIEWS);
  strings = undefined;
}

/** Sets the functions that copy short texts. */
export function copyBy(given) {
  strings = given;
}

/**
 * Enables fast copies of short texts a moment later, if the engine supports the builtins of wasm:js-string and
 * garbage-collected arrays. The encoder and the decoder are the fallback.
 * @param {() => Uint8Array} code returns the module that copies
 */
export async function quicken(code, core) {
  await undefined;
  try {
    const { instance } = await WebAssembly.instantiate(code(), { core }, { builtins: ["js-string"] });
    // Another module may have been loaded meanwhile.
    if (memory === core.memory) copyBy(instance.exports);
  } catch {
    // Copies are optional.
  }
}

/** Returns bytes of the memory. Engines take long to make a view, so views of short texts are kept, one a length. */
function viewOf(place, length) {
  const kept = views[length];
  if (kept?.byteOffset === place) return kept;
  const view = new Uint8Array(buffer, place, length);
  if (length < views.length) views[length] = view;
  return view;
}

/** Returns the text at an address of the memory. */
export const textAt = (place, length) => strings?.text(place, length) ?? decoder.decode(viewOf(place, length));

/** Writes a short text to an address of the memory and returns its length; negative if it is not a short text. */
export const putAt = (place, text) => strings?.put(text, place) ?? -1;

export const read_number = (place, length) => Number(textAt(place, length));
export const write_number = (number, place) =>
  encoder.encodeInto(String(number), new Uint8Array(buffer, place, 32)).written;
export const has_letter = (place, length) =>
  (letter ??= new RegExp(LETTER, "u")).test(textAt(place, length).normalize("NFKC"));
