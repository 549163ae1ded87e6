// Problems: the edge's error responses.

const MEMBERS = "type title status detail instance code param allowed did_you_mean errors request_id retryable";

/**
 * The reason for a refusal. The text of the edge's body is parsed when a member is first read.
 */
export class Problem {
  #refusal;
  #body;
  #message;
  #document;

  /**
   * @param {string | { body(): string, message?(): string }} refusal the text of the edge's body, or functions that
   * return it and the message alone
   */
  constructor(refusal) {
    this.#refusal = refusal;
  }

  /** The exact text of the edge's body. */
  get body() {
    const refusal = this.#refusal;
    return (this.#body ??= typeof refusal === "string" ? refusal : refusal.body());
  }

  get message() {
    return (this.#message ??= this.#refusal.message?.() ?? this.toJSON().message);
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
