// Problems: the edge's error responses.

const MEMBERS = "type title status detail instance code param allowed did_you_mean errors request_id retryable";

/**
 * The reason for a refusal. The text of the edge's body is parsed when a member is first read.
 */
export class Problem {
  #body;
  #message;
  #document;

  /**
   * @param {string | (() => string)} body the text of the edge's body, or a function that returns it
   * @param {() => string} [message] returns the message alone, faster than the body
   */
  constructor(body, message = () => this.toJSON().message) {
    this.#body = body;
    this.#message = message;
  }

  /** The exact text of the edge's body. */
  get body() {
    if (typeof this.#body === "function") this.#body = this.#body();
    return this.#body;
  }

  get message() {
    if (typeof this.#message === "function") this.#message = this.#message();
    return this.#message;
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

/** Thrown if a request is refused. */
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

/** Returns true if a value is a problem document. */
export const isProblem = ({ code, title, status }) =>
  typeof code === "string" && typeof title === "string" && typeof status === "number";
