// Overheard in every mode, and where its parts are: the one file that knows how the package is used.
import { check, decode, init, shape } from "overheard";

/**
 * Its entries for pages, and their modules of wasm in the project: the one that counts every byte, and the one that is
 * timed.
 */
export const MODULES = { "overheard/data": "pkg/dist/data.wasm", overheard: "pkg/dist/overheard.wasm" };

/** Makes it ready: where the core is not loaded by importing the package, from the address of its module. */
export const ready = (address) => init(address);

export const OURS = "overheard";
export const OURS_WORDED = "overheard+message";
/** An earlier build of it. */
export const BEFORE = "overheard before";

/** A build of the package in every mode. */
function inEveryMode(name, { check, decode, shape }) {
  /** The body to send; null for a request that does not pass. */
  const sent = (operation, request) => {
    try {
      return shape(operation, request).body;
    } catch (refusal) {
      if (refusal.problem) return null;
      throw refusal;
    }
  };
  const checking = (inForm) => (operation, item) => check(operation, item[inForm]);
  const shaping = (inForm) => (operation, item) => sent(operation, item[inForm]);
  return {
    name,
    modes: {
      check_text: checking("text"),
      check_bytes: checking("bytes"),
      check_object: checking("object"),
      shape_text: shaping("text"),
      shape_bytes: shaping("bytes"),
      shape_object: shaping("object"),
      decode_text: (operation, { text }) => decode(operation, text),
      decode_object: (operation, { object }) => decode(operation, object),
    },
  };
}

/** A refusal is worded when it is read: this reads it. */
const telling = (inForm) => (operation, item) => check(operation, item[inForm])?.message ?? null;

export const subjects = [
  inEveryMode(OURS, { check, decode, shape }),
  {
    name: OURS_WORDED,
    refusedOnly: true,
    modes: { check_text: telling("text"), check_bytes: telling("bytes"), check_object: telling("object") },
  },
];

/** The package as another checkout built it, for Node.js. */
export const before = async (checkout) => inEveryMode(BEFORE, await import(`${checkout}/pkg/src/entries/node.js`));
