// The examples of the document: queries to the demo dataset and their answers, in examples.json. `node
// tests/openapi/support/examples.mjs` sends them again and writes the file; a test fails if it is outdated.
import { readFileSync } from "node:fs";
import { Failure } from "../step.mjs";

const { operations, problems, events } = JSON.parse(readFileSync(new URL("examples.json", import.meta.url), "utf8"));

const named = (entries) => (entries.length > 0 ? { examples: Object.fromEntries(entries) } : {});

/** Operation without an example: its answer has references that readers would resolve in this document. */
const UNSHOWN = "schema";

/** Returns the examples of an operation, by their names. */
function of(operation) {
  if (operation === UNSHOWN) return [];
  if (!Object.hasOwn(operations, operation))
    throw new Failure(
      `scripts/openapi/examples.json has no example of ${operation}: add a question to tests/openapi/support/questions.mjs`,
    );
  return Object.entries(operations[operation]);
}

/** Returns the request bodies. */
export const bodyExamples = (operation) =>
  named(
    of(operation)
      .filter(([, { body }]) => body)
      .map(([name, { summary, body }]) => [name, { summary, value: body }]),
  );

/** Returns the answers in both envelopes. */
export function answersExamples(operation) {
  const answered = (form) =>
    named(
      of(operation)
        .filter(([, example]) => example[form] !== undefined)
        .map(([name, { summary, [form]: value }]) => [name, { summary, value }]),
    );
  return { flat: answered("answer"), wrapped: answered("wrapped") };
}

/** Returns a parameter's value. */
export const parameterExample = (operation, parameter) =>
  named(
    of(operation)
      .filter(([, { parameters = {} }]) => Object.hasOwn(parameters, parameter))
      .map(([name, { parameters }]) => [name, { value: parameters[parameter] }]),
  );

/** Returns the problems of a status. */
export const problemExamples = (status) =>
  named(
    Object.entries(problems)
      .filter(([, problem]) => problem.status === status)
      .map(([name, value]) => [name, { summary: value.title, value }]),
  );

/** Returns the deliveries of an event type. */
export const eventExamples = (type) =>
  named(Object.hasOwn(events, type) ? [[type.replaceAll(/[._]/g, "-"), { value: events[type] }]] : []);
