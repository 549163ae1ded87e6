// Answers, read with Ajv: it checks, and leaves unknown members where they are.
import * as generated from "../../generated/ajv-answers.mjs";

const validators = { ...generated, "co-mentions": generated.co_mentions };

/** The checked answer of an operation; undefined when it is none. */
export const read = (operation, answer) => (validators[operation](answer) ? answer : undefined);
