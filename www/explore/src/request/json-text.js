// JSON text as it is being written: its tokens, where each place of the value stands in it, and where it stops being
// JSON.
import { inside } from "./pointer.js";

const BLANKS = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
/** Deeper than any request may be; what is deeper still is not looked at. */
const DEEPEST = 64;

class Stopped extends Error {}

/**
 * Scans a text from its beginning as far as it is JSON.
 * @returns `tokens`, `places` and `stop`. A token is `{kind, from, to}`; kind is name, string, number, word or mark.
 * `places` maps a pointer to `{name, value}`, each a token or the extent of a value. `stop` is the position at which the
 * text stops being JSON.
 */
export function scan(text) {
  const reader = new Reader(text);
  try {
    reader.value("", 0);
    reader.end();
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    reader.stop = reader.position;
  }
  return reader;
}

/** The text without blanks, everything else as it was written; undefined where it is no JSON. */
export function minified(text) {
  const { tokens, stop } = scan(text);
  return stop === undefined ? tokens.map(({ from, to }) => text.slice(from, to)).join("") : undefined;
}

class Reader {
  tokens = [];
  places = new Map();
  position = 0;
  stop = undefined;
  #text;

  constructor(text) {
    this.#text = text;
  }

  value(pointer, depth, name) {
    if (depth > DEEPEST) throw new Stopped();
    this.#take(BLANKS);
    const from = this.position;
    // An unfinished value has a location too, because problems may be inside it.
    const place = { name, value: { from, to: from + 1 } };
    this.places.set(pointer, place);
    if (this.#mark("{")) this.#members(pointer, depth);
    else if (this.#mark("[")) this.#items(pointer, depth);
    else if (!this.#token("string", STRING) && !this.#token("number", NUMBER) && !this.#token("word", WORD))
      throw new Stopped();
    place.value.to = this.position;
  }

  end() {
    this.#take(BLANKS);
    if (this.position < this.#text.length) throw new Stopped();
  }

  #members(pointer, depth) {
    if (this.#mark("}")) return;
    do {
      this.#take(BLANKS);
      const name = this.#token("name", STRING);
      if (!name || !this.#mark(":")) throw new Stopped();
      this.value(inside(pointer, JSON.parse(this.#text.slice(name.from, name.to))), depth + 1, name);
    } while (this.#mark(","));
    if (!this.#mark("}")) throw new Stopped();
  }

  #items(pointer, depth) {
    if (this.#mark("]")) return;
    let number = 0;
    do this.value(inside(pointer, number++), depth + 1);
    while (this.#mark(","));
    if (!this.#mark("]")) throw new Stopped();
  }

  #mark(mark) {
    this.#take(BLANKS);
    if (this.#text[this.position] !== mark) return undefined;
    return this.#add("mark", this.position + 1);
  }

  #token(kind, pattern) {
    const to = this.#match(pattern);
    return to > this.position ? this.#add(kind, to) : undefined;
  }

  #take(pattern) {
    this.position = this.#match(pattern);
  }

  #match(pattern) {
    pattern.lastIndex = this.position;
    return pattern.test(this.#text) ? pattern.lastIndex : this.position;
  }

  #add(kind, to) {
    const token = { kind, from: this.position, to };
    this.tokens.push(token);
    this.position = to;
    return token;
  }
}
