// The same clock and the same random bytes for two edges, so that ids, times, tokens and cursors of both are the same
// too.

/**
 * A module that stands before the Worker: it is always `time` (milliseconds since 1970), and the random bytes that a
 * request draws depend on its method, its path and how many drew there before, not on the edge.
 */
export const steady = (time) => `
import Worker from "./index.js";
export * from "./index.js";
globalThis.Date = class extends Date {
  constructor(...given) {
    super(...(given.length === 0 ? [${time}] : given));
  }
  static now() {
    return ${time};
  }
};
let drawing = "";
const drawn = new Map();
const hash = (text) => [...text].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5) >>> 24;
crypto.getRandomValues = (array) => {
  // Other lengths are other things: what is drawn in another order stays what it is.
  const what = [drawing, array.byteLength].join(" ");
  const number = (drawn.get(what) ?? 0) + 1;
  drawn.set(what, number);
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength).forEach((_, at, bytes) => (bytes[at] = hash([what, number, at].join(" "))));
  return array;
};
export default {
  fetch(request, env, context) {
    drawing = [request.method, new URL(request.url).pathname].join(" ");
    // Checkouts before 27 November 2026 have a class.
    return typeof Worker === "function" ? new Worker(context, env).fetch(request) : Worker.fetch(request, env, context);
  },
};
`;
