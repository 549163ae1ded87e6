// Two edges that are asked the same, and what came of it.
import { expectOk } from "../../tests/support/account.mjs";
import { operator, send } from "../../tests/support/client.mjs";
import { compare } from "./compare.mjs";

/** Differences that are kept to be shown, and how many characters of each side. */
const SHOWN = 5;
const SHOWN_LETTERS = 300;

export class Pair {
  #sides;
  #times;
  /** Per operation: how many requests, how many of them had an answer, how many answers differ, and the rows read. */
  tally = new Map();
  /** The first differences. */
  differences = [];

  /** The edge to compare with and the one of this checkout; `twice` sends everything again at once. */
  constructor(sides, twice) {
    this.#sides = sides;
    this.#times = twice ? 2 : 1;
  }

  /** Sends both a request, each its own where `path` is two of them, and returns their answers. */
  async ask(operation, path, init = {}) {
    const paths = Array.isArray(path) ? path : [path, path];
    let answers;
    for (let time = 0; time < this.#times; time += 1) {
      answers = await Promise.all(this.#sides.map((side, at) => send(side, paths[at], init)));
      this.#note(operation, answers, { path: paths[1], init });
    }
    return answers;
  }

  /** Has the operator do the same on both, and returns what this side answers. */
  async operate(method, path, body) {
    const answers = await Promise.all(this.#sides.map((side) => operator(side, method, path, body)));
    this.#note("operator", answers, { path, init: { method, body: JSON.stringify(body) } });
    return expectOk(answers[1]);
  }

  #note(operation, answers, { path, init: { method = "GET", headers = {}, body = "" } }) {
    const { rows, difference } = compare(...answers, SHOWN_LETTERS);
    const sums = this.tally.get(operation) ?? { requests: 0, answered: 0, differ: 0, rows: { base: 0, here: 0 } };
    this.tally.set(operation, sums);
    sums.requests += 1;
    if (answers[1].status < 400) sums.answered += 1;
    Object.keys(rows).forEach((side) => (sums.rows[side] += rows[side]));
    if (difference === undefined) return;
    sums.differ += 1;
    const request = `${method} ${path} ${body} ${JSON.stringify(headers)}`.slice(0, SHOWN_LETTERS);
    if (this.differences.length < SHOWN) this.differences.push({ request, ...difference });
  }
}
