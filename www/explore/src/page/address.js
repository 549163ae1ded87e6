// The page's address follows the question: every change replaces it, a new question is a step that one can go back
// from.
import { fragmentOf, fromFragment } from "../request/share.js";

/** Browsers refuse addresses that change too often, as they would with every letter. */
const SETTLED_MS = 250;

export class Address {
  #store;
  #operations;
  #timer;
  #isStep = false;

  constructor(operations) {
    this.#operations = operations;
  }

  /** The question of the address; undefined when it holds none. */
  question() {
    return fromFragment(location.hash, this.#operations);
  }

  /** From now on the address follows, and is followed. */
  attach(store) {
    this.#store = store;
    addEventListener("hashchange", () => {
      const question = this.question();
      // Ignores changes that the page itself has made.
      if (question && fragmentOf(question) !== fragmentOf(store.state))
        store.change({ ...question, measure: undefined });
    });
    addEventListener("pagehide", () => this.#write());
  }

  /** The next change of the address is one that the reader can go back from. */
  step() {
    this.#write();
    this.#isStep = true;
  }

  /** Something may have changed. */
  follow() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#write(), this.#isStep ? 0 : SETTLED_MS);
  }

  #write() {
    clearTimeout(this.#timer);
    const fragment = fragmentOf(this.#store.state) ?? "";
    if (fragment !== location.hash) {
      history[this.#isStep ? "pushState" : "replaceState"](null, "", location.pathname + location.search + fragment);
    }
    this.#isStep = false;
  }
}
