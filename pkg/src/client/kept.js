// Answers that may be asked for by their ETag: the edge then says 304 instead of sending them again.

const MOST = 32;

/** Keeps the answers that were used last. */
export class Kept {
  #answers = new Map();

  /** The answer of this name, as `{etag, text}`. */
  get(name) {
    const answer = this.#answers.get(name);
    if (answer) this.put(name, answer);
    return answer;
  }

  put(name, answer) {
    this.#answers.delete(name);
    this.#answers.set(name, answer);
    if (this.#answers.size > MOST) this.#answers.delete(this.#answers.keys().next().value);
  }
}
