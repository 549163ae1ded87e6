// Refusals, as the edge words them.

const MEMBERS = "type title status detail instance message code param allowed did_you_mean errors request_id retryable";

/**
 * Why a request is refused. The members of the edge's body are read from its text when the first of them is asked for.
 */
export class Problem {
  #body;
  #document;

  /** @param {string | (() => string)} body the text of the edge's body, or what words it */
  constructor(body) {
    this.#body = body;
  }

  /** The exact text of the edge's body. */
  get body() {
    if (typeof this.#body === "function") this.#body = this.#body();
    return this.#body;
  }

  toJSON() {
    return (this.#document ??= JSON.parse(this.body));
  }

  toString() {
    return `${this.code}: ${this.message}`;
  }

  static {
    for (const member of MEMBERS.split(" ")) {
      Object.defineProperty(this.prototype, member, {
        get() {
          return this.toJSON()[member];
        },
      });
    }
  }
}

/** Thrown where a request is refused. */
export class ProblemError extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.message);
    this.problem = problem;
  }

  get name() {
    return "ProblemError";
  }
}

/** Whether a value is the document of a problem. */
export const isProblem = ({ code, title, status }) =>
  typeof code === "string" && typeof title === "string" && typeof status === "number";
