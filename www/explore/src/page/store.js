// The state of the page in one object. Whatever changes it, the page is drawn once, right after.

export class Store {
  #draw;
  #drawing;

  /** @param {object} state what the page begins with @param {() => void} draw draws the page */
  constructor(state, draw) {
    this.state = state;
    this.#draw = draw;
  }

  /** Takes new members of the state. */
  change(members) {
    Object.assign(this.state, members);
    this.#drawing ??= Promise.resolve().then(() => {
      this.#drawing = undefined;
      this.#draw();
    });
  }

  /** Resolves when what was changed is on the page. */
  drawn() {
    return Promise.resolve(this.#drawing);
  }
}
