// Copies short texts to the core's memory in JavaScript, for engines in which an encoder takes long to call.
import { copyBy, memory } from "./host.js";

/** The maximum number of characters that a loop copies faster than an encoder. */
const LONGEST = 240;

/** Enables these copies for the loaded core. */
export function copyInLoops() {
  const bytes = new Uint8Array(memory.buffer);
  const words = new Uint32Array(memory.buffer);

  function put(text, place) {
    const { length } = text;
    if (length > LONGEST || place % 4 !== 0) return -1;
    let at = 0;
    for (; at + 4 <= length; at += 4) {
      const first = text.charCodeAt(at);
      const second = text.charCodeAt(at + 1);
      const third = text.charCodeAt(at + 2);
      const fourth = text.charCodeAt(at + 3);
      if ((first | second | third | fourth) > 0x7f) break;
      words[(place + at) >> 2] = first | (second << 8) | (third << 16) | (fourth << 24);
    }
    return putRest(text, at, place + at, place);
  }

  /** Copies a text from a position on. Leaves surrogates to the encoder. */
  function putRest(text, from, place, start) {
    const { length } = text;
    let to = place;
    for (let at = from; at < length; at += 1) {
      const character = text.charCodeAt(at);
      if (character < 0x80) {
        bytes[to++] = character;
        continue;
      }
      if ((character & 0xf800) === 0xd800) return -1;
      if (character < 0x800) bytes[to++] = 0xc0 | (character >> 6);
      else {
        bytes[to++] = 0xe0 | (character >> 12);
        bytes[to++] = 0x80 | ((character >> 6) & 0x3f);
      }
      bytes[to++] = 0x80 | (character & 0x3f);
    }
    return to - start;
  }

  copyBy({ put, text: () => undefined });
}
