// What the core asks of the engine it runs in: unusual numbers by ECMAScript's own rules, and Unicode's letters.
// The module imports this file by its name, so that runtimes that link modules themselves find it.

/** Unicode's Alphabetic and Number. */
const LETTER = /[\p{Alphabetic}\p{N}]/u;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
let memory;

/** Takes the memory of the module that asks. */
export const serve = (given) => void (memory = given);

/** The text at a place of the memory. */
export const textAt = (place, length) => decoder.decode(new Uint8Array(memory.buffer, place, length));

export const read_number = (place, length) => Number(textAt(place, length));
export const write_number = (number, place) => encoder.encodeInto(String(number), new Uint8Array(memory.buffer, place, 32)).written;
export const has_letter = (place, length) => LETTER.test(textAt(place, length));
