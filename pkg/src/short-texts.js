// Copies short texts to the core's memory in JavaScript, for engines in which an encoder takes long to call.
import { copyBy, memory } from "./host.js";

/** The maximum number of characters that a loop copies faster than an encoder. */
const LONGEST = 160;

/** Enables these copies for the loaded core. */
export function copyInLoops() {
  const bytes = new Uint8Array(memory.buffer);
  const words = new Uint32Array(memory.buffer);
  /** Writes an ASCII text, four characters at a time. */
  function put(text, place) {
    const { length } = text;
    if (length > LONGEST || place % 4 !== 0) return -1;
    let at = 0;
    let seen = 0;
    for (; at + 4 <= length; at += 4) {
      const first = text.charCodeAt(at);
      const second = text.charCodeAt(at + 1);
      const third = text.charCodeAt(at + 2);
      const fourth = text.charCodeAt(at + 3);
      seen |= first | second | third | fourth;
      words[(place + at) >> 2] = first | (second << 8) | (third << 16) | (fourth << 24);
    }
    for (; at < length; at += 1) {
      const character = text.charCodeAt(at);
      seen |= character;
      bytes[place + at] = character;
    }
    return seen < 128 ? length : -1;
  }
  copyBy({ put, text: () => undefined });
}
