// The examples of the document: questions over the demo dataset and what an edge answered, kept in examples.json.
// `node tests/openapi/support/examples.mjs` asks them all again and writes the file; a test says when it is stale.
import { readFileSync } from "node:fs";
import { Failure } from "../step.mjs";

const { operations, problems, events } = JSON.parse(readFileSync(new URL("examples.json", import.meta.url), "utf8"));

const named = (entries) => (entries.length > 0 ? { examples: Object.fromEntries(entries) } : {});

/** It has references of its own, which readers of the document would take for those of the document. */
const UNSHOWN = "schema";

/** The examples of an operation, by their names. */
function of(operation) {
  if (operation === UNSHOWN) return [];
  if (!Object.hasOwn(operations, operation))
    throw new Failure(
      `scripts/openapi/examples.json has no example of ${operation}: add a question to tests/openapi/support/questions.mjs`,
    );
  return Object.entries(operations[operation]);
}

/** The bodies that are sent. */
export const bodyExamples = (operation) =>
  named(
    of(operation)
      .filter(([, { body }]) => body)
      .map(([name, { summary, body }]) => [name, { summary, value: body }]),
  );

/** What is answered, in both forms. */
export function answersExamples(operation) {
  const answered = (form) =>
    named(
      of(operation)
        .filter(([, example]) => example[form] !== undefined)
        .map(([name, { summary, [form]: value }]) => [name, { summary, value }]),
    );
  return { flat: answered("answer"), wrapped: answered("wrapped") };
}

/** What a parameter of an address is sent with. */
export const parameterExample = (operation, parameter) =>
  named(
    of(operation)
      .filter(([, { parameters = {} }]) => Object.hasOwn(parameters, parameter))
      .map(([name, { parameters }]) => [name, { value: parameters[parameter] }]),
  );

/** The problems of a status. */
export const problemExamples = (status) =>
  named(
    Object.entries(problems)
      .filter(([, problem]) => problem.status === status)
      .map(([name, value]) => [name, { summary: value.title, value }]),
  );

/** What a webhook is told in an event of a type. */
export const eventExamples = (type) =>
  named(Object.hasOwn(events, type) ? [[type.replaceAll(/[._]/g, "-"), { value: events[type] }]] : []);
