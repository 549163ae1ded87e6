// Answers cached by ETag: if one is unchanged, the edge answers 304 instead of sending it again.

const MAX_ENTRIES = 32;

/** A cache of the most recently used answers. */
export class EtagCache {
  #answers = new Map();

  /** Returns the answer of this name, as `{etag, text}`. */
  get(name) {
    const answer = this.#answers.get(name);
    if (answer) this.put(name, answer);
    return answer;
  }

  put(name, answer) {
    this.#answers.delete(name);
    this.#answers.set(name, answer);
    if (this.#answers.size > MAX_ENTRIES) this.#answers.delete(this.#answers.keys().next().value);
  }
}
